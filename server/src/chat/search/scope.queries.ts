import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';
import { beginsEachWord } from '../../platform/db/words.js';
import { isListed, pageOfConversations } from '../conversations/conversation-page.queries.js';
import { joinProject } from '../conversations/membership.queries.js';
import { indexedSeq } from './queries.js';

/** The number of newest conversations that are searched for messages outside blocks. */
export const NEWEST_CONVERSATIONS = 200;

export interface Conversation {
  conversation_id: number;
  /** The other member of a direct conversation; null in a team's. */
  other_id: number | null;
  /** The other member's name, or the title of the team's project. */
  name: string;
  last_seq: number;
  last_message_at: Date;
  /** The last message that is in a block. */
  indexed_seq: number;
}

/** A member's newest direct conversations, the newest first. `from`: when all their messages were in blocks. */
export async function findNewestConversations(db: Db, userId: number, from: Date | null): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    SELECT page.conversation_id, page.other_id, u.name, page.last_seq, page.last_message_at, indexed.seq AS indexed_seq
    FROM (${pageOfConversations(userId, { limit: NEWEST_CONVERSATIONS })}) AS page
    JOIN LATERAL (SELECT name FROM users WHERE id = page.other_id LIMIT 1) AS u ON true
    JOIN LATERAL (
      SELECT CASE WHEN page.last_message_at > ${from ?? new Date(0)} THEN ${indexedSeq(sql`page.conversation_id`)}
        ELSE page.last_seq END AS seq
    ) AS indexed ON true
    WHERE ${isListed('page')}
    ORDER BY page.last_message_at DESC, page.other_id DESC`.execute(db);
  return rows;
}

/** The conversations of a member's teams. A new member also finds earlier messages, in blocks or not, whenever their own were indexed. */
export async function findTeams(db: Db, userId: number): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    SELECT c.id AS conversation_id, NULL AS other_id, p.title AS name, c.last_seq, c.last_message_at, ${indexedSeq(sql`c.id`)} AS indexed_seq
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id ${joinProject}
    WHERE m.user_id = ${userId} AND m.other_id IS NULL AND m.left_seq IS NULL AND c.last_seq > 0`.execute(db);
  return rows;
}

interface Participant {
  conversation_id: number;
  user_id: number;
  name: string;
}

/** All members who are or were in these conversations: messages of former participants are also found by their name. */
export async function findParticipants(db: Db, conversations: readonly number[]): Promise<Participant[]> {
  if (conversations.length === 0) return [];
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.conversation_id', 'm.user_id', 'u.name'])
    .where('m.conversation_id', 'in', conversations)
    .execute();
}

/** A member's conversations, however old, whose other member's name has all folded words of at least one entry of `names`. */
export function findConversationsByName(
  db: Db,
  userId: number,
  names: readonly (readonly string[])[],
): Promise<Conversation[]> {
  const nameConditions = names.map((words) => beginsEachWord(sql`search_words(u.name)`, words));
  return findOlder(db, userId, sql.join(nameConditions, sql` OR `));
}

/** A conversation as a search names it: by its id, or by its other member. */
export interface ChosenConversation {
  other_id: number | undefined;
  conversation_id: number | undefined;
}

/** A member's direct conversation, however old. */
export const findConversation = async (
  db: Db,
  userId: number,
  { other_id, conversation_id }: ChosenConversation,
): Promise<Conversation | undefined> =>
  (
    await findOlder(
      db,
      userId,
      conversation_id === undefined ? sql`u.id = ${other_id}` : sql`c.id = ${conversation_id}`,
    )
  )[0];

async function findOlder(db: Db, userId: number, condition: RawBuilder<unknown>): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    SELECT ${plannedByValue} c.id AS conversation_id, u.id AS other_id, u.name, c.last_seq, c.last_message_at,
           ${indexedSeq(sql`c.id`)} AS indexed_seq
    FROM users u JOIN memberships m ON m.user_id = ${userId} AND m.other_id = u.id JOIN conversations c ON c.id = m.conversation_id
    WHERE (${condition}) AND c.last_seq > 0
      AND ${isListed('m')}
    ORDER BY c.last_message_at DESC, u.id DESC LIMIT ${NEWEST_CONVERSATIONS}`.execute(db);
  return rows;
}
