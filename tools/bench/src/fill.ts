import type { Database } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';

export const THREAD = 100;
const READ_UP_TO = THREAD - 10;
/** Conversations of the measured member (the first), whatever the size of the rest. */
const OWN_CONVERSATIONS = 30;
const CHUNK = 1_000;
/** The first member of the other conversations. */
const REST_FROM = 100;

/** Adds members without sessions until there are `members`. */
export async function fillMembers({ db }: Database, members: number): Promise<void> {
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, 'member' || n || '@example.com'
    FROM generate_series((SELECT count(*) FROM users) + 1, ${members}::int) n`.execute(db);
}

/**
 * Adds conversations of 100 messages each until there are `messages`. The first member has 30 of them; the others are spread
 * evenly over `members`. Both sides have read all but the last ten messages.
 */
export async function fillMessages({ db }: Database, members: number, messages: number): Promise<void> {
  const otherMembers = members - REST_FROM - 1_000;
  const conversations = messages / THREAD;
  for (let from = 0; from < conversations; from += CHUNK) {
    const to = Math.min(from + CHUNK, conversations) - 1;
    await sql`
      WITH pair AS (
        SELECT CASE WHEN n < ${sql.lit(OWN_CONVERSATIONS)} THEN 1 ELSE ${sql.lit(REST_FROM)} + n % ${sql.lit(otherMembers)} END AS low_id,
               CASE WHEN n < ${sql.lit(OWN_CONVERSATIONS)} THEN n + 2 ELSE ${sql.lit(REST_FROM)} + n % ${sql.lit(otherMembers)} + 1 + n / ${sql.lit(otherMembers)} END AS high_id
        FROM generate_series(${sql.lit(from)}, ${sql.lit(to)}) n
      ), made AS (
        INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, last_message_at)
        SELECT low_id, high_id, ${sql.lit(THREAD)}, ${sql.lit(THREAD / 2)}, ${sql.lit(THREAD / 2)}, now() FROM pair RETURNING id, low_id, high_id
      ), joined AS (
        INSERT INTO memberships (user_id, other_id, conversation_id, read_seq, read_received)
        SELECT low_id, high_id, id, ${sql.lit(READ_UP_TO)}, ${sql.lit(READ_UP_TO / 2)} FROM made
        UNION ALL SELECT high_id, low_id, id, ${sql.lit(READ_UP_TO)}, ${sql.lit(READ_UP_TO / 2)} FROM made
      )
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
      SELECT id, n, CASE n % 2 WHEN 1 THEN low_id ELSE high_id END, (n + 1) / 2, gen_random_uuid(),
             'A message as long as most of them are', now() - (${sql.lit(THREAD)} - n) * interval '1 minute'
      FROM made, generate_series(1, ${sql.lit(THREAD)}) n`.execute(db);
  }
  await sql`VACUUM ANALYZE`.execute(db);
}

/**
 * Forms teams of `size` members each: the first from the first members, the next from the next, and so on. Returns their conversations in
 * this order. Each member's first message is checked, as in a new team.
 */
export async function formTeams({ db }: Database, { count, size }: { count: number; size: number }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH member AS (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${sql.lit(size)} AS team FROM users ORDER BY id LIMIT ${count * size}
    ), made AS (
      INSERT INTO projects (creator_id, title, description, category, max_members, member_count)
      SELECT min(id), 'Team ' || team, 'It talks', 'other', ${sql.lit(size)}, ${sql.lit(size)} FROM member GROUP BY team
      RETURNING id, creator_id
    ), seated AS (
      INSERT INTO project_members (project_id, user_id)
      SELECT made.id, m.id FROM made JOIN member c ON c.id = made.creator_id JOIN member m ON m.team = c.team
    )
    SELECT id FROM made ORDER BY creator_id`.execute(db);
  const found = await sql<{ id: number }>`
    SELECT c.id FROM unnest(${rows.map(({ id }) => id)}::int8[]) WITH ORDINALITY AS p (id, n) JOIN conversations c ON c.project_id = p.id
    ORDER BY p.n`.execute(db);
  if (found.rows.length !== count) throw new Error(`${count} teams have ${found.rows.length} conversations`);
  return found.rows.map(({ id }) => Number(id));
}
