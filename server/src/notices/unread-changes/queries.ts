import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { otherSent, teamNotifies, teamNotify, unreadNotifies } from '../../chat/chat.js';
import { areBlocked, isOutOfSight } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { answerBy } from './deadlines.queries.js';

/** Returns a conversation with unread messages, or undefined. `sent` counts all messages from the other member. */
export async function findUnreadChat(db: Db, userId: number, otherId: number) {
  const row = await db
    .selectFrom('memberships as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('users as other', 'other.id', 'm.other_id')
    .select(['other.name', 'c.id as conversation_id', 'c.last_message_at', otherSent.as('sent'), 'm.read_received'])
    .select('m.taken_back')
    .where('m.user_id', '=', userId)
    .where('m.other_id', '=', otherId)
    // A block ends notifications about earlier messages.
    .where((eb) => eb.or([eb('m.request', 'is', null), eb('m.request', '=', 'accepted')]))
    .where((eb) => eb.not(isOutOfSight(sql.ref<number>('m.user_id'), sql.ref<number>('m.other_id'))))
    .executeTakeFirst();
  return row && row.sent > row.read_received ? { ...row, unread: row.sent - row.read_received } : undefined;
}

/**
 * Returns a team's conversation with unread messages that may notify this participant, or undefined. `sent` counts the others' messages and
 * `added` the mentions that edits added; `mentioned_at` is the time of the newest unread one of these. A later block also hides a mention.
 */
export async function findUnreadTeam(db: Db, userId: number, conversationId: number) {
  const { rows } = await sql<{
    project_id: number;
    title: string;
    last_message_at: Date;
    sent: number;
    read_received: number;
    taken_back: number;
    added: number;
    mentioned_by: string | null;
    mentioned_at: Date | null;
  }>`
    SELECT c.project_id, p.title, c.last_message_at, ${otherSent} AS sent, m.read_received, m.taken_back,
           m.mentions_added AS added, mentioning.name AS mentioned_by, mentioning.at AS mentioned_at
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id JOIN projects p ON p.id = c.project_id
    LEFT JOIN LATERAL (
      SELECT u.name, max(named.added_at) OVER () AS at FROM message_mentions named JOIN users u ON u.id = named.by_id
      WHERE named.user_id = m.user_id AND named.conversation_id = c.id AND named.seq > m.read_seq AND NOT named.taken_back
        AND NOT ${areBlocked(sql`named.user_id`, sql`named.by_id`)}
      ORDER BY coalesce(named.added_at, named.at) DESC, named.seq DESC LIMIT 1
    ) AS mentioning ON true
    WHERE m.conversation_id = ${conversationId} AND m.user_id = ${userId} AND m.left_seq IS NULL AND ${otherSent} > m.read_received
      AND CASE ${teamNotify} WHEN 'all' THEN true WHEN 'mentions' THEN mentioning.name IS NOT NULL ELSE false END`.execute(
    db,
  );
  return rows[0];
}

/** Returns the participants of these teams' conversations who have unread messages that may notify them. */
export async function findNotifiedOfTeams(
  db: Db | Trx,
  conversationIds: readonly number[],
): Promise<{ user_id: number; conversation_id: number }[]> {
  if (conversationIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number; conversation_id: number }>`
    SELECT m.user_id, c.id AS conversation_id
    FROM conversations c JOIN projects p ON p.id = c.project_id
    JOIN memberships m ON m.conversation_id = c.id AND m.left_seq IS NULL
    WHERE c.id = ANY (${conversationIds}::int8[]) AND ${unreadNotifies}`.execute(db);
  return rows;
}

/** Returns the last unread message of a team's conversation, with its sender's name, leaving out senders whom the member has blocked. */
export const findLastOfTeam = (db: Db, conversationId: number, userId: number) =>
  db
    .selectFrom('messages as t')
    .innerJoin('users as u', 'u.id', 't.sender_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.conversation_id', '=', 't.conversation_id').on('m.user_id', '=', userId),
    )
    .select(['t.content', 'u.name'])
    .where('t.conversation_id', '=', conversationId)
    .where(sql<SqlBool>`t.seq > coalesce(m.unread_from - 1, m.read_seq)`)
    .where(sql<SqlBool>`NOT EXISTS (SELECT FROM blocks WHERE blocker_id = ${userId} AND blocked_id = t.sender_id)`)
    // `+ 0` as in `findLastText`.
    .where(sql<SqlBool>`t.sender_id + 0 <> ${userId}`)
    .where('t.deleted_at', 'is', null)
    .orderBy('t.seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the text of the other member's last message. */
export const findLastText = (db: Db, conversationId: number, senderId: number) =>
  db
    .selectFrom('messages')
    .select('content')
    .where('conversation_id', '=', conversationId)
    // `+ 0` makes PostgreSQL walk the numbers backwards instead of using the index on the sender.
    .where(sql<SqlBool>`sender_id + 0 = ${senderId}`)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns a notification that is neither read, cleared nor quiet. */
export const findUnreadNotification = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('users as actor', 'actor.id', 'n.actor_id')
    .select(['n.kind', 'n.title', 'n.project_id', 'n.subject_id', 'n.link', 'n.created_at', 'actor.name'])
    .select(answerBy.as('answer_by'))
    .where('n.user_id', '=', userId)
    .where('n.id', '=', id)
    .where('n.read_at', 'is', null)
    .where('n.cleared_at', 'is', null)
    .where('n.quiet', '=', false)
    .executeTakeFirst();

/** Whether a member's topic is unread; null if it is gone or out of sight. With EXISTS instead, the planner would read all rows of the member. */
export const isUnread = ({ userId, topic }: { userId: RawBuilder<unknown>; topic: RawBuilder<unknown> }) => sql<
  boolean | null
>`
  CASE split_part(${topic}, ':', 1)
    WHEN 'chat' THEN (
      SELECT ${otherSent} > m.read_received FROM memberships m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.user_id = ${userId} AND m.other_id = split_part(${topic}, ':', 2)::bigint
        AND NOT ${isOutOfSight(sql.ref<number>('m.user_id'), sql.ref<number>('m.other_id'))})
    WHEN 'team' THEN (
      SELECT ${otherSent} > m.read_received
      FROM memberships m JOIN conversations c ON c.id = m.conversation_id JOIN projects p ON p.id = c.project_id
      WHERE m.conversation_id = split_part(${topic}, ':', 2)::bigint AND m.user_id = ${userId} AND m.left_seq IS NULL
        AND ${teamNotifies})
    ELSE (
      SELECT i.read_at IS NULL AND NOT i.quiet FROM notifications i
      WHERE i.user_id = ${userId} AND i.id = split_part(${topic}, ':', 2)::bigint) END`;
