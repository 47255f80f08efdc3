import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { migrate } from './migrate.js';

/** A database of this version. */
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('refuses a database of a newer version, with a sentence that says what to do', async () => {
  const { db } = opened.database;
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-a-newer-version', '9')`.execute(db);
  // Another test file may get this database next.
  onTestFinished(async () => void (await sql`DELETE FROM kysely_migration WHERE timestamp = '9'`.execute(db)));
  await expect(migrate(db)).rejects.toThrow(
    'A newer version of Sangam has updated this database (9999-of-a-newer-version). Start that version or a later one, or restore',
  );
});

it('updates a database that ran newer migrations before an older one was merged', async () => {
  const { db } = opened.database;
  await sql`ALTER TABLE message_acts DROP COLUMN kind`.execute(db);
  await sql`DELETE FROM kysely_migration WHERE name = '0191-act-kinds'`.execute(db);
  expect(await migrate(db)).toEqual(['0191-act-kinds']);
  await sql`SELECT kind FROM message_acts`.execute(db);
  expect(await migrate(db)).toEqual([]);
});
