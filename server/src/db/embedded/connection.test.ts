import pino from 'pino';
import { expect, it } from 'vitest';
import { openEmbeddedDatabase } from '../database.js';

it('closes once the statement that is under way has ended', { timeout: 30_000 }, async () => {
  const { pool, close } = await openEmbeddedDatabase(null, pino({ level: 'silent' }));
  const slow = pool.query('SELECT pg_sleep(0.3), 1 AS n');
  await close();
  expect((await slow).rows).toMatchObject([{ n: 1 }]);
});
