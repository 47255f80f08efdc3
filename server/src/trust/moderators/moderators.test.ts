import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/db/database.js';
import { addModerator, isModerator } from './queries.js';
import { applySetting } from './setting.js';

let test: TestDatabase;
let db: Database['db'];
let members = 0;
beforeAll(async () => {
  test = await openTestDatabase();
  db = test.database.db;
});
afterAll(() => test.close());

const log = pino({ level: 'silent' });
const add = async (asked: boolean): Promise<{ id: number; email: string }> => {
  const email = `named${++members}@example.org`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (name, email, verification_asked) VALUES ('Named', ${email}, ${asked}) RETURNING id`.execute(db);
  return { id: rows[0]?.id ?? 0, email };
};

it('the setting makes members with confirmed addresses moderators, and removes those no longer named', async () => {
  const [asha, ben, unproved] = [await add(false), await add(false), await add(true)];
  await db.transaction().execute((trx) => addModerator(trx, ben.id, false));
  await applySetting(db, [asha.email, ben.email, unproved.email, 'nobody@example.org'], log);
  await applySetting(db, [asha.email, ben.email], log);
  const are = () => Promise.all([asha, ben, unproved].map(({ id }) => isModerator(db, id)));
  expect(await are()).toEqual([true, true, false]);
  await applySetting(db, [], log);
  // The second one was named by a command.
  expect(await are()).toEqual([false, true, false]);
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM audit_entries WHERE member_id = ${asha.id} ORDER BY id`.execute(db);
  expect(rows.map(({ kind }) => kind)).toEqual(['moderator:added', 'moderator:removed']);
});
