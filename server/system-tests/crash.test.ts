import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectActsHeld, startActing } from '@sangam/testing/acting';
import { copyEmbedded } from '@sangam/testing/copy-embedded';
import { eventually } from '@sangam/testing/eventually';
import { expectNothingLost, signUpAt, startOutbox } from '@sangam/testing/outbox';
import { freePort, type ServerProcess, spawnServer } from '@sangam/testing/process';
import { startTemporaryPostgres } from '@sangam/testing/temporary-postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

// Kills in an ordinary run; `SANGAM_CRASH_KILLS=40` for a long one.
const KILLS = Number(process.env.SANGAM_CRASH_KILLS ?? 3);
/** For the socket to be connected again and written to. How soon that is, timings.test.ts and a long run say. */
const BACK_WITHIN_MS = 30_000;
/** Each kill takes a start of the server, and that of PostgreSQL; and the machine may be busy. */
const timeout = 60_000 * (1 + KILLS);
const template = inject('template');

let dataDir: string;
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sangam-crash-'));
  if (template.kind === 'embedded') await copyEmbedded(template.folder, dataDir);
  port = await freePort();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (databaseUrl = '') => {
  server = spawnServer({ DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: databaseUrl, REDIS_URL: '' });
  await server.listening;
};
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 300));

describe.runIf(template.kind === 'embedded')('kill -9 of the server, on the embedded database', () => {
  it('loses no acknowledged message, doubles none, and leaves no hole in the numbers', { timeout }, async () => {
    await start();
    const url = `http://127.0.0.1:${port}`;
    const [asha, bina] = [await signUpAt(url, 'asha'), await signUpAt(url, 'bina')];
    const outbox = startOutbox(url, asha, bina);
    const [chitra, dev] = [await signUpAt(url, 'chitra'), await signUpAt(url, 'dev')];
    const acting = startActing(url, chitra, dev);
    // A kill while messages are being written, however slow the machine is.
    const writing = (known: number) =>
      eventually(() => expect(outbox.acknowledged.size).toBeGreaterThan(known + 10), BACK_WITHIN_MS);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await writing(outbox.acknowledged.size);
      await aMoment();
      server.child.kill('SIGKILL');
      await server.exited;
      await start();
    }
    await writing(outbox.acknowledged.size);
    await outbox.stop();
    await acting.stop();
    await expectNothingLost(url, outbox, asha, bina);
    await expectActsHeld(url, acting, chitra, dev);
  });
});

describe.runIf(template.kind === 'postgres')('kill -9 of the server and of PostgreSQL in turn', () => {
  it('loses nothing, and the server is back without being touched', { timeout }, async () => {
    const postgres = await startTemporaryPostgres();
    if (!postgres) throw new Error('PostgreSQL is not installed on this machine');
    try {
      await start(postgres.url);
      const url = `http://127.0.0.1:${port}`;
      const [asha, bina] = [await signUpAt(url, 'asha'), await signUpAt(url, 'bina')];
      const outbox = startOutbox(url, asha, bina);
      const [chitra, dev] = [await signUpAt(url, 'chitra'), await signUpAt(url, 'dev')];
      const acting = startActing(url, chitra, dev);
      for (let kill = 0; kill < KILLS; kill += 1) {
        await aMoment();
        const known = outbox.acknowledged.size;
        if (kill % 2 === 0) await postgres.crash();
        else {
          server.child.kill('SIGKILL');
          await server.exited;
          await start(postgres.url);
        }
        await eventually(() => expect(outbox.acknowledged.size).toBeGreaterThan(known), BACK_WITHIN_MS);
      }
      await outbox.stop();
      await acting.stop();
      await expectNothingLost(url, outbox, asha, bina);
      await expectActsHeld(url, acting, chitra, dev);
    } finally {
      server.child.kill('SIGKILL');
      await postgres.stop();
    }
  });
});
