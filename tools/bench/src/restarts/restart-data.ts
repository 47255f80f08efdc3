import type { Database } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';

/** Each member has a direct conversation with this many neighbours on both sides. */
const NEIGHBOURS = 15;
const MESSAGES = 20;
const TEAMS = 300;
/** The number of teams in which the first member has a seat. */
const TEAMS_OF_FIRST = 240;
/** How many members' conversations one statement adds. */
const CHUNK = 100;

/** Adds direct conversations and teams of 3 to 20 members, most of them small, to the members of a new database. */
export async function fillForRestart(database: Database, members: number): Promise<void> {
  for (let from = 1; from <= members; from += CHUNK) await befriend(database, members, from);
  await seat(database, members);
  await addTeamMessages(database);
  await sql`VACUUM ANALYZE`.execute(database.db);
}

const befriend = ({ db }: Database, members: number, from: number) =>
  sql`
  WITH pair AS (
    SELECT n AS low_id, n + d AS high_id
    FROM generate_series(${from}::int, ${Math.min(members, from + CHUNK - 1)}::int) n,
      generate_series(1, ${NEIGHBOURS}::int) d
    WHERE n + d <= ${members}
  ), made AS (
    INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
    SELECT low_id, high_id, ${MESSAGES}, ARRAY[${MESSAGES / 2}::int, ${MESSAGES / 2}::int],
      now() - (low_id * 7 + high_id) % 1000 * interval '1 minute' FROM pair
    RETURNING id, low_id, high_id
  ), joined AS (
    INSERT INTO memberships (user_id, other_id, conversation_id, slot, read_seq, read_received)
    SELECT low_id, high_id, id, 1, 18, 9 FROM made UNION ALL SELECT high_id, low_id, id, 2, 18, 9 FROM made
  )
  INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
  SELECT id, n, CASE n % 2 WHEN 1 THEN low_id ELSE high_id END, (n + 1) / 2, gen_random_uuid(),
    'A message as long as most of them are', now() - interval '1 day'
  FROM made, generate_series(1, ${MESSAGES}::int) n`.execute(db);

/** Forms the teams: six of ten have 3 to 5 members, three have 10, one has 19. */
async function seat({ db }: Database, members: number): Promise<void> {
  const size = sql`CASE WHEN n % 10 < 6 THEN 3 + n % 3 WHEN n % 10 < 9 THEN 10 ELSE 19 END`;
  await sql`
    WITH team AS (SELECT n, ${size} AS size, 2 + n * 37 % (${members}::int - 1) AS creator FROM generate_series(1, ${TEAMS}::int) n),
    made AS (
      INSERT INTO projects (creator_id, title, description, category, max_members, member_count)
      SELECT creator, 'Team ' || n, 'It talks', 'other', 20, size + (n <= ${TEAMS_OF_FIRST})::int FROM team
      RETURNING id, creator_id, title
    )
    INSERT INTO project_members (project_id, user_id)
    SELECT id, creator_id FROM made
    UNION SELECT made.id, 2 + (team.creator + k * 13) % (${members}::int - 1)
    FROM made JOIN team ON made.title = 'Team ' || team.n, generate_series(1, team.size - 1) k
    UNION SELECT made.id, 1 FROM made JOIN team ON made.title = 'Team ' || team.n WHERE team.n <= ${TEAMS_OF_FIRST}`.execute(
    db,
  );
}

/** Adds one message by each member of each team, and marks half of them read. */
async function addTeamMessages({ db }: Database): Promise<void> {
  await sql`
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT m.conversation_id, m.slot, m.user_id, 1, gen_random_uuid(), 'A message as long as most of them are', now()
    FROM memberships m WHERE m.other_id IS NULL`.execute(db);
  await sql`
    UPDATE conversations c
    SET sent = array_fill(1, ARRAY[cardinality(sent)]), checked = NULL, last_seq = cardinality(sent), last_message_at = now()
    WHERE low_id IS NULL`.execute(db);
  await sql`
    UPDATE memberships m SET read_seq = c.last_seq / 2, read_received = c.last_seq / 2 - (m.slot <= c.last_seq / 2)::int
    FROM conversations c WHERE c.id = m.conversation_id AND m.other_id IS NULL`.execute(db);
}

/** Adds a message to each conversation, so that every member has something new. */
export async function addMessageToAll({ db }: Database): Promise<void> {
  await sql`
    WITH said AS (
      UPDATE conversations SET last_seq = last_seq + 1, sent[1] = sent[1] + 1, last_message_at = now()
      RETURNING id, last_seq, sent[1] AS number
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT said.id, said.last_seq, m.user_id, said.number, gen_random_uuid(), 'Are you back?', now()
    FROM said JOIN memberships m ON m.conversation_id = said.id AND m.slot = 1`.execute(db);
}
