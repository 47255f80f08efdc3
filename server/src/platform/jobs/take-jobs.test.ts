import { mostRowsRemoved, recordStatements } from '@sangam/testing/database/statements';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeJobs } from './queries.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it('takes the few due jobs of a kind without reading the many that wait', async () => {
  const { database } = test;
  await sql`INSERT INTO jobs (kind, payload, due_at)
    SELECT 'timer', '{}'::jsonb, now() + n * interval '1 min' FROM generate_series(1, 6000) n
    UNION ALL SELECT 'mail', '{}'::jsonb, now() - n * interval '1 s' FROM generate_series(1, 4000) n
    UNION ALL SELECT 'timer', '{}'::jsonb, now() - interval '1 min'`.execute(database.db);
  await sql`ANALYZE jobs`.execute(database.db);
  const { result, statements } = await recordStatements(() =>
    takeJobs(database.db, 'timer', { now: new Date(), leaseMs: 1_000, max: 4, spent: [] }),
  );
  expect(result).toMatchObject({ jobs: [{ attempts: 1 }], isAnyLocked: false });
  expect(statements).toHaveLength(1);
  for (const statement of statements) expect(await mostRowsRemoved(database, statement)).toBeLessThan(10);
});
