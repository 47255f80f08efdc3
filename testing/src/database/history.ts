import type { Database, Db } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import { addDirectConversations, addLongListed, addStoredLists } from './chat-history.js';
import { CHUNK, HISTORY_ROWS, LONG_LISTED, MEMBERS, numbersFrom } from './history-sizes.js';
import { withoutTimeouts } from './without-timeouts.js';

/**
 * Fills the database like years of use: 5,000 members (the first signed up before) with a session, a device and a push subscription
 * with four notices; 100,000 projects, team seats, join requests, interests, activities, notifications, messages and memberships,
 * spread evenly over the members.
 */
export const fillWithHistory = (database: Database): Promise<void> => withoutTimeouts(database, fill);

async function fill({ db }: Database): Promise<void> {
  await addMembers(db);
  // Skips triggers and foreign keys: the rows are valid, and a million checks take half a minute.
  await sql`SET session_replication_role = replica`.execute(db);
  const indexes = await dropIndexes(db);
  await addProjects(db);
  await addTeams(db);
  await addToEachMember(db);
  await addDirectConversations(db);
  await addCounters(db);
  await addLongListed(db);
  await addStoredLists(db);
  await addSuspensions(db);
  await addEarlier(db);
  await createIndexes(db, indexes);
  await sql`SET session_replication_role = origin`.execute(db);
  // As autovacuum leaves the tables, which would otherwise change what plans cost during the tests.
  await sql`VACUUM ANALYZE`.execute(db);
}

async function addMembers(db: Db): Promise<void> {
  // All are listed with free hours. Nearly all have a common skill, few a rare one.
  await sql`INSERT INTO users (name, email, college, skills, takes_roles, listed, active_on, hides_activity)
    SELECT 'Member ' || n, 'old' || n || '@example.org', 'College ' || n % 100,
      CASE WHEN n % 500 = 2 THEN '{PSQL,JS}' ELSE '{JS,Other}' END::text[],
      CASE WHEN n % 10 = 0 THEN '{Backend}' ELSE '{}' END::text[], true,
      (now() AT TIME ZONE 'UTC')::date - n % 90, n % 20 = 0
    FROM generate_series(2, ${MEMBERS}) n`.execute(db);
  await sql`INSERT INTO member_hours (user_id, hours, zone, changed_on)
    SELECT n, repeat('0110', 168)::bit(672), CASE WHEN n % 2 = 0 THEN 'Asia/Kolkata' ELSE 'Asia/Kathmandu' END, '2026-01-01'
    FROM generate_series(1, ${MEMBERS}) n`.execute(db);
  await sql`INSERT INTO sessions (id, user_id, expires_at) SELECT gen_random_uuid(), n, now() + interval '7 days'
    FROM generate_series(2, ${MEMBERS}) n`.execute(db);
  // An endpoint on this host, to which nothing can be pushed.
  await sql`INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, shows_text, created_at)
    SELECT user_id, id, 'https://localhost/' || id, '', '', false, now() FROM sessions`.execute(db);
  await sql`INSERT INTO push_notices (subscription_id, topic, version)
    SELECT id, 'inbox:' || user_id + n * ${MEMBERS}, 0 FROM push_subscriptions, generate_series(0, 3) n`.execute(db);
  await sql`INSERT INTO unread_mails (user_id) SELECT generate_series(1, ${MEMBERS})`.execute(db);
  // An expired lease would be swept within seconds, and an empty table is scanned.
  await sql`INSERT INTO devices (id, user_id, lease_until, active) SELECT 'rest:' || n, n, now() + interval '1 day', false
    FROM generate_series(2, ${MEMBERS}) n`.execute(db);
}

// Filling indexes row by row would take most of the time, so all but the unique ones are dropped, and created again at the end.
async function dropIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ index: string; definition: string }>`
    SELECT indexrelid::regclass::text AS index, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT indisunique`.execute(db);
  await sql.raw(`DROP INDEX ${rows.map(({ index }) => index).join(', ')}`).execute(db);
  return rows.map(({ definition }) => definition);
}

async function createIndexes(db: Db, definitions: readonly string[]): Promise<void> {
  await sql`SET maintenance_work_mem = '256MB'`.execute(db);
  for (const definition of definitions) await sql.raw(definition).execute(db);
  await sql`RESET maintenance_work_mem`.execute(db);
}

/** Adds the projects with their applicants' requests, and the creators' notifications and activities. */
async function addProjects(db: Db): Promise<void> {
  // Every other project needs a common skill, few need a rare one.
  const skills = sql`CASE WHEN n % 500 = 1 THEN '{PSQL}' WHEN n % 2 = 0 THEN '{JS}' ELSE '{}' END::text[]`;
  // Project n belongs to member (n - 1) % 5000 + 1; the member 17 after that applies to it.
  const creator = sql`(n - 1) % ${sql.lit(MEMBERS)} + 1`;
  const requester = sql`(n + 16) % ${sql.lit(MEMBERS)} + 1`;

  for (let from = 1; from <= HISTORY_ROWS; from += CHUNK) {
    const n = numbersFrom(from);
    // Most have not been confirmed lately.
    await sql`INSERT INTO projects (creator_id, title, description, category, max_members, member_count, confirmed_at,
        may_be_listed, required_skills, role_names, search_text, title_words, search_words)
      SELECT ${creator}, 'Project ' || n, 'common words', CASE n % 10 WHEN 0 THEN 'ai-ml' ELSE 'other' END, 5, 2,
             now() - CASE n % 500 WHEN 0 THEN interval '1 day' ELSE interval '30 days' END, n % 500 = 0,
             ${skills}, CASE WHEN n % 10 = 0 THEN '{Backend}' ELSE '{}' END::text[], 'project ' || n || chr(31) || 'common words ' || md5(n::text) || chr(31) || 'member',
             ' project ' || n || ' ', ' project ' || n || ' ' || chr(10) || chr(10) || ' member ' || chr(10) || ' common words ' || md5(n::text) FROM ${n}`.execute(
      db,
    );
    await sql`INSERT INTO project_members (project_id, user_id)
      SELECT n, u FROM ${n}, LATERAL (VALUES (${creator}), (${requester})) AS m (u)`.execute(db);
    // Applicants have a seat and a transfer offer, except in one project, where a test lets a member leave.
    await sql`INSERT INTO project_offers (project_id, user_id, created_at)
      SELECT n, ${requester}, now() FROM ${n} WHERE n <> ${sql.lit(MEMBERS - 16)}`.execute(db);
    await sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at)
      SELECT n, ${creator}, ${requester}, 'Hi', CASE n % 2 WHEN 0 THEN 'pending' ELSE 'rejected' END,
             CASE n % 2 WHEN 0 THEN NULL ELSE now() END FROM ${n}`.execute(db);
    await sql`INSERT INTO request_answers (request_id, project_id, creator_id, took_ms, ended_at)
      SELECT n, n, ${creator}, 1000, now() FROM ${n} WHERE n % 5 = 1`.execute(db);
    await sql`INSERT INTO interests (project_id, requester_id) SELECT n, ${requester} FROM ${n}`.execute(db);
    await sql`INSERT INTO invitations (project_id, creator_id, member_id, answer_from, answer_by, status, decided_at)
      SELECT n, ${creator}, ${requester}, now(), now(), 'declined', now() FROM ${n} WHERE n % 10 = 7`.execute(db);
    await sql`INSERT INTO activities (user_id, type, icon, message)
      SELECT ${creator}, 'project', 'Plus', 'You created a project' FROM ${n}`.execute(db);
    await sql`INSERT INTO notifications (user_id, kind, key, title, project_id, subject_id, actor_id, created_at, read_at)
      SELECT ${creator}, 'interest:received', 'interest:' || n, 'Project ' || n, n, n, ${requester},
             now() + n * interval '1 ms', CASE n % 2 WHEN 0 THEN NULL ELSE now() END FROM ${n}`.execute(db);
  }
}

/** Every tenth project names a seat, and its team has a conversation with two messages, of which one mentions a member. */
async function addTeams(db: Db): Promise<void> {
  await sql`INSERT INTO project_roles (project_id, name, seats, place)
    SELECT n, 'Backend', 1, 0 FROM generate_series(10, ${HISTORY_ROWS}, 10) n`.execute(db);
  await sql`INSERT INTO team_events (project_id, kind, user_id, at)
    SELECT project_id, 'joined', user_id, now() FROM project_members WHERE project_id % 10 = 0`.execute(db);
  await sql`WITH made AS (
      INSERT INTO conversations (kind, project_id, last_seq, sent, last_message_at)
      SELECT 'team', n, 2, '{1,1}'::int4[], now() FROM generate_series(10, ${HISTORY_ROWS}, 10) n RETURNING id, project_id
    ), joined AS (
      INSERT INTO memberships (user_id, conversation_id, slot)
      SELECT s.user_id, made.id, row_number() OVER (PARTITION BY made.id ORDER BY s.user_id)
      FROM made JOIN project_members s ON s.project_id = made.project_id RETURNING user_id, conversation_id, slot
    ), written AS (
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
      SELECT conversation_id, slot, user_id, 1, 'Hi', now() FROM joined
    )
    INSERT INTO message_mentions (user_id, conversation_id, seq, by_id, at, is_team)
    SELECT user_id, conversation_id, 1, user_id, now(), false FROM joined WHERE slot = 2`.execute(db);
}

/** Adds rows that every member has: choices, follows, mutes, blocks, dismissals and entries of the audit trail. */
async function addToEachMember(db: Db): Promise<void> {
  await sql`INSERT INTO audit_entries (member_id, kind)
    SELECT 1 + n % ${MEMBERS}, 'session:begun' FROM generate_series(1, ${HISTORY_ROWS}) n`.execute(db);
  await sql`INSERT INTO inboxes (user_id) SELECT generate_series(1, ${MEMBERS})`.execute(db);
  await sql`INSERT INTO notification_choices (user_id) SELECT generate_series(1, ${MEMBERS})`.execute(db);
  await sql`INSERT INTO skill_followers (user_id) SELECT generate_series(1, ${MEMBERS})`.execute(db);
  await sql`INSERT INTO followed_skills (user_id, key, skill, after_project_id)
    SELECT id, 'skill ' || n, 'skill ' || n, 0 FROM generate_series(1, ${MEMBERS}) AS id, generate_series(1, 4) AS n`.execute(
    db,
  );
  await sql`INSERT INTO muted_members (user_id, other_id)
    SELECT id, 1 + (id + n) % ${MEMBERS} FROM generate_series(1, ${MEMBERS}) AS id, generate_series(1, 4) AS n`.execute(
    db,
  );
  await sql`INSERT INTO blocks (blocker_id, blocked_id)
    SELECT id, 1 + (id + 1000 + n) % ${MEMBERS} FROM generate_series(1, ${MEMBERS}) AS id, generate_series(1, 4) AS n`.execute(
    db,
  );
  await sql`INSERT INTO suggestion_dismissals (user_id, member_id)
    SELECT id, 1 + (id + n) % ${MEMBERS} FROM generate_series(1, ${MEMBERS}) AS id, generate_series(1, 4) AS n`.execute(
    db,
  );
  await sql`INSERT INTO suggestion_dismissals (user_id, project_id)
    SELECT id, id + n FROM generate_series(1, ${MEMBERS}) AS id, generate_series(20, 23) AS n`.execute(db);
  await sql`INSERT INTO muted_projects (user_id, project_id)
    SELECT id, id + n FROM generate_series(1, ${MEMBERS}) AS id, generate_series(1, 4) AS n`.execute(db);
}

/** Adds the counters that triggers would have raised. */
async function addCounters(db: Db): Promise<void> {
  await sql`INSERT INTO request_versions (user_id, version) SELECT n, 1 FROM generate_series(1, ${MEMBERS}) n`.execute(
    db,
  );
}

/** Adds suspensions of other members, so that the table is large and no member of the tests is suspended. */
async function addSuspensions(db: Db): Promise<void> {
  const members = sql`generate_series(${sql.lit(LONG_LISTED + 1)}, ${sql.lit(LONG_LISTED + 20_000)}) n`;
  await sql`INSERT INTO suspensions (user_id, begun_at, ends_at, reason)
    SELECT n, now(), CASE WHEN n % 2 = 0 THEN now() + interval '7 days' END, 'spam' FROM ${members}`.execute(db);
  await sql`INSERT INTO suspended_sessions (id, token_hash, user_id, created_at, expires_at)
    SELECT gen_random_uuid(), sha256(n::text::bytea), n, now(), now() + interval '1 day' FROM ${members}`.execute(db);
}

/** Adds data about the past: replaced texts, addresses and pictures of other members, links, and minutes of uptime. */
async function addEarlier(db: Db): Promise<void> {
  const members = sql`generate_series(${sql.lit(LONG_LISTED + 1)}, ${sql.lit(LONG_LISTED + 20_000)}) n`;
  const hash = sql`sha256(n::text::bytea)`;
  await sql`INSERT INTO kept_texts (user_id, project_id, words) SELECT n, n, '{}' FROM ${members}`.execute(db);
  await sql`INSERT INTO member_pictures (id, user_id, small, large, created_at) SELECT gen_random_uuid(), n, '', '', now()
    FROM ${members}`.execute(db);
  await sql`INSERT INTO identities (provider, subject, user_id) SELECT 'google', n, n FROM ${members}`.execute(db);
  await sql`INSERT INTO former_addresses (user_id, email, token_hash, changed_at, expires_at)
    SELECT n, n || '@former.example.org', ${hash}, now(), now() + interval '1 day' FROM ${members}`.execute(db);
  await sql`INSERT INTO email_links (user_id, email, token_hash, expires_at)
    SELECT n, n || '@new.example.org', ${hash}, now() + interval '1 day' FROM ${members}`.execute(db);
  await sql`INSERT INTO password_resets (user_id, token_hash, expires_at)
    SELECT n, ${hash}, now() + interval '1 day' FROM ${members}`.execute(db);
  await sql`INSERT INTO message_wordings (conversation_id, seq, content, replaced_at)
    SELECT id, 1, 'earlier', now() - CASE WHEN id % 2 = 0 THEN interval '40 days' ELSE interval '4 days' END FROM conversations`.execute(
    db,
  );
  await sql`INSERT INTO message_links (conversation_id, seq) SELECT id, 1 FROM conversations WHERE id % 3 = 1`.execute(
    db,
  );
  await sql`INSERT INTO conversation_links (conversation_id, found_until)
    SELECT id, 2 FROM conversations WHERE id % 3 = 1`.execute(db);
  await sql`INSERT INTO uptime_minutes (minute)
    SELECT date_trunc('minute', now()) - n * interval '1 minute' FROM generate_series(100, 20000) n`.execute(db);
}
