import { runsAll } from '@sangam/testing/runs';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { listActivities } from '../records/activities.queries.js';
import { createMigrator, migrate } from './migrate.js';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
beforeEach(async () => {
  await sql`DROP SCHEMA public CASCADE`.execute(opened.database.db);
  await sql`CREATE SCHEMA public`.execute(opened.database.db);
});
afterAll(() => opened.close());

it.runIf(runsAll)(
  'turns connections into interests, which servers of the previous version still read and write',
  async () => {
    const { db } = opened.database;
    const { error } = await createMigrator(db).migrateTo('0030-connections-pending');
    expect(error).toBeUndefined();
    await sql`INSERT INTO users (name, email) VALUES ('Asha', 'asha@example.org'), ('Bina', 'bina@example.org')`.execute(
      db,
    );
    await sql`
    INSERT INTO projects (creator_id, title, description, category, max_members)
    VALUES (1, 'Rover', 'A rover', 'ai-ml', 4)`.execute(db);
    // Inserts as that version does.
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
  },
);

it.runIf(runsAll)('finds older projects by their skills', async () => {
  const { db } = opened.database;
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

it.runIf(runsAll)(
  'reads the sentences of earlier activities, and those that servers of the previous version still write',
  async () => {
    const { db } = opened.database;
    await createMigrator(db).migrateTo('0100-former-addresses');
    const names = ['Asha', 'Bina', 'Chand', 'Chand', 'Quote "joined" Rao'];
    for (const [index, name] of names.entries())
      await sql`INSERT INTO users (name, email) VALUES (${name}, ${`${index}@example.org`})`.execute(db);
    await sql`
    INSERT INTO projects (creator_id, title, description, category, max_members)
    VALUES (1, 'Old title', '', 'other', 4)`.execute(db);
    await sql`
    INSERT INTO join_requests (project_id, creator_id, requester_id, message)
    SELECT 1, 1, u, 'Hi' FROM generate_series(2, 5) u`.execute(db);
    const before: [message: string, project: number | null, other: number | null][] = [
      ['You created "Old title"', 1, null],
      ['Bina asked to join "Old title"', 1, null],
      ['Chand joined "Old title"', 1, null],
      ['Quote "joined" Rao left "Old title"', 1, null],
      ['Bina started a conversation with you', null, 2],
      ['Your request to join "Old title" ended: the project was finished', 1, null],
      ['A sentence of an even earlier version', null, null],
    ];
    const insert = (message: string, project: number | null, other: number | null) =>
      sql`INSERT INTO activities (user_id, type, icon, message, project_id, other_id)
      VALUES (1, 'other', 'Target', ${message}, ${project}, ${other})`.execute(db);
    for (const line of before) await insert(...line);
    await migrate(db);
    for (const line of before) await insert(...line);
    await sql`UPDATE projects SET title = 'New title'`.execute(db);
    await sql`UPDATE users SET name = 'Former member' WHERE name = 'Bina'`.execute(db);
    const words = [
      'You created “New title”',
      'Former member asked to join “New title”',
      'A member joined “New title”',
      'Quote "joined" Rao left “New title”',
      'Former member started a conversation with you',
      'Your request to join “New title” ended: the project was finished',
      'A sentence of an even earlier version',
    ];
    const rows = await listActivities(db, 1, { limit: 20 });
    const read = rows.sort((a, b) => a.id - b.id).map(({ message }) => message);
    expect(read.slice(0, words.length)).toEqual(words);
    // Bina has another name by then.
    expect(read.slice(words.length)).toEqual(words);
    const { rows: stored } = await sql`SELECT FROM activities WHERE message ~ 'Bina|Chand|Rao'`.execute(db);
    expect(stored).toEqual([]);
  },
);

/** Rows of each version, for everything that later migrations fill or change. */
const rowsOf = (n: number) => sql`
  WITH made AS (
    INSERT INTO projects (creator_id, title, description, category, max_members) VALUES (1, ${`Project ${n}`}, '', 'other', 4)
    RETURNING id
  ), asked AS (
    INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at)
    SELECT id, 1, u, 'Hi', s, d FROM made, (VALUES (2, 'pending', NULL), (3, 'rejected', now())) AS r (u, s, d)
  )
  INSERT INTO interests (project_id, requester_id) SELECT id, 2 FROM made`;

// Its steps grow with each migration: 200 took a busy machine's embedded database more than a minute.
it('runs each migration since the jobs on rows of the previous version, and keeps them; pending requests and interest get seven days', {
  timeout: 300_000,
}, async () => {
  const { db } = opened.database;
  const migrator = createMigrator(db);
  await migrator.migrateTo('0035-skill-search');
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, 3) n`.execute(
    db,
  );
  const left = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  // The run before a merge goes through older ones, which no longer change, in larger steps.
  const stops = left.filter((_, index) => runsAll || index % 12 === 0 || index >= left.length - 12);
  await rowsOf(0).execute(db);
  for (const [index, { name }] of stops.entries()) {
    const { error, results = [] } = await migrator.migrateTo(name);
    expect(error).toBeUndefined();
    expect(results).not.toEqual([]);
    await rowsOf(index + 1).execute(db);
  }
  const steps = stops.length;
  expect(steps).toBeGreaterThanOrEqual(6);
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*) FROM projects WHERE answer_days = 7 AND state = 'open') AS projects,
      (SELECT count(*) FROM join_requests WHERE status = 'pending') AS pending,
      (SELECT count(*) FROM join_requests WHERE status = 'rejected' AND answer_by IS NULL) AS rejected,
      (SELECT count(*) FROM interests) AS interests`.execute(db);
  expect(rows).toEqual([{ projects: steps + 1, pending: steps + 1, rejected: steps + 1, interests: steps + 1 }]);

  // Deadlines count from the migration that added them.
  const { rows: clocks } = await sql<{ days: number; jobs: number }>`
    SELECT extract(day FROM r.answer_by - r.answer_from)::int AS days, count(j.id) AS jobs
    FROM join_requests r LEFT JOIN jobs j ON j.kind = 'request:clock' AND j.key = r.id::text
      AND j.payload = jsonb_build_object('request_id', r.id) AND j.due_at = r.answer_from + interval '84 hours'
    WHERE r.status = 'pending' AND r.answer_by IS NOT NULL GROUP BY 1`.execute(db);
  expect(clocks).toMatchObject([{ days: 7 }]);
  expect(clocks[0]?.jobs).toBeGreaterThanOrEqual(runsAll ? 6 : 1);
  const { rows: ofInterests } = await sql<{ days: number; jobs: number }>`
    SELECT extract(day FROM i.answer_by - i.answer_from)::int AS days, count(j.id) AS jobs
    FROM interests i LEFT JOIN jobs j ON j.kind = 'interest:clock' AND j.key = i.id::text
      AND j.payload = jsonb_build_object('interest_id', i.id) AND j.due_at = i.answer_from + interval '84 hours'
    WHERE i.status = 'pending' AND i.answer_by IS NOT NULL GROUP BY 1`.execute(db);
  expect(ofInterests).toMatchObject([{ days: 7 }]);
  expect(ofInterests[0]?.jobs).toBeGreaterThanOrEqual(runsAll ? 6 : 1);
});

it('fills what each participant has sent, and servers of the previous version go on counting together with those of this one', async () => {
  const { db } = opened.database;
  const migrator = createMigrator(db);
  await migrator.migrateTo('0114-without-text-indexes');
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, 4) n`.execute(
    db,
  );
  // Creates a conversation as that version does.
  const begin = async (low: number, high: number, sent: [number, number], checked: [boolean, boolean]) => {
    await sql`INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, low_checked, high_checked)
      VALUES (${low}, ${high}, ${sent[0] + sent[1]}, ${sent[0]}, ${sent[1]}, ${checked[0]}, ${checked[1]})
      ON CONFLICT (low_id, high_id) DO NOTHING`.execute(db);
    await sql`INSERT INTO memberships (user_id, other_id, conversation_id)
      SELECT low_id, high_id, id FROM conversations WHERE low_id = ${low} AND high_id = ${high}
      UNION ALL SELECT high_id, low_id, id FROM conversations WHERE low_id = ${low} AND high_id = ${high}
      ON CONFLICT (user_id, other_id) DO NOTHING`.execute(db);
  };
  const write = (id: number, low: number, high: number) =>
    sql`UPDATE conversations SET last_seq = last_seq + ${low + high}::int, low_sent = low_sent + ${low}::int,
      high_sent = high_sent + ${high}::int WHERE id = ${id}`.execute(db);
  const state = async () =>
    (
      await sql<{ sent: number[]; checked: number[] | null }>`
        SELECT sent, checked FROM conversations c
        WHERE low_checked = coalesce(1 = ANY (checked), false)
          AND high_checked = coalesce(2 = ANY (checked), false) ORDER BY id`.execute(db)
    ).rows.map(({ sent, checked }) => [...sent, checked?.join()]);
  await begin(1, 2, [3, 4], [false, false]);
  await begin(1, 3, [0, 9], [true, false]);
  await migrator.migrateTo('0115-slots');
  // Writes to a conversation whose row is not filled yet, and below to a filled one.
  await write(1, 1, 0);
  await begin(1, 4, [0, 0], [true, true]);
  await sql`UPDATE conversations SET last_change = 5 WHERE id = 2`.execute(db);
  await migrate(db);
  expect(await state()).toEqual([
    [4, 4, undefined],
    [0, 9, '1'],
    [0, 0, '1,2'],
  ]);
  await sql`SELECT begin_kept_list(3)`.execute(db);
  await write(2, 2, 1);
  const { rows: kept } = await sql`SELECT k.received, t.messages, t.received AS total FROM kept_conversations k JOIN (
    SELECT user_id, sum(messages)::int AS messages, sum(received)::int AS received FROM kept_totals GROUP BY 1) t ON t.user_id = k.user_id
    WHERE k.user_id = 3`.execute(db);
  expect(kept).toEqual([{ received: 2, messages: 12, total: 2 }]);
  await sql`UPDATE conversations SET low_checked = false, high_checked = true WHERE id = 2`.execute(db);
  await begin(2, 3, [0, 0], [true, true]);
  await begin(2, 3, [0, 0], [true, true]);
  // This version, together with servers of the previous one and without them.
  await sql`UPDATE conversations SET last_seq = last_seq + 1, sent[1] = sent[1] + 1, low_sent = low_sent + 1 WHERE id = 1`.execute(
    db,
  );
  await sql`UPDATE conversations SET last_seq = last_seq + 1, sent[2] = sent[2] + 1, checked = '{2}' WHERE id = 3`.execute(
    db,
  );
  await sql`INSERT INTO conversations (low_id, high_id, last_seq, sent, checked) VALUES (3, 4, 7, '{2,5}', '{1}')`.execute(
    db,
  );
  expect(await state()).toEqual([
    [5, 4, undefined],
    [2, 10, '2'],
    [0, 1, '2'],
    [0, 0, '1,2'],
    [2, 5, '1'],
  ]);
  // A server of that version that returns late is refused.
  await expect(write(3, 4, 0)).rejects.toThrow('conversations_sent');
  const { rows: slots } = await sql<{ slots: string }>`
    SELECT string_agg(user_id || ':' || slot, ' ' ORDER BY user_id) AS slots FROM memberships GROUP BY conversation_id
    ORDER BY conversation_id`.execute(db);
  expect(slots.map(({ slots }) => slots)).toEqual(['1:1 2:2', '1:1 3:2', '1:1 4:2', '2:1 3:2']);
  await expect(sql`UPDATE conversations SET last_seq = last_seq + 1 WHERE id = 1`.execute(db)).rejects.toThrow(
    'conversations_sent',
  );
});

it('copies hidden activity and the names of roles for earlier rows, and keeps the copies for servers of the previous version', async () => {
  const { db } = opened.database;
  await createMigrator(db).migrateTo('0162-mentions');
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, 3) n`.execute(
    db,
  );
  await sql`INSERT INTO notification_choices (user_id, presence_for) VALUES (1, 'nobody'), (2, 'anyone')`.execute(db);
  await sql`INSERT INTO projects (creator_id, title, description, category, max_members) VALUES (1, 'Rover', '', 'other', 4)`.execute(
    db,
  );
  await sql`INSERT INTO project_roles (project_id, name, seats, place, removed_at)
    VALUES (1, 'Backend', 1, 1, NULL), (1, 'Design', 1, 0, NULL), (1, 'Gone', 1, 2, now())`.execute(db);
  await migrate(db);
  const state = async () => {
    const { rows } = await sql`SELECT role_names AS names, search_words LIKE '% backend %' AS found,
      ARRAY(SELECT id FROM users WHERE hides_activity ORDER BY id) AS hiding FROM projects`.execute(db);
    return rows;
  };
  expect(await state()).toEqual([{ names: ['Design', 'Backend'], found: true, hiding: [1] }]);
  await sql`UPDATE project_roles SET name = 'Data' WHERE name = 'Backend'`.execute(db);
  await sql`UPDATE notification_choices SET presence_for = 'acquainted' WHERE user_id = 2`.execute(db);
  await sql`INSERT INTO notification_choices (user_id, presence_for) VALUES (3, 'nobody')`.execute(db);
  await sql`DELETE FROM notification_choices WHERE user_id = 1`.execute(db);
  expect(await state()).toEqual([{ names: ['Design', 'Data'], found: false, hiding: [2, 3] }]);
});

it('counts earlier seat offers, and those that servers of the previous version make and end', async () => {
  const { db } = opened.database;
  await createMigrator(db).migrateTo('0194-mentions-of-message');
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, 5) n`.execute(
    db,
  );
  await sql`INSERT INTO projects (creator_id, title, description, category, max_members)
    SELECT 1, 'Rover', '', 'other', 9 FROM generate_series(1, 2)`.execute(db);
  // Two seat offers, one that such a server has accepted, and a place on the waitlist.
  await sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at, line_place, offered_until)
    SELECT 1, 1, u, 'Hi', s, d, p, CASE p WHEN 0 THEN now() END
    FROM (VALUES (2, 'pending', NULL, 0), (3, 'pending', NULL, 0), (4, 'accepted', now(), 0), (5, 'pending', NULL, 1)) AS r (u, s, d, p)`.execute(
    db,
  );
  await migrate(db);
  const counted = async () =>
    (await db.selectFrom('projects').select('offered_seats').orderBy('id').execute()).map((row) => row.offered_seats);
  expect(await counted()).toEqual([2, 0]);
  const change = async (requester: number, to: string) => {
    await sql`UPDATE join_requests SET ${sql.raw(to)} WHERE requester_id = ${requester}`.execute(db);
    return (await counted())[0];
  };
  expect(await change(5, 'line_place = 0, offered_until = now()')).toBe(3);
  expect(await change(5, "offered_until = now() + interval '1 day'")).toBe(3);
  expect(await change(2, "status = 'accepted', decided_at = now()")).toBe(2);
  expect(await change(3, "status = 'withdrawn', decided_at = now(), line_place = NULL, offered_until = NULL")).toBe(1);
  await sql`DELETE FROM join_requests WHERE requester_id IN (4, 5)`.execute(db);
  expect(await counted()).toEqual([0, 0]);
});

it.runIf(inject('template').kind === 'postgres')(
  'an upgrade waits for a long read, such as a backup, without blocking anybody',
  async () => {
    const { db, pool } = opened.database;
    const migrator = createMigrator(db);
    await migrator.migrateTo('0060-told-read-marks');
    const backup = await pool.connect();
    await backup.query('BEGIN; LOCK TABLE messages IN ACCESS SHARE MODE');
    let tries = 0;
    const migrated = migrate(db, () => {
      tries += 1;
    });
    const write = (seq: number) =>
      sql`INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
        VALUES (1, ${seq}, 1, ${seq}, 'Hi', now())`.execute(db);
    // Each is written while the backup runs.
    for (let seq = 1; tries < 1; seq += 1) await write(seq);
    await backup.query('COMMIT');
    backup.release();
    expect(await migrated).toContain('0061-message-edits');
    const { rows } =
      await sql`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('messages_deleted')`.execute(db);
    expect(rows).toEqual([{ indisvalid: true }]);
    expect(await migrate(db)).toEqual([]);
  },
);
