import type { Db } from '@sangam/server/platform/db/database';
import { type RawBuilder, sql } from 'kysely';
import { CHUNK, HISTORY_ROWS, LONG_LISTED, MEMBERS, numbersFrom } from './history-sizes.js';

const LONG_LIST = 2_000;

/** Adds 50,000 conversations with two messages each, with reactions, pins, saved messages, pictures and an index of words. */
export async function addDirectConversations(db: Db): Promise<void> {
  const half = MEMBERS / 2;
  const pair = sql`n % ${sql.lit(half)} + 1`;
  const other = sql`${sql.lit(half)} + (n % ${sql.lit(half)} + n / ${sql.lit(half)} * 7) % ${sql.lit(half)} + 1`;
  for (let from = 0; from < HISTORY_ROWS / 2; from += CHUNK) {
    const n = numbersFrom(from);
    await addConversations(db, sql`SELECT ${pair}, ${other} FROM ${n}`);
  }
  await sql`INSERT INTO message_reactions (conversation_id, seq, user_id, emoji, reacted_at)
    SELECT id, 1, high_id, '👍', now() FROM conversations WHERE low_id IS NOT NULL`.execute(db);
  await sql`INSERT INTO message_pins (conversation_id, seq, user_id, pinned_at)
    SELECT id, 1, low_id, now() FROM conversations WHERE low_id IS NOT NULL`.execute(db);
  await sql`INSERT INTO message_acts (user_id, client_id, conversation_id, seq, done_at)
    SELECT user_id, gen_random_uuid(), conversation_id, 1, now() FROM memberships`.execute(db);
  // Each has saved one message of each conversation, and the member with the long list all of theirs.
  await sql`INSERT INTO saved_messages (user_id, conversation_id, seq, number, saved_at)
    SELECT user_id, conversation_id, 1, row_number() OVER (PARTITION BY user_id ORDER BY conversation_id), now()
    FROM memberships`.execute(db);
  // In each third conversation, one message has a picture, and all its words are indexed.
  await sql`INSERT INTO attachments (id, owner_id, name, bytes, received, stored_bytes, kind, conversation_id, seq, low_id, high_id, sent_at)
    SELECT gen_random_uuid(), low_id, 'plan ' || id || '.png', 1, 1, 1, 'picture', id, 1, low_id, high_id, now()
    FROM conversations WHERE id % 3 = 0 AND low_id IS NOT NULL`.execute(db);
  await sql`INSERT INTO search_blocks (conversation_id, block, last_seq, first_at, last_at, words)
    SELECT id, 0, 2, now(), now(), array_to_tsvector(ARRAY[low_id || '/@', high_id || '/@', low_id || '/hi', high_id || '/hi'])
    FROM conversations WHERE id % 3 = 0 AND low_id IS NOT NULL`.execute(db);
  await sql`INSERT INTO search_members (user_id, indexed_until) SELECT n, now() FROM generate_series(1, ${MEMBERS}) n`.execute(
    db,
  );
}

/** Adds one more member, with `LONG_LIST` conversations, all of whose messages they saved. */
export async function addLongListed(db: Db): Promise<void> {
  await sql`INSERT INTO users (name, email) VALUES ('Long', 'long@example.org')`.execute(db);
  await addConversations(db, sql`SELECT n, ${sql.lit(LONG_LISTED)} FROM generate_series(2, ${LONG_LIST + 1}) n`);
  await sql`INSERT INTO saved_messages (user_id, conversation_id, seq, number, saved_at)
    SELECT ${LONG_LISTED}, t.conversation_id, t.seq, row_number() OVER (ORDER BY t.conversation_id, t.seq), now()
    FROM memberships m JOIN messages t ON t.conversation_id = m.conversation_id WHERE m.user_id = ${LONG_LISTED}`.execute(
    db,
  );
  await sql`INSERT INTO saved_versions (user_id, version) SELECT user_id, max(number) FROM saved_messages GROUP BY 1`.execute(
    db,
  );
  await sql`SELECT begin_kept_list(${LONG_LISTED})`.execute(db);
}

/** Adds stored lists of 20,000 more members that nobody reads, so that the tables are large. */
export async function addStoredLists(db: Db): Promise<void> {
  await sql`INSERT INTO kept_lists (user_id) SELECT ${LONG_LISTED} + n FROM generate_series(1, 20000) n`.execute(db);
  await sql`INSERT INTO kept_totals (user_id, messages, received, read_received, version)
    SELECT ${LONG_LISTED} + n, 1, 1, 0, 1 FROM generate_series(1, 20000) n`.execute(db);
  await sql`INSERT INTO kept_conversations (user_id, other_id, last_message_at, received, read_received)
    SELECT ${LONG_LISTED} + 1 + n % 20000, n, now(), 1, n % 2 FROM generate_series(1, ${HISTORY_ROWS}) n`.execute(db);
}

/** Adds a conversation with two messages for each pair of members. */
const addConversations = (db: Db, pairs: RawBuilder<unknown>) =>
  sql`WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, sent, last_message_at)
      SELECT low, high, 2, 1, 1, '{1,1}'::int4[], now() FROM (${pairs}) AS p (low, high) RETURNING id, low_id, high_id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, slot)
      SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
    SELECT id, 1, low_id, 1, 'Hi', now() FROM made UNION ALL SELECT id, 2, high_id, 1, 'Hi', now() FROM made`.execute(
    db,
  );
