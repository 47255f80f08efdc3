import { setTimeout as sleep } from 'node:timers/promises';
import { recordStatements } from '@sangam/testing/database/statements';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

const READS = 400;
const READ_MS = 50;

it('is ready while members read more than the database answers at once', async () => {
  // In one queue with the reads, the answer would take twice that or more.
  await using server = await startTestServer({ timings: { http: { databaseAnswersWithinMs: 1_000 } } });
  const read = () => server.database.db.connection().execute(() => sleep(READ_MS));
  const reads = Promise.allSettled(Array.from({ length: READS }, read));
  expect(await server.call('GET /readyz')).toMatchObject({ status: 200, body: { database: 'up' } });
  server.database.dismissWaiting();
  await reads;
});

it('asks the database a few times only for many who ask at once', async () => {
  await using server = await startTestServer();
  const ask = () => server.app.fastify.inject('/readyz');
  const { result, statements } = await recordStatements(() => Promise.all(Array.from({ length: 200 }, ask)));
  expect(new Set(result.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(statements.length).toBeLessThan(20);
});
