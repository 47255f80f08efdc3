import { setTimeout as sleep } from 'node:timers/promises';
import { expectActsHeld, startActing } from '@sangam/testing/chat/acting';
import { expectNothingLost, formRoom, signUpAt, startOutbox } from '@sangam/testing/chat/outbox';
import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import { startKillableServer } from '@sangam/testing/servers/faulty-servers';
import { startTemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

// `SANGAM_CRASH_KILLS=40` for a long run.
const KILLS = Number(process.env.SANGAM_CRASH_KILLS ?? (runsAll ? 2 : 1));
/** Time for the socket to reconnect and receive. timings.test.ts and a long run check how fast that is. */
const BACK_WITHIN_MS = 30_000;
/** Time for ten more messages, each of which is sent again after a second. */
const WRITTEN_WITHIN_MS = 120_000;
/** Each kill takes a start of the server, and that of PostgreSQL; and the machine may be busy. */
const timeout = 60_000 * (1 + KILLS);
const template = inject('template');
const aMoment = () => sleep(200 + Math.random() * 300);

/**
 * Starts a member who writes to another, one who acts on messages in a team, and one who writes to a team; they go on until
 * `expectAllKept`.
 */
async function startWriting(url: string) {
  const [asha, bina] = [await signUpAt(url, 'asha'), await signUpAt(url, 'bina')];
  const [chitra, dev] = [await signUpAt(url, 'chitra'), await signUpAt(url, 'dev')];
  const [one, other] = [await formRoom(url, [chitra, dev]), await formRoom(url, [dev, chitra, bina])];
  const outbox = startOutbox(url, asha, bina);
  const toTeam = startOutbox(url, dev, other);
  const acting = startActing(url, chitra, one);
  return {
    acknowledged: outbox.acknowledged,
    async expectAllKept() {
      await outbox.stop();
      await toTeam.stop();
      await acting.stop();
      await expectNothingLost(url, outbox, asha, bina);
      await expectNothingLost(url, toTeam, dev, other);
      await expectActsHeld(url, acting, { from: chitra, to: dev, room: one });
    },
  };
}

describe.runIf(template.kind === 'embedded')('kill -9 of the server, on the embedded database', () => {
  it('loses no acknowledged message, duplicates none, and leaves no gap in the numbers', { timeout }, async ({
    annotate,
  }) => {
    const server = await startKillableServer();
    const { acknowledged, expectAllKept } = await startWriting(server.url);
    // A kill while messages are being written, however slow the machine is.
    const writing = async (known: number) => {
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(known), BACK_WITHIN_MS);
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(known + 10), WRITTEN_WITHIN_MS);
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await writing(acknowledged.size);
      await aMoment();
      await server.kill();
      await server.start();
    }
    await writing(acknowledged.size);
    await expectAllKept();
    await annotate(`${KILLS} kills, ${acknowledged.size} acknowledged messages`);
  });
});

describe.runIf(runsAll && template.kind === 'postgres')('kill -9 of the server and of PostgreSQL in turn', () => {
  it('loses nothing, and the server is back without intervention', { timeout }, async ({ annotate }) => {
    const postgres = await startTemporaryPostgres();
    if (!postgres) throw new Error('PostgreSQL is not installed on this machine');
    onTestFinished(() => postgres.stop());
    const server = await startKillableServer(postgres.url);
    const { acknowledged, expectAllKept } = await startWriting(server.url);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await aMoment();
      const known = acknowledged.size;
      if (kill % 2 === 0) await postgres.crash();
      else {
        await server.kill();
        await server.start();
      }
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(known), BACK_WITHIN_MS);
    }
    await expectAllKept();
    await annotate(`${KILLS} kills, ${acknowledged.size} acknowledged messages`);
  });
});
