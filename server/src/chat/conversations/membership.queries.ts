import { chatLimits } from '@sangam/shared/chat/limits';
import type { TeamNotifications } from '@sangam/shared/chat/teams';
import { type SqlBool, sql } from 'kysely';

import { areBlocked } from '../../contact/contact.js';

// Parts of statements that read a membership `m` and its conversation `c`; of a direct one also the other member's membership `o`, of a
// team's also its project `p`.

/**
 * Joins the project `p`, found by the id in `c`: PostgreSQL takes a member with many conversations for one with many teams, and would
 * read all projects.
 */
export const joinProject = sql`JOIN LATERAL (SELECT * FROM projects WHERE projects.id = c.project_id OFFSET 0) AS p ON true`;

/** How many messages others have sent. Subtracting those that the member has read gives the unread count. */
export const otherSent = sql<number>`(c.last_seq - c.sent[m.slot])`;

/** The number of messages by others up to which the conversation is archived; null once they have sent more. */
export const archivedUntil = sql<number | null>`CASE WHEN m.archived_until >= ${otherSent} THEN m.archived_until END`;

/** How far the other member has read, as far as this member may see it. */
export const shownReadSeq = sql<number>`coalesce(o.told_read_seq, o.read_seq)`;

/** The state of the message request that a conversation began with; null where it began with none. */
export type MessageRequest = 'waiting' | 'accepted' | 'ignored' | null;

/** The field that marks a conversation as a message request; none once it was accepted. */
export const requestField = (request: MessageRequest) =>
  request === null || request === 'accepted' ? {} : { request };

/** Where a member marked the conversation as unread, and whether they archived it. */
export interface MarkRow {
  unread_from: number | null;
  mark_changes: number;
  archived_until: number | null;
}

/** The fields for these; none if the member never did either. */
export const unreadMark = ({ unread_from, mark_changes, archived_until }: MarkRow) =>
  mark_changes === 0
    ? {}
    : {
        unread_mark: { from: unread_from, version: mark_changes, ...(archived_until !== null && { archived_until }) },
      };

export interface UnreadRow extends MarkRow {
  unread_count: number;
  /** It only grows, even if a mark makes messages unread again, so the higher version is the newer count. */
  unread_version: number;
}

/** The columns of an `UnreadRow`. */
export const unreadColumns = sql`
  ${otherSent} - m.read_received AS unread_count, ${otherSent} + m.read_received + m.mark_changes AS unread_version,
  m.unread_from, m.mark_changes, ${archivedUntil} AS archived_until`;

/** The fields for a conversation's unread messages. */
export const presentUnread = ({ unread_count, unread_version, ...mark }: UnreadRow) => ({
  unread_count,
  unread_version,
  ...unreadMark(mark),
});

/** A participant's choice of notifications in a team's conversation: all messages of a small team by default, else mentions. */
export const teamNotify = sql<TeamNotifications>`coalesce(m.notify, CASE WHEN p.member_count <= ${sql.lit(chatLimits.smallTeamMax)} THEN 'all' ELSE 'mentions' END)`;

/** The first unread message that mentions a participant of a team's conversation; null for none. A block that began later hides a mention, too. */
export const mentionSeq = sql<number | null>`CASE WHEN c.last_seq > m.read_seq THEN (
  SELECT min(named.seq) FROM message_mentions named
  WHERE named.user_id = m.user_id AND named.conversation_id = m.conversation_id AND named.seq > m.read_seq
    AND NOT named.taken_back AND NOT ${areBlocked(sql`named.user_id`, sql`named.by_id`)}) END`;

/** Whether unread messages of a team's conversation notify the participant: all of them, or those that mention them. */
export const teamNotifies = sql<SqlBool>`CASE ${teamNotify} WHEN 'all' THEN true WHEN 'mentions' THEN ${mentionSeq} IS NOT NULL ELSE false END`;

/**
 * Whether a conversation has unread messages that notify the participant, unless they marked it as unread themselves. `p` is NULL for a
 * direct one.
 */
export const unreadNotifies = sql<SqlBool>`m.unread_from IS NULL AND ${otherSent} > m.read_received AND (p.id IS NULL OR ${teamNotifies})`;
