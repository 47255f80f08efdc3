import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMigrator, migrate } from './migrate.js';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await sql`DROP SCHEMA public CASCADE`.execute(opened.database.db);
  await sql`CREATE SCHEMA public`.execute(opened.database.db);
});
afterAll(() => opened.close());

it('connections become interests, and servers of the version before still read and write them', async () => {
  const { db } = opened.database;
  const { error } = await createMigrator(db).migrateTo('0030-connections-pending');
  expect(error).toBeUndefined();
  await sql`INSERT INTO users (name, email) VALUES ('Asha', 'asha@example.org'), ('Bina', 'bina@example.org')`.execute(
    db,
  );
  await sql`
    INSERT INTO projects (creator_id, title, description, category, max_members)
    VALUES (1, 'Rover', 'A rover', 'ai-ml', 4)`.execute(db);
  // As that version inserts.
  const show = sql<{ id: number }>`
    INSERT INTO connections (project_id, requester_id, decided_at) VALUES (1, 2, NULL)
    ON CONFLICT (project_id, requester_id) WHERE status <> 'denied' DO NOTHING RETURNING id`;
  expect((await show.execute(db)).rows).toEqual([{ id: 1 }]);

  expect(await migrate(db)).toContain('0031-interests');
  expect(await migrate(db)).toEqual([]);

  const interests = () => db.selectFrom('interests').select(['requester_id', 'status']).orderBy('id').execute();
  expect(await interests()).toEqual([{ requester_id: 2, status: 'pending' }]);
  expect((await show.execute(db)).rows).toEqual([]);
  await sql`UPDATE connections SET status = 'denied', decided_at = now() WHERE id = 1 AND status = 'pending'`.execute(
    db,
  );
  expect((await show.execute(db)).rows).toHaveLength(1);
  expect(await interests()).toEqual([
    { requester_id: 2, status: 'denied' },
    { requester_id: 2, status: 'pending' },
  ]);
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c WHERE c.relname LIKE 'connections%' AND c.relkind <> 'v'
    UNION SELECT conname FROM pg_constraint WHERE conname LIKE 'connections%' AND contype <> 'n'`.execute(db);
  expect(rows).toEqual([]);
});

it('projects of before are found by their skills', async () => {
  const { db } = opened.database;
  await sql`DROP SCHEMA public CASCADE`.execute(db);
  await sql`CREATE SCHEMA public`.execute(db);
  await createMigrator(db).migrateTo('0033-message-time');
  await sql`INSERT INTO users (name, email) VALUES ('Asha', 'asha@example.org')`.execute(db);
  await sql`
    INSERT INTO projects (creator_id, title, description, category, max_members, required_skills)
    VALUES (1, 'Rover', 'A rover', 'ai-ml', 4, '{React,Go}')`.execute(db);
  await migrate(db);
  const text = async () =>
    (await db.selectFrom('projects').select('search_text').executeTakeFirstOrThrow()).search_text;
  expect((await text()).split('\u001f')).toEqual(['rover', 'a rover', 'asha', 'react', 'go']);
  await sql`UPDATE projects SET required_skills = '{SQL}'`.execute(db);
  expect((await text()).split('\u001f')).toEqual(['rover', 'a rover', 'asha', 'sql']);
});
