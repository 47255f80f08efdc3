import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { sql } from 'kysely';
import { ownUpTo } from '../../chat/chat.js';
import type { Db } from '../../platform/db/database.js';

/** A member of a team that the reader has left. */
interface LeftMember {
  id: number;
  name: string;
  /** How many messages they had sent when the reader left. */
  sent: number;
  /** The last message that the reader could read. */
  left_seq: number;
}

/**
 * Returns the members of a team that the reader left after `leftAfter`: all who had written by then, or were in the team during the
 * reader's last stay; none for anybody else. Message numbers don't show whether a member joined just before or just after the reader left,
 * so the time of their seat decides, or of their own leaving. The project's deletion ends seats without a team event; such a member counts
 * as present unless an event has them joining later.
 */
export async function listLeftMembers(
  db: Db,
  userId: number,
  conversationId: number,
  leftAfter: Date,
): Promise<LeftMember[]> {
  const { rows } = await sql<LeftMember>`
    SELECT id, name, sent, left_seq FROM (
      SELECT u.id, u.name, m.left_seq,
             (o.left_seq IS NULL OR o.left_seq >= m.joined_seq) AND (
               o.joined_seq < m.left_seq OR o.left_at <= m.left_at OR s.joined_at <= m.left_at
               OR s.user_id IS NULL AND NOT EXISTS (
                 SELECT FROM team_events e WHERE e.project_id = c.project_id AND e.kind = 'joined' AND e.user_id = o.user_id
                   AND e.id > (SELECT coalesce(max(id), 0) FROM team_events l WHERE l.project_id = c.project_id
                     AND l.kind IN ('left', 'removed', 'gone') AND l.user_id = m.user_id))) AS met,
             ${ownUpTo({ conversation: sql`o.conversation_id`, userId: sql`o.user_id`, slot: sql`o.slot`, seq: sql`m.left_seq` })} AS sent
      FROM memberships m
      JOIN memberships o ON o.conversation_id = m.conversation_id AND o.user_id <> m.user_id
      JOIN users u ON u.id = o.user_id
      JOIN conversations c ON c.id = m.conversation_id
      LEFT JOIN project_members s ON s.project_id = c.project_id AND s.user_id = o.user_id
      WHERE m.conversation_id = ${conversationId} AND m.user_id = ${userId} AND m.other_id IS NULL AND m.left_at > ${leftAfter}
        AND u.name <> ${FORMER_MEMBER}
    ) AS others
    WHERE met OR sent > 0 ORDER BY name, id`.execute(db);
  return rows;
}

/** The conversation of a project's team; undefined if it has none. */
export const findTeamOf = async (db: Db, projectId: number): Promise<number | undefined> =>
  (await db.selectFrom('conversations').select('id').where('project_id', '=', projectId).executeTakeFirst())?.id;

/** The project of a team, as members outside it see it; undefined if it is hidden from them or deleted. */
export const findProjectOf = (db: Db, conversationId: number) =>
  db
    .selectFrom('projects as p')
    .innerJoin('conversations as c', 'c.project_id', 'p.id')
    .select(['p.id', 'p.title'])
    .where('c.id', '=', conversationId)
    .where('p.state', '<>', 'deleted')
    .where('p.hidden_at', 'is', null)
    .executeTakeFirst();

/** The numbers of the `max` last messages that a member had sent up to `left_seq`, the newest first. */
export async function listLastSeqs(
  db: Db,
  conversationId: number,
  { id, sent, left_seq }: LeftMember,
  max: number,
): Promise<number[]> {
  // Limited by the number of messages, so that it doesn't read beyond the member's first one. `+ 0` keeps the planner from the index on the
  // sender.
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM messages
    WHERE conversation_id = ${conversationId} AND seq <= ${left_seq} AND sender_id + 0 = ${id}
    ORDER BY seq DESC LIMIT ${Math.min(max, sent)}`.execute(db);
  return rows.map(({ seq }) => seq);
}
