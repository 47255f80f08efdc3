import type { Conversation } from '@sangam/shared/chat/messages';
import { sql } from 'kysely';
import { hidesPresence, shownEmail } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { pageOfConversations } from './conversation-page.queries.js';
import {
  archivedUntil,
  type MarkRow,
  otherSent,
  presentUnread,
  type UnreadRow,
  unreadMark,
} from './membership.queries.js';

/** The state of the message request that a conversation began with; null where it began with none. */
export type MessageRequest = 'waiting' | 'accepted' | 'ignored' | null;

/** The field that marks a conversation as a message request; none once it was accepted. */
export const requestField = (request: MessageRequest) =>
  request === null || request === 'accepted' ? {} : { request };

export interface MembershipRow extends MarkRow {
  conversation_id: number;
  last_seq: number;
  last_change: number;
  read_seq: number;
  other_read_seq: number;
  first_unread_seq: number | null;
  request: MessageRequest;
  pinned_seqs: number[] | null;
}

/** The fields of a thread that say where the member is in its conversation. */
export const presentMembership = ({ pinned_seqs, ...row }: MembershipRow) => ({
  conversation_id: row.conversation_id,
  last_seq: row.last_seq,
  last_change: row.last_change,
  read_seq: row.read_seq,
  other_read_seq: row.other_read_seq,
  first_unread_seq: row.first_unread_seq,
  ...unreadMark(row),
  ...(pinned_seqs && { pinned_seqs }),
});

/** How far the other member has read, as far as this member may see it. */
const shownReadSeq = sql<number>`coalesce(o.told_read_seq, o.read_seq)`;

/** The numbers of the pinned messages of a conversation `c`, the newest pin first; null for none. */
const pinnedSeqs = sql<number[] | null>`(
  SELECT json_agg(seq ORDER BY pinned_at DESC, seq DESC) FROM message_pins WHERE conversation_id = c.id)`;

/**
 * Searched for only if there are unread messages. Only the member's own messages lie between the read mark and it. `+ 0` keeps the
 * planner from the index on the sender: it expects short conversations, and would sort a long one as a whole.
 */
const firstUnreadSeq = sql<number | null>`CASE WHEN ${otherSent} > m.read_received THEN (
  SELECT t.seq FROM messages t
  WHERE t.conversation_id = c.id AND t.seq >= coalesce(m.unread_from, m.read_seq + 1) AND t.sender_id + 0 <> m.user_id AND t.deleted_at IS NULL
  ORDER BY t.seq LIMIT 1) END`;

const membershipColumns = [
  'm.conversation_id',
  'c.last_seq',
  'c.last_change',
  'm.read_seq',
  'm.request',
  'm.unread_from',
  'm.mark_changes',
  archivedUntil.as('archived_until'),
] as const;

/** A member's part in their conversation with another member; undefined if there is none. */
export const findMembership = (db: Db, userId: number, otherId: number): Promise<MembershipRow | undefined> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('memberships as o', (join) =>
      join.onRef('o.user_id', '=', 'm.other_id').onRef('o.other_id', '=', 'm.user_id'),
    )
    .select(membershipColumns)
    .select(shownReadSeq.as('other_read_seq'))
    .select([firstUnreadSeq.as('first_unread_seq'), pinnedSeqs.as('pinned_seqs')])
    .where('m.user_id', '=', userId)
    .where('m.other_id', '=', otherId)
    .executeTakeFirst();

/** A participant's part in a team's conversation; undefined for everybody else. */
export const findTeamMembership = (
  db: Db,
  userId: number,
  conversationId: number,
): Promise<MembershipRow | undefined> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(membershipColumns)
    // Each participant's own mark is in the team's info.
    .select(sql<number>`0`.as('other_read_seq'))
    .select([firstUnreadSeq.as('first_unread_seq'), pinnedSeqs.as('pinned_seqs')])
    .where('m.user_id', '=', userId)
    .where('m.conversation_id', '=', conversationId)
    .where('m.other_id', 'is', null)
    .where('m.left_seq', 'is', null)
    .executeTakeFirst();

/** The names of these members, by id. */
export async function findNames(db: Db | Trx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const some = sql<boolean>`id = ANY (${ids}::int8[])`;
  const rows = await db.selectFrom('users').select(['id', 'name']).where(some).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A member's name and presence as a viewer may see them, and whether the viewer blocks them; undefined if there is no such member. */
export const findOther = (db: Db, id: number, viewerId: number) =>
  db
    .selectFrom('users')
    .innerJoin('presence', 'presence.id', 'users.id')
    .select(['users.id', 'users.name'])
    .select((eb) => [
      eb.and([eb.ref('presence.is_online'), eb.not(hidden(viewerId, 'users.id'))]).as('is_online'),
      eb
        .case()
        .when(eb.not(hidden(viewerId, 'users.id')))
        .then(eb.ref('presence.last_active'))
        .end()
        .as('last_active'),
      eb
        .exists(eb.selectFrom('blocks').whereRef('blocked_id', '=', 'users.id').where('blocker_id', '=', viewerId))
        .as('is_blocked'),
    ])
    .$castTo<{ id: number; name: string; is_online: boolean; last_active: Date | null; is_blocked: boolean }>()
    .where('users.id', '=', id)
    .executeTakeFirst();

const hidden = (viewerId: number, other: string) =>
  hidesPresence(sql<number>`${viewerId}::int8`, sql.ref<number>(other));

export interface ConversationRow extends UnreadRow {
  conversation_id: number;
  other_id: number;
  name: string;
  /** '' if the member may not see it. */
  email: string;
  last_seq: number;
  last_change: number;
  read_seq: number;
  other_read_seq: number;
  last_content: string | null;
  last_sender_id: number | null;
  last_message_at: Date | null;
  is_online: boolean;
  last_active: Date | null;
  request: MessageRequest;
  reaction_seq: number | null;
  emoji: string | null;
}

export const presentConversation = (row: ConversationRow): Conversation => ({
  id: row.other_id,
  conversation_id: row.conversation_id,
  kind: 'direct',
  name: row.name,
  email: row.email,
  last_message: row.last_content,
  last_message_time: row.last_message_at?.toISOString() ?? null,
  last_message_sender_id: row.last_sender_id,
  last_seq: row.last_seq,
  last_change: row.last_change,
  ...presentUnread(row),
  read_seq: row.read_seq,
  other_read_seq: row.other_read_seq,
  is_online: row.is_online,
  last_active: row.last_active?.toISOString() ?? null,
  ...(row.reaction_seq !== null && row.emoji !== null ? { reaction: { seq: row.reaction_seq, emoji: row.emoji } } : {}),
  ...requestField(row.request),
});

/** The other member's newest reaction to one of the member's messages, if it is newer than the last message. */
const newestReaction = sql`
  SELECT r.seq, r.emoji FROM message_reactions r
  WHERE r.conversation_id = page.conversation_id AND r.user_id = page.other_id AND r.reacted_at > page.last_message_at
    AND (SELECT sender_id FROM messages WHERE conversation_id = r.conversation_id AND seq = r.seq) = page.user_id
  ORDER BY r.reacted_at DESC, r.seq DESC, r.emoji LIMIT 1`;

/** Newest first. Details are read by key, for the listed rows only (`LIMIT 1` keeps the planner from joining all members). */
export async function listConversations(
  db: Db,
  userId: number,
  { before, before_id, limit }: { before?: Date | undefined; before_id?: number | undefined; limit: number },
  select = pageOfConversations,
): Promise<ConversationRow[]> {
  // Messages of one batch have one time: without an id, the page begins after all of them.
  const below = before && sql`SELECT ${before}::timestamptz, ${before_id ?? 0}::int8`;
  const { rows } = await sql<ConversationRow>`
    WITH page AS (${select(userId, { below, limit })})
    SELECT page.conversation_id, page.other_id, page.request, u.name, u.email, page.last_seq, page.read_seq, page.last_change,
           page.unread_count, page.unread_version, page.unread_from, page.mark_changes, page.archived_until, ${shownReadSeq} AS other_read_seq, l.content AS last_content,
           l.sender_id AS last_sender_id, page.last_message_at, p.is_online, p.last_active, r.seq AS reaction_seq, r.emoji
    FROM page
    JOIN LATERAL (
      SELECT name, ${shownEmail(sql`${userId}::int8`, sql.ref('page.other_id'), sql.ref('users.email'))} AS email
      FROM users WHERE id = page.other_id LIMIT 1
    ) AS u ON true
    JOIN LATERAL (
      SELECT is_online AND NOT h.hidden AS is_online, CASE WHEN NOT h.hidden THEN last_active END AS last_active
      FROM presence, (SELECT ${hidden(userId, 'page.other_id')} AS hidden OFFSET 0) AS h WHERE id = page.other_id LIMIT 1
    ) AS p ON true
    JOIN memberships o ON o.user_id = page.other_id AND o.other_id = page.user_id
    JOIN messages l ON l.conversation_id = page.conversation_id AND l.seq = page.last_seq
    LEFT JOIN LATERAL (${newestReaction}) AS r ON page.last_change > 0
    ORDER BY page.last_message_at DESC, page.other_id DESC`.execute(db);
  return rows;
}
