import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await run(`INSERT INTO users (name, email) SELECT 'Member', n || '@example.org' FROM generate_series(1, 3) n`);
  await run(
    `INSERT INTO projects (title, description, category, creator_id, max_members) VALUES ('T', 'D', 'other', 1, 5)`,
  );
  await run(`INSERT INTO conversations (low_id, high_id) VALUES (1, 2)`);
});
afterAll(() => opened.close());

const run = async (statement: string) => (await sql.raw(statement).execute(opened.database.db)).rows;

it.each([
  `INSERT INTO conversations (low_id, high_id) VALUES (2, 1)`,
  `INSERT INTO conversations (low_id, high_id) VALUES (3, 3)`,
  `INSERT INTO conversations (low_id) VALUES (3)`,
  `INSERT INTO conversations (kind) VALUES ('direct')`,
  `INSERT INTO conversations (kind) VALUES ('team')`,
  `INSERT INTO conversations (kind, low_id, high_id) VALUES ('group', 2, 3)`,
  `INSERT INTO conversations (low_id, high_id, project_id) VALUES (2, 3, 1)`,
  `INSERT INTO conversations (kind, low_id, high_id, project_id) VALUES ('team', 2, 3, 1)`,
  `UPDATE conversations SET high_id = NULL`,
  `UPDATE conversations SET kind = 'team'`,
  `UPDATE conversations SET low_id = 3`,
  `UPDATE conversations SET project_id = 1`,
])('refuses %s', async (statement) => {
  await expect(run(statement)).rejects.toThrow('conversations_kind');
});

it('begins a direct conversation and a team’s', async () => {
  await run(`INSERT INTO conversations (low_id, high_id) VALUES (2, 3)`);
  await run(`INSERT INTO conversations (kind, project_id, sent) VALUES ('team', 1, '{0,0}')`);
});

it('checks only what a message changes for each message, since each statement plans all checks', async () => {
  const rows = await run(
    `SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = 'conversations'::regclass`,
  );
  expect(rows).toEqual([{ conname: 'conversations_sent' }]);
});
