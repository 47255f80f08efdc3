import { dayMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { recordStatements } from '@sangam/testing/database/statements';
import { testSweeper } from '@sangam/testing/sweep';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type FileStore, folderStore } from '../../chat/attachments/file-store.js';
import type { Database } from '../../platform/db/database.js';

let test: TestDatabase;
let db: Database['db'];
const nowMs = Date.now();
let files: FileStore;
const sweeper = () => testSweeper({ db, clock: stoppedClock(nowMs), files });

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.database.db;
  files = folderStore(test.dataDir);
  await sql`INSERT INTO users (name, email) VALUES ('Asha', 'asha@example.org'), ('Bina', 'bina@example.org')`.execute(
    db,
  );
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['sessions', 'password_resets', 'oauth_flows', 'oauth_codes'] as const)
    await db.deleteFrom(table).execute();
});

const addSessions = (count: number, expiredDaysAgo: number) =>
  sql`INSERT INTO sessions (id, user_id, expires_at)
    SELECT gen_random_uuid(), 1, ${new Date(nowMs - expiredDaysAgo * dayMs)} FROM generate_series(1, ${count})`.execute(
    db,
  );
const count = async (table: 'sessions' | 'password_resets' | 'oauth_flows' | 'oauth_codes') =>
  (
    await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

it('deletes all sessions a month after they expired, and keeps the others', async () => {
  await addSessions(4_500, 31);
  await addSessions(3, 29);
  await addSessions(2, -7);
  await sweeper().sweep();
  expect(await count('sessions')).toBe(5);
});

it('deletes expired reset links, sign-ins and codes', async () => {
  const [past, future] = [new Date(nowMs - 1_000), new Date(nowMs + 60_000)];
  for (const [user_id, expires_at] of [
    [1, past],
    [2, future],
  ] as const) {
    const hash = Buffer.from(`hash of ${user_id}`);
    const both = { browser_hash: hash, expires_at };
    await db.insertInto('password_resets').values({ user_id, token_hash: hash, expires_at }).execute();
    await db
      .insertInto('oauth_flows')
      .values({ state_hash: hash, provider: 'google', ...both })
      .execute();
    await db
      .insertInto('oauth_codes')
      .values({ code_hash: hash, user_id, ...both })
      .execute();
  }
  await sweeper().sweep();
  for (const table of ['password_resets', 'oauth_flows', 'oauth_codes'] as const) expect(await count(table)).toBe(1);
  const [left] = await db.selectFrom('password_resets').select('user_id').execute();
  expect(left?.user_id).toBe(2);
});

// The embedded database has one connection and one server.
it.runIf(inject('template').kind === 'postgres')("runs one sweep at a time; the others don't wait", async () => {
  await addSessions(5_000, 31);
  await Promise.all([sweeper().sweep(), sweeper().sweep(), sweeper().sweep()]);
  expect(await count('sessions')).toBe(0);

  await addSessions(1, 31);
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(7261001)`.execute(trx);
    await sweeper().sweep();
  });
  expect(await count('sessions')).toBe(1);
});

it('deletes jobs a month after they failed, but no waiting jobs', async () => {
  const failed = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs);
  for (const failed_at of [failed(31), failed(29), null])
    await db
      .insertInto('jobs')
      .values({
        kind: 'letter',
        key: null,
        payload: '{}',
        due_at: failed(60),
        failed_at,
        leased_until: null,
        again_at: null,
        last_error: null,
      })
      .execute();
  await sweeper().sweep();
  const left = await db.selectFrom('jobs').select('failed_at').orderBy('failed_at').execute();
  expect(left.map(({ failed_at }) => failed_at)).toEqual([failed(29), null]);
});

it('deletes notifications 90 days after they were read, and the oldest beyond 500', async () => {
  const read = (daysAgo: number | null) => (daysAgo === null ? null : new Date(nowMs - daysAgo * dayMs));
  for (const [key, daysAgo] of Object.entries({ long: 91, lately: 89, unread: null }))
    await db
      .insertInto('notifications')
      .values({
        user_id: 1,
        kind: 'request:received',
        key,
        title: 'T',
        project_id: null,
        subject_id: null,
        actor_id: null,
        created_at: new Date(nowMs - 100 * dayMs),
        read_at: read(daysAgo),
      })
      .execute();
  await sql`INSERT INTO notifications (user_id, kind, key, title, created_at)
    SELECT 2, 'seat:left', 'key ' || n, 'T', to_timestamp(n) FROM generate_series(1, 510) AS n`.execute(db);
  await sweeper().sweep();
  const left = await db.selectFrom('notifications').select(['user_id', 'key']).orderBy('id').execute();
  expect(left.filter(({ user_id }) => user_id === 1).map(({ key }) => key)).toEqual(['lately', 'unread']);
  expect(left.filter(({ user_id }) => user_id === 2).map(({ key }) => key)).toEqual(
    Array.from({ length: 500 }, (_, n) => `key ${n + 11}`),
  );
});

it('deletes earlier texts of messages and the keys of changes after 30 days', async () => {
  const ago = (days: number) => new Date(nowMs - days * dayMs);
  for (const [seq, days] of [
    [1, 31],
    [2, 29],
  ] as const) {
    const one = { conversation_id: 1, seq };
    await db
      .insertInto('message_wordings')
      .values({ ...one, content: 'before', replaced_at: ago(days) })
      .execute();
    await db
      .insertInto('message_acts')
      .values({ ...one, user_id: 1, client_id: crypto.randomUUID(), done_at: ago(days) })
      .execute();
  }
  await sweeper().sweep();
  for (const table of ['message_wordings', 'message_acts'] as const)
    expect(await db.selectFrom(table).select('seq').execute()).toEqual([{ seq: 2 }]);
});

/** Adds a project with Asha and Bina from before teams had conversations. */
const addTeam = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO projects (title, description, category, creator_id, max_members, member_count)
    VALUES ('Rover', 'D', 'other', 1, 5, 2) RETURNING id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`ALTER TABLE project_members DISABLE TRIGGER participant_changed`.execute(db);
  await sql`INSERT INTO project_members (project_id, user_id) VALUES (${id}, 1), (${id}, 2)`.execute(db);
  await sql`ALTER TABLE project_members ENABLE TRIGGER participant_changed`.execute(db);
  return id;
};
const conversationOf = async (projectId: number) =>
  (
    await sql<{ id: number; people: number[] }>`
      SELECT c.id, array_agg(m.user_id ORDER BY m.slot) AS people
      FROM conversations c JOIN memberships m ON m.conversation_id = c.id AND m.left_seq IS NULL
      WHERE c.project_id = ${projectId} GROUP BY c.id`.execute(db)
  ).rows[0];

it('opens the conversations of existing teams once no server of an earlier release runs', async () => {
  const id = await addTeam();
  await sql`INSERT INTO servers (id, lease_until, release) VALUES (gen_random_uuid(), now() + interval '1 minute', 1)`.execute(
    db,
  );
  await sweeper().sweep();
  expect(await conversationOf(id)).toBeUndefined();
  await db.deleteFrom('servers').execute();
  await sweeper().sweep();
  expect(await conversationOf(id)).toMatchObject({ people: [1, 2] });
  await sweeper().sweep();
  expect(await conversationOf(id)).toMatchObject({ people: [1, 2] });
});

it('looks for teams without a conversation until all have one', async () => {
  const one = sweeper();
  const looks = async () => {
    const { statements } = await recordStatements(() => one.sweep());
    return statements.filter(({ text }) => text.includes('member_count >= 2')).length;
  };
  const id = await addTeam();
  expect(await looks()).toBe(1);
  expect(await conversationOf(id)).toBeDefined();
  // It might have been rolled back, so it looks once more.
  expect(await looks()).toBe(2);
  expect(await looks()).toBe(0);
});

it('erases the messages of a team 30 days after its project was deleted, and no others', async () => {
  const [doomed, kept] = [await addTeam(), await addTeam()];
  await sweeper().sweep();
  await db.transaction().execute(async (trx) => {
    for (const project of [doomed, kept])
      await sql`
        INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
        SELECT c.id, n, 1, n, 'Hello', now() FROM conversations c, generate_series(1, 10000) n WHERE c.project_id = ${project}`.execute(
        trx,
      );
    // Makes statistics with pages without rows. The embedded database has one connection, which sees its own rows.
    await sql`ANALYZE messages`.execute(inject('template').kind === 'postgres' ? db : trx);
  });
  await sql`UPDATE projects SET state = 'deleted' WHERE id = ${doomed}`.execute(db);
  await sql`DELETE FROM project_members WHERE project_id = ${doomed}`.execute(db);
  const left = async () => {
    const { rows } = await sql<{ project_id: number; left: number }>`
      SELECT c.project_id, count(*)::int AS left FROM messages t JOIN conversations c ON c.id = t.conversation_id
      WHERE c.project_id IN (${doomed}, ${kept}) GROUP BY 1 ORDER BY 1`.execute(db);
    return rows;
  };
  const lastLeft = (daysAgo: number) =>
    sql`UPDATE memberships m SET left_at = ${new Date(nowMs)}::timestamptz - make_interval(days => ${daysAgo})
      FROM conversations c WHERE c.id = m.conversation_id AND c.project_id = ${doomed} AND m.user_id = 2`.execute(db);
  // One member left long ago, but the other may still report it.
  await sql`UPDATE memberships SET left_at = NULL WHERE left_at IS NOT NULL`.execute(db);
  await lastLeft(29);
  await sweeper().sweep();
  expect(await left()).toEqual([doomed, kept].map((project_id) => ({ project_id, left: 10_000 })));
  await lastLeft(31);
  await sweeper().sweep();
  expect(await left()).toEqual([{ project_id: kept, left: 10_000 }]);
  expect(await conversationOf(doomed)).toBeUndefined();
});
