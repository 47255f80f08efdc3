import { sql } from 'kysely';
import type { SelectContacts } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { ConversationRef } from './conversations.js';

/** A conversation whose row this transaction has locked, as one of its current participants sees it. */
export interface Participation {
  id: number;
  /** The other current participants, by id. */
  others: readonly number[];
  /** The other member of a direct conversation; null in a team's. */
  other_id: number | null;
}

/**
 * Locks the conversation that an act names by its id or by its other member, as a batch of its messages does; undefined unless the
 * member is one of its current participants. Joining and leaving lock the same row, so they come before this act or after it.
 */
export const lockNamed = (
  trx: Trx,
  userId: number,
  { user_id, conversation_id }: ConversationRef,
): Promise<Participation | undefined> =>
  conversation_id === undefined ? lockBetween(trx, userId, user_id ?? 0) : lockById(trx, userId, conversation_id);

async function lockBetween(trx: Trx, userId: number, otherId: number): Promise<Participation | undefined> {
  const found = await trx
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', Math.min(userId, otherId))
    .where('high_id', '=', Math.max(userId, otherId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found && { id: found.id, others: [otherId], other_id: otherId };
}

async function lockById(trx: Trx, userId: number, id: number): Promise<Participation | undefined> {
  // Locks nothing unless the member belongs to the conversation, so that outsiders keep nobody waiting.
  const { rows } = await sql<{ other_id: number | null }>`
    SELECT CASE c.low_id WHEN ${userId}::int8 THEN c.high_id ELSE c.low_id END AS other_id FROM conversations c
    WHERE c.id = ${id} AND (${userId} IN (c.low_id, c.high_id) OR c.low_id IS NULL AND EXISTS (
      SELECT FROM memberships m WHERE m.conversation_id = c.id AND m.user_id = ${userId} AND m.left_seq IS NULL))
    FOR NO KEY UPDATE OF c`.execute(trx);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { other_id } = found;
  if (other_id !== null) return { id, others: [other_id], other_id };
  // Read once the lock is held: the member may have left while this waited for it.
  const participants = await findParticipants(trx, id);
  return participants.includes(userId)
    ? { id, others: participants.filter((participant) => participant !== userId), other_id }
    : undefined;
}

/** The current participants of a conversation, by id. */
export async function findParticipants(trx: Trx, id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('conversation_id', '=', id)
    .where('left_seq', 'is', null)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Whether a member takes part in a conversation now. A direct conversation without a message doesn't count: it may exist only because of a
 * block.
 */
export async function takesPart(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM memberships m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.conversation_id = ${id} AND m.user_id = ${userId} AND m.left_seq IS NULL
      AND (m.other_id IS NULL OR c.last_seq > 0)`.execute(db);
  return rows.length === 1;
}

/** The other members of direct conversations, and the participants of teams' in which the member is or was. */
export const selectConversationContacts: SelectContacts = (member) => sql`
  SELECT other_id FROM memberships WHERE user_id = ${member} AND other_id IS NOT NULL
  UNION ALL
  SELECT theirs.user_id FROM memberships mine JOIN memberships theirs ON theirs.conversation_id = mine.conversation_id
  WHERE mine.user_id = ${member} AND mine.other_id IS NULL AND theirs.left_seq IS NULL`;
