import type { Attachment } from '@sangam/shared/chat/attachments';
import { ownAuditKinds } from '@sangam/shared/core/audit';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** A row of an export. `key` orders it, and is left out. */
export type ExportRow = { key: number } & Record<string, unknown>;

/** The member themself, and what they chose. */
export async function findSelf(db: Db, userId: number): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT u.name, u.email, u.email_verified_at, u.college, u.skills, u.github_link, u.created_at, u.last_active,
      (SELECT to_jsonb(c) - 'user_id' - 'version' FROM notification_choices c WHERE c.user_id = u.id) AS choices,
      ARRAY(SELECT skill FROM followed_skills WHERE user_id = u.id ORDER BY skill) AS followed_skills,
      ARRAY(SELECT provider FROM identities WHERE user_id = u.id ORDER BY provider) AS providers,
      ARRAY(SELECT other_id FROM muted_members WHERE user_id = u.id ORDER BY other_id) AS muted_member_ids,
      ARRAY(SELECT project_id FROM muted_projects WHERE user_id = u.id ORDER BY project_id) AS muted_project_ids,
      ARRAY(SELECT blocked_id FROM blocks WHERE blocker_id = u.id ORDER BY blocked_id) AS blocked_member_ids
    FROM users u WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}

/** What an export lists, each a page after a key, in its order. No list holds another member's address. */
export const lists = {
  sessions: (db: Db, userId: number, after: number, max: number) =>
    // Sessions have no number: there are few, and all are one page.
    sql<ExportRow>`
      SELECT 1 AS key, device, network, created_at, used_at, expires_at, ended_at FROM sessions
      WHERE user_id = ${userId} AND 1 > ${after}::int8 ORDER BY created_at LIMIT ${max}`.execute(db),
  projects: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT id AS key, id, title, description, category, required_skills, timeline, max_members, state, questions, created_at
      FROM projects WHERE creator_id = ${userId} AND id > ${after} AND state <> 'deleted' ORDER BY id LIMIT ${max}`.execute(
      db,
    ),
  teams: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT p.id AS key, p.id AS project_id, p.title, m.joined_at FROM project_members m JOIN projects p ON p.id = m.project_id
      WHERE m.user_id = ${userId} AND p.creator_id <> ${userId} AND p.id > ${after} ORDER BY p.id LIMIT ${max}`.execute(
      db,
    ),
  my_join_requests: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT r.id AS key, r.id, r.project_id, p.title AS project_title, r.message, r.answers, r.status, r.ended_by,
        r.decline_reason, r.end_word, r.created_at, r.decided_at
      FROM join_requests r JOIN projects p ON p.id = r.project_id
      WHERE r.requester_id = ${userId} AND r.id > ${after} ORDER BY r.id LIMIT ${max}`.execute(db),
  received_join_requests: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT r.id AS key, r.id, r.project_id, u.name AS requester_name, r.message, r.answers, r.status, r.created_at, r.decided_at
      FROM join_requests r JOIN users u ON u.id = r.requester_id
      WHERE r.creator_id = ${userId} AND r.id > ${after} ORDER BY r.id LIMIT ${max}`.execute(db),
  my_interests: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT i.id AS key, i.id, i.project_id, p.title AS project_title, i.status, i.ended_by, i.created_at, i.decided_at
      FROM interests i JOIN projects p ON p.id = i.project_id
      WHERE i.requester_id = ${userId} AND i.id > ${after} ORDER BY i.id LIMIT ${max}`.execute(db),
  received_interests: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT i.id AS key, i.id, i.project_id, u.name AS requester_name, i.status, i.created_at, i.decided_at
      FROM interests i JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = i.requester_id
      WHERE p.creator_id = ${userId} AND i.id > ${after} ORDER BY i.id LIMIT ${max}`.execute(db),
  notifications: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT id AS key, kind, title, project_id, created_at, read_at FROM notifications
      WHERE user_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${max}`.execute(db),
  saved_messages: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT s.number AS key, CASE c.low_id WHEN s.user_id THEN c.high_id ELSE c.low_id END AS with_id, s.seq, s.saved_at
      FROM saved_messages s JOIN conversations c ON c.id = s.conversation_id
      WHERE s.user_id = ${userId} AND s.number > ${after} ORDER BY s.number LIMIT ${max}`.execute(db),
  account_activity: (db: Db, userId: number, after: number, max: number) =>
    sql<ExportRow>`
      SELECT id AS key, at, kind, device, network, details FROM audit_entries
      WHERE member_id = ${userId} AND kind = ANY (${ownAuditKinds}) AND id > ${after} ORDER BY id LIMIT ${max}`.execute(
      db,
    ),
} as const;

/** The members with whom there is a conversation, by id. */
export const listOthers = (db: Db, userId: number, after: number, max: number) =>
  sql<{ conversation_id: number; other_id: number; name: string; unread_from: number | null }>`
    SELECT m.conversation_id, m.other_id, u.name, m.unread_from FROM memberships m JOIN users u ON u.id = m.other_id
    WHERE m.user_id = ${userId} AND m.other_id > ${after} ORDER BY m.other_id LIMIT ${max}`.execute(db);

/** The messages of a conversation, with what each member put on them. */
export const listMessages = (db: Db, conversationId: number, after: number, max: number) =>
  sql<{
    seq: number;
    sender_id: number;
    content: string;
    created_at: Date;
    edited_at: Date | null;
    deleted_at: Date | null;
    reply_to: number | null;
    attachments: Attachment[] | null;
    reactions: { user_id: number; emoji: string }[] | null;
    pinned: { user_id: number; at: string } | null;
  }>`
    SELECT seq, sender_id, content, created_at, edited_at, deleted_at, reply_to, attachments,
      (SELECT jsonb_agg(jsonb_build_object('user_id', r.user_id, 'emoji', r.emoji) ORDER BY r.reacted_at) FROM message_reactions r
       WHERE r.conversation_id = m.conversation_id AND r.seq = m.seq) AS reactions,
      (SELECT jsonb_build_object('user_id', p.user_id, 'at', p.pinned_at) FROM message_pins p
       WHERE p.conversation_id = m.conversation_id AND p.seq = m.seq) AS pinned
    FROM messages m
    WHERE conversation_id = ${conversationId} AND seq > ${after} ORDER BY seq LIMIT ${max}`.execute(db);
