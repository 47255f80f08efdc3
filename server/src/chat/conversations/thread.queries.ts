import { sql } from 'kysely';
import { asMember, hidesPresence } from '../../contact/contact.js';
import { builtOnce } from '../../platform/db/built-once.js';
import {
  archivedUntil,
  type MarkRow,
  type MessageRequest,
  otherSent,
  shownReadSeq,
  unreadMark,
} from './membership.queries.js';

// A member's place in one conversation, and the other member there.

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

/** The numbers of the pinned messages of a conversation `c`, the newest pin first; null for none. */
const pinnedSeqs = sql<number[] | null>`(
  SELECT json_agg(seq ORDER BY pinned_at DESC, seq DESC) FROM message_pins WHERE conversation_id = c.id)`;

/**
 * The first unread message, searched for only if there is one. Only the member's own messages lie between the read mark and it. `+ 0` keeps
 * the planner from the index on the sender: it expects short conversations, and would sort a long one as a whole.
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

/** A member's part in their conversation with another member, if they have one. */
export const findMembership = builtOnce<{ userId: number; otherId: number }, MembershipRow>(({ userId, otherId }, db) =>
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
    .where('m.other_id', '=', otherId),
);

/** A participant's part in a team's conversation; no row for everybody else. */
export const findTeamMembership = builtOnce<{ userId: number; conversationId: number }, MembershipRow>(
  ({ userId, conversationId }, db) =>
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
      .where('m.left_seq', 'is', null),
);

interface OtherRow {
  id: number;
  name: string;
  is_online: boolean;
  last_active: Date | null;
  is_blocked: boolean;
}

/** A member's name and presence as a viewer may see them, and whether the viewer blocks them; no row if there is no such member. */
export const findOther = builtOnce<{ id: number; viewerId: number; at: Date }, OtherRow>(({ id, viewerId, at }, db) => {
  const presenceHidden = hidesPresence(asMember(viewerId), sql.ref<number>('users.id'), at);
  return db
    .selectFrom('users')
    .innerJoin('presence', 'presence.id', 'users.id')
    .select(['users.id', 'users.name'])
    .select((eb) => [
      eb.and([eb.ref('presence.is_online'), eb.not(presenceHidden)]).as('is_online'),
      eb.case().when(eb.not(presenceHidden)).then(eb.ref('presence.last_active')).end().as('last_active'),
      eb
        .exists(eb.selectFrom('blocks').whereRef('blocked_id', '=', 'users.id').where('blocker_id', '=', viewerId))
        .as('is_blocked'),
    ])
    .$castTo<OtherRow>()
    .where('users.id', '=', id);
});
