import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { BLOCK_MESSAGES, type Range } from './blocks.queries.js';

export interface Candidate extends Range {
  last_at: Date;
}

/** A lexeme, quoted for a search expression. */
const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/gu, '$&$&')}'`;

/** The owners in the keys of words that a member may search: their own id for direct conversations, and their teams' conversations. */
export const ownersOf = (userId: number, teams: readonly number[]): string[] => [
  String(userId),
  ...teams.map((id) => `c${id}`),
];

/**
 * Hides an expression from the planner, which would expect a part of all blocks for each owner, and scan them all for a member of many
 * teams.
 */
const unseen = (expression: string) => sql`(SELECT ${expression}::tsquery)`;

/** Matches blocks of these owners with each of the words, and those whose words are unknown. */
const expressionOf = (owners: readonly string[], words: readonly string[]): string =>
  owners
    .map((owner) => {
      const allWords = words.map((word) => `${quoted(`${owner}/${word}`)}:*`).join(' & ') || quoted(`${owner}/@`);
      return `(${allWords}) | ${quoted(`${owner}/*`)}`;
    })
    .join(' | ');

export const indexedSeq = (conversation: RawBuilder<unknown>) => sql<number>`coalesce((
  SELECT last_seq FROM search_blocks WHERE conversation_id = ${conversation} ORDER BY block DESC LIMIT 1), 0)`;

export interface WalkedBlock extends Candidate {
  /** Whether the block has all words, or its words are unknown. */
  fits: boolean;
}

/** The newest blocks of these conversations before a time, at most `each` per conversation, and whether each block has the words. */
export async function walkBlocks(
  db: Db,
  owners: readonly string[],
  words: readonly string[],
  { before, conversations, each, max }: { before: Date; conversations: readonly number[]; each: number; max: number },
): Promise<WalkedBlock[]> {
  // PostgreSQL stores words apart from the rows, and reads them only for the blocks that are left.
  const { rows } = await sql<WalkedBlock>`
    WITH newest AS MATERIALIZED (
      SELECT b.conversation_id, b.block, b.last_seq, b.last_at
      FROM unnest(${conversations}::int8[]) AS page (id)
      JOIN LATERAL (
        SELECT conversation_id, block, last_seq, last_at FROM search_blocks
        WHERE conversation_id = page.id AND first_at <= ${before} ORDER BY first_at DESC LIMIT ${each}
      ) AS b ON true
      ORDER BY b.last_at DESC, b.conversation_id DESC, b.block DESC LIMIT ${max}
    )
    SELECT conversation_id, block * ${sql.lit(BLOCK_MESSAGES)} + 1 AS from_seq, last_seq AS to_seq, last_at, coalesce((
      SELECT words @@ ${expressionOf(owners, words)}::tsquery FROM search_blocks s
      WHERE s.conversation_id = newest.conversation_id AND s.block = newest.block), false) AS fits
    FROM newest ORDER BY last_at DESC, conversation_id DESC, block DESC`.execute(db);
  return rows;
}

/** The blocks that may have all words, the newest first. */
export async function findBlocks(
  db: Db,
  owners: readonly string[],
  words: readonly string[],
  { before, conversations, max }: { before: Date; conversations: readonly number[] | null; max: number },
): Promise<Candidate[]> {
  const inConversations = conversations === null ? sql`` : sql`AND conversation_id = ANY (${conversations}::int8[])`;
  // Filters by words first: the planner cannot estimate how many blocks have them, and would read all blocks by time.
  const { rows } = await sql<Candidate>`
    WITH found AS MATERIALIZED (
      SELECT conversation_id, block, last_seq, first_at, last_at FROM search_blocks
      WHERE words @@ ${unseen(expressionOf(owners, words))}
    )
    SELECT conversation_id, block * ${sql.lit(BLOCK_MESSAGES)} + 1 AS from_seq, last_seq AS to_seq, last_at FROM found
    WHERE first_at <= ${before} ${inConversations}
    ORDER BY last_at DESC, conversation_id DESC, block DESC LIMIT ${max}`.execute(db);
  return rows;
}

/** When all of a member's messages were in blocks; null for a member who never searched. */
export async function findIndexedUntil(db: Db, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('search_members')
    .select('indexed_until')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.indexed_until ?? null;
}

/** Records the time up to which a member is indexed. */
export const setIndexedUntil = (db: Db, userId: number, until: Date) =>
  db
    .insertInto('search_members')
    .values({ user_id: userId, indexed_until: until })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ indexed_until: sql`greatest(search_members.indexed_until, ${until})` }),
    )
    .execute();

/**
 * A page of messages outside blocks, in teams' conversations and direct ones with messages since `from`, after the conversation with this
 * id.
 */
export async function findUnindexed(
  db: Db,
  userId: number,
  { from, after, max }: { from: Date | null; after: number; max: number },
): Promise<{ ranges: Range[]; last: number | null }> {
  const { rows } = await sql<Range>`
    SELECT page.id AS conversation_id, indexed.seq + 1 AS from_seq, page.last_seq AS to_seq
    FROM (
      SELECT c.id, c.last_seq, c.last_message_at, m.other_id FROM memberships m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.user_id = ${userId} AND m.left_seq IS NULL AND c.id > ${after} ORDER BY c.id LIMIT ${max}
    ) AS page
    JOIN LATERAL (
      SELECT CASE WHEN page.other_id IS NULL OR page.last_message_at > ${from ?? new Date(0)} THEN ${indexedSeq(sql`page.id`)} ELSE page.last_seq END AS seq
    ) AS indexed ON true
    ORDER BY page.id`.execute(db);
  return {
    ranges: rows.filter(({ from_seq, to_seq }) => from_seq <= to_seq),
    last: rows.at(-1)?.conversation_id ?? null,
  };
}

/** The member's blocks whose words were dropped because a message in them changed. */
export async function findForgotten(db: Db, userId: number, max: number): Promise<Range[]> {
  const owners = ownersOf(userId, await findTeamIds(db, userId));
  const any = (word: string) => owners.map((owner) => quoted(`${owner}/${word}`)).join(' | ');
  const { rows } = await sql<Range>`
    SELECT conversation_id, block * ${sql.lit(BLOCK_MESSAGES)} + 1 AS from_seq, last_seq AS to_seq
    FROM search_blocks WHERE words @@ ${unseen(any('*'))} AND NOT words @@ ${unseen(any('!'))}
    LIMIT ${max}`.execute(db);
  return rows;
}

async function findTeamIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .where('other_id', 'is', null)
    .where('left_seq', 'is', null)
    .execute();
  return rows.map(({ conversation_id }) => conversation_id);
}

/** A picture or file in a stored message. */
export interface AttachedFile {
  conversation_id: number;
  seq: number;
  sent_at: Date;
  name: string;
}

export interface AttachedRange {
  before: Date;
  conversations: readonly number[] | null;
  /** The teams' conversations among them. */
  teams: readonly number[];
  picturesOnly: boolean;
  /** Only those in messages that mention the member. */
  mentionsOnly: boolean;
  max: number;
}

/** The newest pictures and files in a member's conversations before a time, read from one index for each side of direct ones. */
export async function findNewestAttached(
  db: Db,
  userId: number,
  { before, conversations, teams, picturesOnly, mentionsOnly, max }: AttachedRange,
): Promise<AttachedFile[]> {
  const inConversations = conversations === null ? sql`` : sql`AND conversation_id = ANY (${conversations}::int8[])`;
  const mentioning = sql`AND EXISTS (
    SELECT FROM message_mentions named
    WHERE named.user_id = ${userId} AND named.conversation_id = attachments.conversation_id AND named.seq = attachments.seq
      AND NOT named.taken_back)`;
  const kind = sql`${picturesOnly ? sql`AND kind = 'picture'` : sql``} ${mentionsOnly ? mentioning : sql``}`;
  const inDirect = (side: RawBuilder<unknown>) => sql`
    (SELECT conversation_id, seq, sent_at, name FROM attachments
     WHERE ${side} = ${userId} AND sent_at <= ${before} ${kind} ${inConversations} ORDER BY sent_at DESC LIMIT ${max})`;
  const inTeams = sql`
    UNION ALL (SELECT newest.* FROM unnest(${teams}::int8[]) AS team (id) JOIN LATERAL (
      SELECT conversation_id, seq, sent_at, name FROM attachments
      WHERE conversation_id = team.id AND sent_at <= ${before} ${kind} ORDER BY seq DESC LIMIT ${max}
    ) AS newest ON true)`;
  const { rows } = await sql<AttachedFile>`
    SELECT * FROM (
      ${inDirect(sql`low_id`)} UNION ALL ${inDirect(sql`high_id`)} ${teams.length === 0 ? sql`` : inTeams}
    ) AS of_all
    ORDER BY sent_at DESC, conversation_id, seq DESC LIMIT ${max}`.execute(db);
  return rows;
}

/** The newest messages that mention a member before a time. Only those that the member may read are shown later. */
export async function findNewestMentions(
  db: Db,
  userId: number,
  { before, conversations, max }: { before: Date; conversations: readonly number[] | null; max: number },
): Promise<{ conversation_id: number; seq: number; at: Date }[]> {
  const inConversations = conversations === null ? sql`` : sql`AND conversation_id = ANY (${conversations}::int8[])`;
  const { rows } = await sql<{ conversation_id: number; seq: number; at: Date }>`
    SELECT conversation_id, seq, at FROM message_mentions WHERE user_id = ${userId} AND at <= ${before} AND NOT taken_back ${inConversations}
    ORDER BY at DESC, seq DESC LIMIT ${max}`.execute(db);
  return rows;
}
