import { ARCHIVED_WHILE_MUTED } from '@sangam/shared/chat/archived';
import type { TeamConversation, TeamEvent, TeamNotifications } from '@sangam/shared/chat/teams';
import { type SqlBool, sql } from 'kysely';
import { hidesPresence, hidesReadMarks, hidesTyping } from '../../contact/contact.js';
import { builtOnce } from '../../platform/db/built-once.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { TeamKey } from './kinds.js';
import {
  joinProject,
  mentionSeq,
  otherSent,
  presentUnread,
  teamNotify,
  type UnreadRow,
  unreadColumns,
} from './membership.queries.js';

interface TeamRow extends UnreadRow {
  conversation_id: number;
  project_id: number;
  title: string;
  people: number;
  member_count: number;
  active_at: Date;
  last_seq: number;
  last_change: number;
  last_content: string | null;
  last_sender_id: number | null;
  last_sender_name: string | null;
  read_seq: number;
  notify: TeamNotifications;
  notify_version: number;
  mention_seq: number | null;
}

export const presentTeam = (row: TeamRow): TeamConversation => ({
  conversation_id: row.conversation_id,
  project_id: row.project_id,
  name: row.title,
  people: row.people,
  member_count: row.member_count,
  active_at: row.active_at.toISOString(),
  last_message: row.last_content,
  last_message_time: row.last_content === null ? null : row.active_at.toISOString(),
  last_message_sender_id: row.last_sender_id,
  last_message_sender_name: row.last_sender_name,
  last_seq: row.last_seq,
  last_change: row.last_change,
  ...presentUnread(row),
  read_seq: row.read_seq,
  ...(row.mention_seq === null ? {} : { mention_seq: row.mention_seq }),
  notify: row.notify,
  notify_version: row.notify_version,
});

/** The conversations of a member's teams, the newest first. */
export const listTeamConversations = builtOnce<{ userId: number }, TeamRow>(
  ({ userId }) => sql`
    SELECT c.id AS conversation_id, c.project_id, p.title, c.people, p.member_count, c.last_message_at AS active_at,
           c.last_seq, c.last_change, l.content AS last_content, l.sender_id AS last_sender_id,
           (SELECT name FROM users WHERE id = l.sender_id) AS last_sender_name,
           m.read_seq, ${unreadColumns},
           ${teamNotify} AS notify, m.notify_version, ${mentionSeq} AS mention_seq
    FROM memberships m
    JOIN conversations c ON c.id = m.conversation_id
    ${joinProject}
    LEFT JOIN messages l ON l.conversation_id = c.id AND l.seq = c.last_seq
    WHERE m.user_id = ${userId} AND m.other_id IS NULL AND m.left_seq IS NULL
    ORDER BY c.last_message_at DESC, c.id DESC`,
);

/**
 * The version of a member's teams. Every addend only grows: a member who leaves keeps what their row added (migration 0160).
 */
export const TEAMS_VERSION = `
  coalesce((
    SELECT sum(coalesce(m.left_version, c.last_seq + c.last_change + c.people + m.read_seq + m.mark_changes))::int8
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.user_id = s.user_id AND m.other_id IS NULL
  ), 0)`;

interface FoundTeam {
  conversation_id: number;
  project_id: number;
  name: string;
  people: number;
  creator_id: number;
  member_count: number;
}

/** A team's conversation with the slots of its current participants; undefined if there is none of this id. */
export async function findTeamKey(db: Db, id: number): Promise<TeamKey | undefined> {
  const { rows } = await sql<{ people: number; user_ids: number[]; slots: number[] }>`
    SELECT c.people, array_agg(m.user_id ORDER BY m.user_id) AS user_ids, array_agg(m.slot ORDER BY m.user_id) AS slots
    FROM conversations c JOIN memberships m ON m.conversation_id = c.id AND m.left_seq IS NULL
    WHERE c.id = ${id} AND c.low_id IS NULL GROUP BY c.id`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const memberIds = found.user_ids.map(Number);
  const slots = new Map(memberIds.map((userId, index) => [userId, found.slots[index] ?? 0]));
  return { kind: 'team', id, people: found.people, memberIds, slots };
}

/** Pairs of current participants of a team, from `typistIds` and `readerIds`, where the reader may see that the typist types. */
export const findTypingReaders = builtOnce<
  { conversationId: number; typistIds: readonly number[]; readerIds: readonly number[]; at: Date },
  { typist_id: number; reader_id: number }
>(({ conversationId, typistIds, readerIds, at }) => {
  const [typist, reader] = [sql.ref<number>('m.user_id'), sql.ref<number>('o.user_id')];
  return sql`
    SELECT m.user_id AS typist_id, o.user_id AS reader_id
    FROM memberships m
    JOIN memberships o ON o.conversation_id = m.conversation_id AND o.user_id <> m.user_id AND o.left_seq IS NULL
    WHERE m.conversation_id = ${conversationId} AND m.user_id = ANY (${typistIds}::int8[]) AND m.other_id IS NULL
      AND m.left_seq IS NULL AND o.user_id = ANY (${readerIds}::int8[]) AND NOT ${hidesTyping(typist, reader, at)}
    ORDER BY m.user_id, o.user_id`;
});

/** The conversations of teams that a member is in, or that two members are in. */
export async function findTeamsOf(trx: Trx, userId: number, otherId = userId): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT m.conversation_id FROM memberships m
    WHERE m.user_id = ${userId} AND m.other_id IS NULL AND m.left_seq IS NULL AND EXISTS (
      SELECT FROM memberships o WHERE o.conversation_id = m.conversation_id AND o.user_id = ${otherId} AND o.left_seq IS NULL)
    ORDER BY m.conversation_id`.execute(trx);
  return rows.map(({ conversation_id }) => conversation_id);
}

/** A team's conversation, if the member is a participant. */
export async function findTeam(db: Db, userId: number, conversationId: number): Promise<FoundTeam | undefined> {
  const { rows } = await sql<FoundTeam>`
    SELECT c.id AS conversation_id, c.project_id, p.title AS name, c.people, p.creator_id, p.member_count
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id JOIN projects p ON p.id = c.project_id
    WHERE m.conversation_id = ${conversationId} AND m.user_id = ${userId} AND m.left_seq IS NULL`.execute(db);
  return rows[0];
}

interface ParticipantRow {
  id: number;
  name: string;
  is_online: boolean;
  last_active: Date | null;
  joined_at: Date;
  read_seq: number | null;
}

/** The participants as one of them sees them, in the order of joining. */
export async function listParticipants(
  db: Db,
  viewerId: number,
  { conversation_id, project_id }: Pick<FoundTeam, 'conversation_id' | 'project_id'>,
  at: Date,
): Promise<ParticipantRow[]> {
  const viewer = sql<number>`${viewerId}::int8`;
  const other = sql.ref<number>('u.id');
  const { rows } = await sql<ParticipantRow>`
    SELECT u.id, u.name, s.joined_at, r.is_online AND NOT h.presence AS is_online,
           CASE WHEN NOT h.presence THEN r.last_active END AS last_active, CASE WHEN NOT h.marks THEN m.read_seq END AS read_seq
    FROM memberships m
    JOIN users u ON u.id = m.user_id
    JOIN project_members s ON s.project_id = ${project_id} AND s.user_id = m.user_id
    JOIN LATERAL (SELECT is_online, last_active FROM presence WHERE id = u.id LIMIT 1) AS r ON true,
    LATERAL (SELECT ${hidesPresence(viewer, other, at)} AS presence, ${hidesReadMarks(viewer, other)} AS marks OFFSET 0) AS h
    WHERE m.conversation_id = ${conversation_id} AND m.left_seq IS NULL
    ORDER BY s.joined_at, u.id`.execute(db);
  return rows;
}

interface EventRow {
  id: number;
  kind: TeamEvent['kind'];
  at: Date;
  after_seq: number;
  user_id: number | null;
  user_name: string | null;
  word: string | null;
}

const eventColumns = sql`
  e.id, e.kind, e.at, e.after_seq, e.user_id, (SELECT name FROM users WHERE id = e.user_id) AS user_name, e.word`;

export const presentTeamEvent = (row: EventRow): TeamEvent => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  after_seq: row.after_seq,
  ...(row.user_id === null ? {} : { user_id: row.user_id, user_name: row.user_name ?? '' }),
  ...(row.word === null ? {} : { word: row.word }),
});

const EVENTS_MAX = 200;

/** A team's newest events, in the order in which they happened. */
export async function listTeamEvents(db: Db, projectId: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${eventColumns} FROM team_events e WHERE e.project_id = ${projectId} ORDER BY e.id DESC LIMIT ${EVENTS_MAX}`.execute(
    db,
  );
  return rows.toReversed();
}

/**
 * Stores a participant's choice of notifications; undefined for everybody else. An archived conversation stays archived while it is
 * muted, and returns with the next message after that.
 */
export async function setNotify(
  trx: Trx,
  userId: number,
  { conversationId, notify }: { conversationId: number; notify: TeamNotifications },
): Promise<(Omit<FoundTeam, 'creator_id'> & { notify_version: number }) | undefined> {
  const { rows } = await sql<Omit<FoundTeam, 'creator_id'> & { notify_version: number }>`
    UPDATE memberships m SET notify = ${notify}, mark_changes = m.mark_changes + 1, archived_until = CASE
      WHEN m.archived_until >= ${otherSent} AND ${notify}::text = 'off' THEN ${ARCHIVED_WHILE_MUTED}::int8
      WHEN m.archived_until = ${ARCHIVED_WHILE_MUTED}::int8 AND ${notify}::text <> 'off' THEN ${otherSent}
      ELSE m.archived_until END
    FROM conversations c JOIN projects p ON p.id = c.project_id
    WHERE c.id = m.conversation_id AND m.conversation_id = ${conversationId} AND m.user_id = ${userId} AND m.left_seq IS NULL
    RETURNING c.id AS conversation_id, c.project_id, p.title AS name, c.people, p.member_count, m.notify_version`.execute(
    trx,
  );
  return rows[0];
}

/** A team's conversation, its participants and one of its events. */
export async function findTeamChange(
  db: Db,
  conversationId: number,
  eventId: number,
): Promise<(Omit<FoundTeam, 'creator_id'> & { participant_ids: number[]; event: EventRow }) | undefined> {
  const { rows } = await sql<Omit<FoundTeam, 'creator_id'> & { participant_ids: number[] }>`
    SELECT c.id AS conversation_id, c.project_id, p.title AS name, c.people, p.member_count, ARRAY(
      SELECT user_id FROM memberships WHERE conversation_id = c.id AND left_seq IS NULL ORDER BY user_id) AS participant_ids
    FROM conversations c JOIN projects p ON p.id = c.project_id WHERE c.id = ${conversationId}`.execute(db);
  const events = await sql<EventRow>`SELECT ${eventColumns} FROM team_events e WHERE e.id = ${eventId}`.execute(db);
  const [[team], [event]] = [rows, events.rows];
  return team && event ? { ...team, participant_ids: team.participant_ids.map(Number), event } : undefined;
}

/** Whether a project `p` has a team without a conversation, such as one formed before the update. */
const isMissing = sql<SqlBool>`(p.member_count >= 2 AND p.state <> 'deleted'
  AND NOT EXISTS (SELECT FROM conversations c WHERE c.project_id = p.id))`;

/** Opens the conversations of up to `max` teams that have none; returns how many. */
export async function openMissingConversations(trx: Trx, max: number): Promise<number> {
  const { rows } = await sql`
    WITH missing AS (
      SELECT id FROM projects p WHERE ${isMissing} AND NOT EXISTS (SELECT FROM servers WHERE coalesce(release, 0) < 2)
      ORDER BY id LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED
    )
    SELECT open_team_conversation(id) FROM missing`.execute(trx);
  return rows.length;
}

/** Whether any team has no conversation, also one that another transaction is changing. */
export async function isAnyConversationMissing(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT EXISTS (SELECT FROM projects p WHERE ${isMissing}) AS is`.execute(
    trx,
  );
  return rows[0]?.is !== false;
}
