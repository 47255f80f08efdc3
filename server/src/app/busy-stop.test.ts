import { setTimeout as sleep } from 'node:timers/promises';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

const READS = 400;
const READ_MS = 50;

it('stops without waiting for reads that wait for a connection', async () => {
  const server = await startTestServer();
  await server.connect(await server.signUp());
  let ended = 0;
  const read = () =>
    server.database.db.connection().execute(async () => {
      await sleep(READ_MS);
      ended += 1;
    });
  const reads = Promise.allSettled(Array.from({ length: READS }, read));
  await server.close();
  await reads;
  // Those that had a connection before the last requests were closed.
  expect(ended).toBeLessThan(READS / 2);
});
