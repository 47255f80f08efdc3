import type { Database } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import { withoutTimeouts } from './without-timeouts.js';

/** The number of other members, and of their projects. */
export const OTHER_MEMBERS = 2_000;
export const PROJECTS = 3_000;
/** The busy member's own projects follow these; all applicants asked to join this first one. */
export const OWN_PROJECT = PROJECTS + 1;
const OWN_PROJECTS = 200;
const CONVERSATIONS = 1_000;
const REQUESTS = 500;
const TEAMS = 200;
/** The first project in whose team the busy member is. */
export const TEAM_PROJECT = 1;
/** More messages than a page has, each with a link and nearly of the maximum length. */
const LONG_THREAD = 2_000;
const LISTED = 500;

/** The ids that the busy member's calls use for others. */
export interface BusyMember {
  /** A member with a long conversation, and its id. */
  friendId: number;
  conversationId: number;
}

/**
 * Makes this member, the first one, as busy as any may be: 1,000 conversations, 200 teams, 200 projects of their own, and hundreds of
 * requests, invitations, notifications, blocks and mutes. Other members have few rows, since the cost of calls doesn't grow with those
 * (`query-plans.test.ts`).
 */
export async function fillForBusyMember(database: Database, id: number): Promise<BusyMember> {
  let busy: BusyMember | undefined;
  await withoutTimeouts(database, async ({ db }) => {
    // Skips triggers and foreign keys, since the rows are valid.
    await sql`SET session_replication_role = replica`.execute(db);
    await addOtherMembers(db, id);
    await addConversations(db, id);
    busy = await addLongThread(db, id);
    await addProjects(db, id);
    await addRequests(db, id);
    await addLists(db, id);
    // Triggers would have raised these counters.
    await sql`INSERT INTO request_versions (user_id, version) SELECT id, 1 FROM users ON CONFLICT DO NOTHING`.execute(
      db,
    );
    await sql`INSERT INTO inboxes (user_id) SELECT id FROM users ON CONFLICT DO NOTHING`.execute(db);
    await sql`SELECT begin_kept_list(${sql.lit(id)})`.execute(db);
    await sql`SET session_replication_role = origin`.execute(db);
    await sql`ANALYZE`.execute(db);
  });
  if (busy === undefined) throw new Error('the busy member was not filled in');
  return busy;
}

type Db = Database['db'];

async function addOtherMembers(db: Db, id: number): Promise<void> {
  await sql`INSERT INTO users (name, email, college, skills, listed, active_on, email_verified_at)
    SELECT 'Member ' || n, 'other' || n || '@example.org', 'College ' || n % 10, '{JS,Other}'::text[], true,
      (now() AT TIME ZONE 'UTC')::date - n % 30, now() FROM generate_series(2, ${sql.lit(OTHER_MEMBERS)}) n`.execute(
    db,
  );
  await sql`UPDATE users SET skills = '{JS,Go,SQL}', college = 'College 7', listed = true, active_on = current_date, email_verified_at = now()
    WHERE id = ${sql.lit(id)}`.execute(db);
  await sql`INSERT INTO member_hours (user_id, hours, zone, changed_on)
    SELECT id, repeat('0110', 168)::bit(672), 'Asia/Kolkata', '2026-01-01' FROM users`.execute(db);
  await sql`INSERT INTO member_pictures (id, user_id, small, large, created_at)
    SELECT gen_random_uuid(), id, '\\x00', '\\x00', now() FROM users`.execute(db);
  await sql`INSERT INTO notification_choices (user_id) SELECT id FROM users ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO search_members (user_id, indexed_until) VALUES (${sql.lit(id)}, now()) ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

const addConversations = (db: Db, id: number) =>
  sql`WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, sent, last_message_at, last_change)
      SELECT ${sql.lit(id)}, n, 2, 1, 1, '{1,1}'::int4[], now() - n * interval '1 minute', 1
      FROM generate_series(2, ${sql.lit(CONVERSATIONS + 1)}) n RETURNING id, low_id, high_id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, slot)
      SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
    ), reacted AS (
      INSERT INTO message_reactions (conversation_id, seq, user_id, emoji, reacted_at) SELECT id, 1, high_id, '👍', now() FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at, change)
    SELECT id, 1, low_id, 1, 'Hi', now(), 1 FROM made UNION ALL SELECT id, 2, high_id, 1, repeat('word ', 700), now(), NULL FROM made`.execute(
    db,
  );

async function addLongThread(db: Db, id: number): Promise<BusyMember> {
  const friendId = 2;
  const { id: conversationId } = await db
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', id)
    .where('high_id', '=', friendId)
    .executeTakeFirstOrThrow();
  const half = LONG_THREAD / 2;
  await sql`INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at, reply_to, change)
    SELECT ${sql.lit(conversationId)}, n, CASE n % 2 WHEN 1 THEN ${sql.lit(id)} ELSE ${sql.lit(friendId)} END, (n + 1) / 2, 'https://example.org/ ' || repeat('word ', 700),
      now(), n - 2, n FROM generate_series(3, ${sql.lit(LONG_THREAD)}) n`.execute(db);
  await sql`UPDATE conversations SET last_seq = ${sql.lit(LONG_THREAD)}, low_sent = ${sql.lit(half)}, high_sent = ${sql.lit(half)}, sent = ARRAY[${sql.lit(half)}, ${sql.lit(half)}]::int4[],
      last_change = ${sql.lit(LONG_THREAD)} WHERE id = ${sql.lit(conversationId)}`.execute(db);
  await sql`INSERT INTO message_reactions (conversation_id, seq, user_id, emoji, reacted_at)
    SELECT ${sql.lit(conversationId)}, n, u, e, now() - (${sql.lit(LONG_THREAD)} - n) * interval '1 s' FROM generate_series(2, ${sql.lit(LONG_THREAD)}) n,
      unnest(ARRAY[${sql.lit(id)}, ${sql.lit(friendId)}]::int8[]) u, unnest('{👍,❤️,😀,🎉,🔥}'::text[]) e`.execute(db);
  await sql`INSERT INTO message_links (conversation_id, seq) SELECT ${sql.lit(conversationId)}, n FROM generate_series(3, ${sql.lit(LONG_THREAD)}) n`.execute(
    db,
  );
  await sql`INSERT INTO conversation_links (conversation_id, found_until) VALUES (${sql.lit(conversationId)}, ${sql.lit(LONG_THREAD)})`.execute(
    db,
  );
  await sql`INSERT INTO message_pins (conversation_id, seq, user_id, pinned_at)
    SELECT ${sql.lit(conversationId)}, n, ${sql.lit(friendId)}, now() FROM generate_series(10, 50) n`.execute(db);
  await sql`INSERT INTO attachments (id, owner_id, name, bytes, received, stored_bytes, kind, conversation_id, seq, low_id, high_id, sent_at)
    SELECT gen_random_uuid(), ${sql.lit(friendId)}, 'plan ' || n || '.png', 1, 1, 1, 'picture', ${sql.lit(conversationId)}, n, ${sql.lit(id)}, ${sql.lit(friendId)}, now()
    FROM generate_series(100, ${sql.lit(half)}) n`.execute(db);
  await sql`INSERT INTO saved_messages (user_id, conversation_id, seq, number, saved_at)
    SELECT ${sql.lit(id)}, ${sql.lit(conversationId)}, n, n, now() FROM generate_series(1, ${sql.lit(half)}) n`.execute(
    db,
  );
  await sql`INSERT INTO saved_versions (user_id, version) VALUES (${sql.lit(id)}, ${sql.lit(half)})`.execute(db);
  return { friendId, conversationId };
}

/** Project n belongs to member n % 2,000 + 1, those after `PROJECTS` to the busy member. Some teams have a conversation of three. */
async function addProjects(db: Db, id: number): Promise<void> {
  const creator = sql`CASE WHEN n > ${sql.lit(PROJECTS)} THEN ${sql.lit(id)} ELSE n % (${sql.lit(OTHER_MEMBERS)} - 2) + 2 END`;
  await sql`INSERT INTO projects (creator_id, title, description, category, max_members, member_count, required_skills, search_text, title_words, search_words)
    SELECT ${creator}, 'Project ' || n, repeat('common words ', 300), 'other', 20, 3, '{JS}'::text[],
      'project ' || n || chr(31) || repeat('common words ', 300) || chr(31) || 'member', ' project ' || n || ' ',
      ' project ' || n || ' ' || chr(10) || chr(10) || ' member ' || chr(10) || repeat(' common words', 300)
    FROM generate_series(1, ${sql.lit(PROJECTS + OWN_PROJECTS)}) n`.execute(db);
  await sql`INSERT INTO project_members (project_id, user_id)
    SELECT n, ${creator} FROM generate_series(1, ${sql.lit(PROJECTS + OWN_PROJECTS)}) n
    UNION SELECT n, ${sql.lit(id)} FROM generate_series(1, ${sql.lit(TEAMS)}) n
    UNION SELECT n, (n + 17) % (${sql.lit(OTHER_MEMBERS)} - 2) + 2 FROM generate_series(1, ${sql.lit(TEAMS)}) n`.execute(
    db,
  );
  await sql`WITH made AS (
      INSERT INTO conversations (kind, project_id, last_seq, sent, last_message_at)
      SELECT 'team', n, 1, '{1,0,0}'::int4[], now() FROM generate_series(1, ${sql.lit(TEAMS)}) n RETURNING id, project_id
    ), joined AS (
      INSERT INTO memberships (user_id, conversation_id, slot)
      SELECT s.user_id, made.id, row_number() OVER (PARTITION BY made.id ORDER BY s.user_id)
      FROM made JOIN project_members s ON s.project_id = made.project_id RETURNING user_id, conversation_id, slot
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
    SELECT conversation_id, 1, user_id, 1, 'Hi', now() FROM joined WHERE slot = 1`.execute(db);
  await sql`INSERT INTO project_offers (project_id, user_id, created_at)
    SELECT n, ${sql.lit(id)}, now() FROM generate_series(1, ${sql.lit(TEAMS)}) n`.execute(db);
}

async function addRequests(db: Db, id: number): Promise<void> {
  const asked = sql`generate_series(${sql.lit(TEAMS + 1)}, ${sql.lit(TEAMS + REQUESTS)}) n`;
  const creator = sql`n % (${sql.lit(OTHER_MEMBERS)} - 2) + 2`;
  const words = sql`repeat('why ', 200)`;
  await sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, answer_by)
    SELECT ${sql.lit(OWN_PROJECT)}, ${sql.lit(id)}, n, ${words}, 'pending', now() + interval '3 days' FROM generate_series(1001, ${sql.lit(1_000 + REQUESTS)}) n`.execute(
    db,
  );
  await sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at)
    SELECT ${sql.lit(OWN_PROJECT)}, ${sql.lit(id)}, n, ${words}, 'rejected', now() FROM generate_series(1001, ${sql.lit(1_000 + REQUESTS)}) n`.execute(
    db,
  );
  await sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at)
    SELECT n, ${creator}, ${sql.lit(id)}, ${words}, 'rejected', now() FROM ${asked}`.execute(db);
  await sql`INSERT INTO interests (project_id, requester_id)
    SELECT ${sql.lit(OWN_PROJECT)}, n FROM generate_series(1001, ${sql.lit(1_000 + REQUESTS)}) n
    UNION ALL SELECT n, ${sql.lit(id)} FROM ${asked}`.execute(db);
  await sql`INSERT INTO invitations (project_id, creator_id, member_id, answer_from, answer_by, delivered_at, message)
    SELECT n, ${creator}, ${sql.lit(id)}, now(), now() + interval '7 days', now(), ${words} FROM ${asked}
    UNION ALL SELECT ${sql.lit(OWN_PROJECT)}, ${sql.lit(id)}, n, now(), now() + interval '7 days', now(), ${words}
    FROM generate_series(1501, ${sql.lit(1_500 + REQUESTS - 1)}) n`.execute(db);
}

async function addLists(db: Db, id: number): Promise<void> {
  const n = sql`generate_series(1, ${sql.lit(LISTED)}) n`;
  await sql`INSERT INTO notifications (user_id, kind, key, title, project_id, subject_id, actor_id, created_at)
    SELECT ${sql.lit(id)}, 'interest:received', 'interest:' || n, 'Project ' || n, ${sql.lit(OWN_PROJECT)}, n, 1000 + n, now() + n * interval '1 ms' FROM ${n}`.execute(
    db,
  );
  await sql`INSERT INTO activities (user_id, type, icon, message) SELECT ${sql.lit(id)}, 'project', 'Plus', 'You created a project' FROM ${n}`.execute(
    db,
  );
  await sql`INSERT INTO audit_entries (member_id, kind) SELECT ${sql.lit(id)}, 'session:begun' FROM ${n}`.execute(db);
  await sql`INSERT INTO blocks (blocker_id, blocked_id) SELECT ${sql.lit(id)}, 1500 + n % 490 FROM ${n} ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`INSERT INTO muted_members (user_id, other_id) SELECT ${sql.lit(id)}, n + 2 FROM generate_series(1, 240) n`.execute(
    db,
  );
  await sql`INSERT INTO muted_projects (user_id, project_id) SELECT ${sql.lit(id)}, n FROM generate_series(1, 240) n`.execute(
    db,
  );
  await sql`INSERT INTO followed_skills (user_id, key, skill, after_project_id) SELECT ${sql.lit(id)}, 'skill ' || n, 'skill ' || n, 0 FROM generate_series(1, 10) n`.execute(
    db,
  );
}
