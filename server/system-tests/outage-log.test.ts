import { setTimeout as sleep } from 'node:timers/promises';
import { signUpAt, startOutbox } from '@sangam/testing/chat/outbox';
import { eventually } from '@sangam/testing/eventually';
import { sendTo } from '@sangam/testing/http/contract-calls';
import { freePort, spawnServer } from '@sangam/testing/servers/process';
import { startProxy } from '@sangam/testing/servers/proxy';
import { startTemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

/** Long enough for the periodic work of a server, such as jobs and leases, to fail as well. */
const AWAY_MS = 3_000;
const READERS = 5;

interface Line {
  level: number;
  msg: string;
  err?: object;
  failures?: Record<string, number>;
}

async function startBehindProxy() {
  const postgres = await startTemporaryPostgres();
  if (postgres === null) throw new Error('PostgreSQL is not installed');
  onTestFinished(() => postgres.stop());
  const address = new URL(postgres.url);
  const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
  onTestFinished(() => proxy.close());
  address.port = String(proxy.port);
  const port = await freePort();
  const server = spawnServer({
    DATABASE_URL: address.href,
    REDIS_URL: '',
    JWT_SECRET: 'x'.repeat(48),
    PORT: String(port),
    LOG_LEVEL: 'info',
  });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.exited;
  });
  await server.listening;
  const lines = (from: number): Line[] =>
    server
      .output()
      .slice(from)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  return { postgres, proxy, url: `http://127.0.0.1:${port}`, length: () => server.output().length, lines };
}

describe.runIf(inject('template').kind === 'postgres')('PostgreSQL is killed while members read and write', () => {
  it('writes a line of the log when it goes away, and one with the failures when it is back', async () => {
    const { postgres, proxy, url, length, lines } = await startBehindProxy();
    const [asha, bina] = [await signUpAt(url, 'asha'), await signUpAt(url, 'bina')];
    const outbox = startOutbox(url, asha, bina);
    let refused = 0;
    let isOver = false;
    const read = async () => {
      while (!isOver) {
        const { status } = await sendTo(url, 'GET /api/messages/conversations', asha.token);
        if (status === 503) refused += 1;
        await sleep(20);
      }
    };
    const readers = Array.from({ length: READERS }, read);
    await eventually(() => expect(outbox.acknowledged.size).toBeGreaterThan(0));

    const from = length();
    proxy.set('refuse');
    await postgres.crash();
    await sleep(AWAY_MS);
    proxy.set('pass');
    await eventually(() =>
      expect(lines(from)).toContainEqual(expect.objectContaining({ msg: 'the database is back' })),
    );
    isOver = true;
    await Promise.all(readers);
    await outbox.stop();

    expect(refused).toBeGreaterThan(READERS);
    const written = lines(from).filter(({ level, msg }) => level >= 40 || msg === 'the database is back');
    expect(written.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'the database is away; failures are counted until it is back'],
      [30, 'the database is back'],
    ]);
    const { failures = {} } = written[1] ?? {};
    expect(failures['a request failed']).toBeGreaterThanOrEqual(refused);
    expect(failures['messages could not be stored']).toBeGreaterThan(0);
    expect(failures['due jobs could not be found; trying again']).toBeGreaterThan(0);
  }, 60_000);
});
