import { isPlainAscii } from '@sangam/shared/core/search-words';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { isListed } from '../conversations/conversation-page.queries.js';

/** The number of messages in a block, as in `migrations/0067-search.sql`. */
export const BLOCK_MESSAGES = 64;
/** The word that marks a block with a link. */
export const LINK = '=link';
export const blockOf = (seq: number): number => Math.floor((seq - 1) / BLOCK_MESSAGES);

/** Messages of one conversation, including both ends. */
export interface Range {
  conversation_id: number;
  from_seq: number;
  to_seq: number;
}

export interface FoundMessage {
  conversation_id: number;
  /** The other member of a direct conversation; null in a team's. */
  other_id: number | null;
  id: number;
  seq: number;
  sender_id: number;
  content: string;
  created_at: Date;
}

const columnsOf = (ranges: readonly Range[]): RawBuilder<unknown> => sql`
  unnest(
    ${ranges.map((range) => range.conversation_id)}::int8[], ${ranges.map((range) => range.from_seq)}::int8[],
    ${ranges.map((range) => range.to_seq)}::int8[]
  )`;

/**
 * Excludes texts without these letters, so that few texts are compared word by word. Apostrophes don't count; texts in other scripts all
 * stay.
 */
const mayHave = (words: readonly string[]): RawBuilder<unknown> => {
  const inText = words
    .filter(isPlainAscii)
    .map((word) => sql`strpos(replace(lower(content COLLATE "C"), '''', ''), ${word}) > 0`);
  return inText.length === 0
    ? sql``
    : sql`AND (octet_length(content) <> length(content) OR (${sql.join(inText, sql` AND `)}))`;
};

/**
 * Messages in these ranges from these senders; most messages without the words are left out already. The statement itself excludes ranges
 * of conversations that the member is not or no longer in, and of message requests that were not accepted.
 */
export async function readRanges(
  db: Db,
  userId: number,
  ranges: readonly Range[],
  { senders, words }: { senders: readonly number[] | null; words: readonly string[] },
): Promise<FoundMessage[]> {
  if (ranges.length === 0) return [];
  const by = senders === null ? sql`` : sql`AND t.sender_id = ANY (${senders}::int8[])`;
  const { rows } = await sql<FoundMessage>`
    SELECT r.conversation_id, o.other_id, t.id, t.seq, t.sender_id, t.content, t.created_at
    FROM ${columnsOf(ranges)} AS r (conversation_id, from_seq, to_seq)
    JOIN LATERAL (
      SELECT m.other_id FROM memberships m
      WHERE m.conversation_id = r.conversation_id AND m.user_id = ${userId} AND m.left_seq IS NULL AND ${isListed('m')} LIMIT 1
    ) AS o ON true
    JOIN LATERAL (
      SELECT id, seq, sender_id, content, created_at FROM messages
      WHERE conversation_id = r.conversation_id AND seq BETWEEN r.from_seq AND r.to_seq AND deleted_at IS NULL ${mayHave(words)} OFFSET 0
    ) AS t ON true
    WHERE true ${by}`.execute(db);
  return rows;
}

export interface BlockMessage {
  conversation_id: number;
  seq: number;
  content: string;
  created_at: Date;
}

export const readMessages = async (trx: Trx, ranges: readonly Range[]): Promise<BlockMessage[]> =>
  (
    await sql<BlockMessage>`
      SELECT t.conversation_id, t.seq, t.content, t.created_at
      FROM ${columnsOf(ranges)} AS r (conversation_id, from_seq, to_seq)
      JOIN LATERAL (
        SELECT conversation_id, seq, CASE WHEN deleted_at IS NULL THEN content ELSE '' END AS content, created_at
        FROM messages
        WHERE conversation_id = r.conversation_id AND seq BETWEEN r.from_seq AND r.to_seq ORDER BY seq OFFSET 0
      ) AS t ON true`.execute(trx)
  ).rows;

/** Keeps messages of these conversations from being edited or deleted until the transaction ends. */
export const lockWords = (trx: Trx, conversationIds: readonly number[]) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('search'), key)
      FROM (SELECT DISTINCT hashtext(id::text) AS key FROM unnest(${conversationIds}::int8[]) AS id ORDER BY 1) AS keys`.execute(
    trx,
  );

export interface Block {
  conversation_id: number;
  block: number;
  last_seq: number;
  first_at: Date;
  last_at: Date;
  words: string[];
}

/**
 * Writes blocks. A block that another run has already extended further stays. Words are keyed by both members of a direct conversation
 * (`17/hello`), and by the conversation itself for a team (`c5/hello`), however many members it has.
 */
export async function writeBlocks(trx: Trx, blocks: readonly Block[]): Promise<void> {
  const rows = blocks.map(({ first_at, last_at, ...block }) => ({
    ...block,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }));
  await sql`
    INSERT INTO search_blocks (conversation_id, block, last_seq, first_at, last_at, words)
    SELECT b.conversation_id, b.block, b.last_seq, b.first_at, b.last_at, array_to_tsvector(ARRAY(
      SELECT k.owner || '/' || w FROM unnest(b.words) AS w,
        unnest(CASE WHEN c.low_id IS NULL THEN ARRAY['c' || c.id] ELSE ARRAY[c.low_id::text, c.high_id::text] END) AS k (owner)))
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS b (conversation_id int8, block int8, last_seq int8, first_at timestamptz, last_at timestamptz, words text[])
    JOIN conversations c ON c.id = b.conversation_id
    ON CONFLICT (conversation_id, block) DO UPDATE
    SET last_seq = excluded.last_seq, first_at = excluded.first_at, last_at = excluded.last_at, words = excluded.words
    WHERE excluded.last_seq >= search_blocks.last_seq`.execute(trx);
}
