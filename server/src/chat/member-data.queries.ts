import type { Attachment } from '@sangam/shared/chat/attachments';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.js';
import { EXPORT_PAGE_ROWS, exportRows } from '../platform/member-data/export.js';
import type { ExportPart, ExportRow, OwnTables } from '../platform/member-data/parts.js';
import { titleFor } from '../platform/records/project-title.queries.js';
import { archivedUntil } from './conversations/membership.queries.js';
import { PIN_JSON } from './messages/message-row.js';

/**
 * The members with whom the member has a conversation, by id. Leaves out conversations without a message, which may exist only because of a
 * block.
 */
const listOthers = (db: Db, userId: number, after: number, max: number) =>
  sql<{
    conversation_id: number;
    other_id: number;
    name: string;
    unread_from: number | null;
    request: string | null;
    archived: boolean;
  }>`
    SELECT m.conversation_id, m.other_id, u.name, m.unread_from, m.request, ${archivedUntil} IS NOT NULL AS archived
    FROM memberships m JOIN users u ON u.id = m.other_id JOIN conversations c ON c.id = m.conversation_id
    WHERE m.user_id = ${userId} AND m.other_id > ${after} AND c.last_seq > 0 ORDER BY m.other_id LIMIT ${max}`.execute(
    db,
  );

/** The teams that the member is or was in, by the id of the conversation. */
const listTeams = (db: Db, userId: number, after: number, max: number) =>
  sql<{ conversation_id: number; project_id: number; title: string; has_left: boolean; archived: boolean }>`
    SELECT m.conversation_id, c.project_id, ${titleFor(userId)} AS title, m.left_seq IS NOT NULL AS has_left, ${archivedUntil} IS NOT NULL AS archived
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id JOIN projects p ON p.id = c.project_id
    WHERE m.user_id = ${userId} AND m.other_id IS NULL AND m.conversation_id > ${after}
    ORDER BY m.conversation_id LIMIT ${max}`.execute(db);

/**
 * A conversation's messages with their reactions and pins, or one sender's without those: the others may have added them after the
 * sender has left.
 */
const listMessages = (
  db: Db,
  { conversationId, senderId }: { conversationId: number; senderId: number | null },
  after: number,
  max: number,
) =>
  sql<{
    seq: number;
    sender_id: number;
    content: string;
    created_at: Date;
    edited_at: Date | null;
    deleted_at: Date | null;
    reply_to: number | null;
    project_id: number | null;
    attachments: Attachment[] | null;
    reactions: { user_id: number; emoji: string }[] | null;
    pinned: { user_id: number; at: string } | null;
  }>`
    SELECT seq, sender_id, content, created_at, edited_at, deleted_at, reply_to, project_id, attachments,
      CASE WHEN ${senderId}::int8 IS NULL THEN (
        SELECT jsonb_agg(jsonb_build_object('user_id', r.user_id, 'emoji', r.emoji) ORDER BY r.reacted_at) FROM message_reactions r
        WHERE r.conversation_id = m.conversation_id AND r.seq = m.seq) END AS reactions,
      CASE WHEN ${senderId}::int8 IS NULL THEN ${sql.raw(PIN_JSON)} END AS pinned
    FROM messages m
    WHERE conversation_id = ${conversationId} AND seq > ${after} AND (${senderId}::int8 IS NULL OR sender_id + 0 = ${senderId}::int8)
    ORDER BY seq LIMIT ${max}`.execute(db);

const messagesOf = (db: Db, userId: number, selection: { conversationId: number; senderId: number | null }) =>
  exportRows(async (seq) => {
    const page = await listMessages(db, selection, seq, EXPORT_PAGE_ROWS);
    return {
      rows: page.rows.map(({ attachments, reactions, pinned, ...message }) => ({
        key: message.seq,
        ...message,
        mine: message.sender_id === userId,
        ...(reactions && { reactions }),
        ...(pinned && { pinned }),
        ...(attachments === null
          ? {}
          : { attachments: attachments.map(({ preview: _, ...attachment }) => attachment) }),
      })),
    };
  });

/** If the member has left the team, only their own messages, as they wrote them. */
async function* teamsOf(db: Db, userId: number): AsyncGenerator<string, void, undefined> {
  let comma = '';
  yield '[';
  for (let after = 0; ; ) {
    const { rows } = await listTeams(db, userId, after, EXPORT_PAGE_ROWS);
    for (const { conversation_id, project_id, title, has_left, archived } of rows) {
      const choice = archived && !has_left ? '"archived":true,' : '';
      yield `${comma}{"project":${JSON.stringify({ id: project_id, title })},"has_left":${has_left},${choice}"messages":[`;
      comma = ',';
      yield* messagesOf(db, userId, { conversationId: conversation_id, senderId: has_left ? userId : null });
      yield ']}';
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE_ROWS) break;
    after = last.conversation_id;
  }
  yield ']';
}

async function* conversationsOf(db: Db, userId: number): AsyncGenerator<string, void, undefined> {
  let comma = '';
  yield '[';
  for (let after = 0; ; ) {
    const { rows } = await listOthers(db, userId, after, EXPORT_PAGE_ROWS);
    for (const { conversation_id, other_id, name, unread_from, request, archived } of rows) {
      // The state of a message request that the member received; the state of one that they sent is the other member's secret.
      const state = request === null ? '' : `"message_request":${JSON.stringify(request)},`;
      const mark = unread_from === null ? state : `${state}"unread_from":${unread_from},`;
      const choice = archived ? `${mark}"archived":true,` : mark;
      yield `${comma}{"with":${JSON.stringify({ id: other_id, name })},${choice}"messages":[`;
      comma = ',';
      yield* messagesOf(db, userId, { conversationId: conversation_id, senderId: null });
      yield ']}';
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE_ROWS) break;
    after = last.other_id;
  }
  yield ']';
}

export const chatExport: ExportPart = {
  lists: {
    saved_messages: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT s.number AS key, CASE c.low_id WHEN s.user_id THEN c.high_id ELSE c.low_id END AS with_id, c.project_id,
          s.seq, s.saved_at
        FROM saved_messages s JOIN conversations c ON c.id = s.conversation_id
        WHERE s.user_id = ${userId} AND s.number > ${after} ORDER BY s.number LIMIT ${max}`.execute(db),
  },
  streams: { conversations: conversationsOf, team_conversations: teamsOf },
};

export const chatOwnTables = {
  message_acts: 'user_id',
  message_mentions: 'user_id',
  search_members: 'user_id',
  saved_messages: 'user_id',
  saved_versions: 'user_id',
} as const satisfies OwnTables;
