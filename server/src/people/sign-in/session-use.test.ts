import { hourMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSessionUse } from './live-sessions.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const sessionOf = ({ token }: { token: string }): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

it('counts from the time when a session was used, however late that is stored', async () => {
  const [asha, rohan] = [await server.signUp(), await server.signUp()];
  const clock = stoppedClock(Date.now() + 24 * hourMs);
  const { run } = server.database;
  const use = createSessionUse({ run, clock, log: pino({ level: 'silent' }), everyMs: hourMs });
  const startMs = clock.atMs;
  use.note(sessionOf(asha));
  clock.atMs = startMs + hourMs;
  use.note(sessionOf(rohan));
  clock.atMs = startMs + 48 * hourMs;
  await use.stop();
  const { rows } = await server.database.pool.query(
    'SELECT user_id, used_at FROM sessions WHERE used_at > $1 ORDER BY user_id',
    [new Date(startMs - 1)],
  );
  expect(rows).toEqual([
    { user_id: asha.id, used_at: new Date(startMs) },
    { user_id: rohan.id, used_at: new Date(startMs + hourMs) },
  ]);
});
