import type { NoticeFacts } from '@sangam/shared/notices/notification-kinds';
import { type RawBuilder, sql } from 'kysely';
import { joinProject, unreadConversations, unreadNotifies } from '../../chat/chat.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { lastOfPage, rowsOfPage } from '../../platform/db/page.js';
import type { Topic } from '../../platform/records/web-push.queries.js';
import { isUnread } from '../unread-changes/queries.js';
import { kindsWithOwnEmail } from './next-steps.js';

/** Versions by topic: the number of a conversation's last message, the time of a notification. */
export type Versions = Record<Topic, number>;

const isEmailed = sql`n.kind <> ALL (${kindsWithOwnEmail}::text[])`;

/** A topic with unread items that no email has included. */
export interface NotEmailed extends NoticeFacts {
  topic: Topic;
  version: number;
}

/** Returns the newest `max` topics with items after `since` that are neither read nor emailed. It reads the newest conversations only. */
export async function findNotEmailed(
  db: Db | Trx,
  userId: number,
  { emailedVersions, since, max }: { emailedVersions: Versions; since: Date; max: number },
): Promise<NotEmailed[]> {
  const emailedVersionOf = (topic: ReturnType<typeof sql>) =>
    sql`coalesce((${JSON.stringify(emailedVersions)}::jsonb ->> (${topic}))::bigint, 0)`;
  const { rows } = await sql<NotEmailed>`
    SELECT topic, version, at, kind, about FROM (
      SELECT 'chat:' || c.other_id AS topic, c.last_seq AS version, first.created_at AS at, 'message' AS kind,
        jsonb_build_object('member_id', c.other_id) AS about
      FROM (${unreadConversations(userId)}) c
      JOIN LATERAL (
        SELECT t.created_at FROM messages t
        WHERE t.conversation_id = c.conversation_id AND t.seq > greatest(c.read_seq, ${emailedVersionOf(sql`'chat:' || c.other_id`)})
          AND t.sender_id + 0 = c.other_id AND t.created_at > ${since} AND t.deleted_at IS NULL
        ORDER BY t.seq LIMIT 1
      ) first ON true
      WHERE c.last_message_at > ${since} AND (c.request IS NULL OR c.request = 'accepted')
      UNION ALL
      SELECT 'team:' || c.id, c.last_seq, first.created_at, 'message', jsonb_build_object('project_id', c.project_id)
      FROM memberships m JOIN conversations c ON c.id = m.conversation_id ${joinProject}
      JOIN LATERAL (
        SELECT t.created_at FROM messages t
        WHERE t.conversation_id = c.id AND t.seq > greatest(m.read_seq, ${emailedVersionOf(sql`'team:' || c.id`)})
          AND t.sender_id + 0 <> m.user_id AND t.created_at > ${since} AND t.deleted_at IS NULL
        ORDER BY t.seq LIMIT 1
      ) first ON true
      WHERE m.user_id = ${userId} AND m.other_id IS NULL AND m.left_seq IS NULL
        AND c.last_message_at > ${since} AND ${unreadNotifies}
      UNION ALL
      SELECT 'inbox:' || n.id, v.version, n.created_at, n.kind, jsonb_build_object('project_id', n.project_id)
      FROM notifications n, LATERAL (SELECT floor(extract(epoch FROM n.created_at) * 1000)::bigint AS version) v
      WHERE n.user_id = ${userId} AND n.read_at IS NULL AND NOT n.quiet AND n.created_at > ${since} AND ${isEmailed}
        AND v.version > ${emailedVersionOf(sql`'inbox:' || n.id`)}
    ) AS not_emailed ORDER BY at DESC LIMIT ${max}`.execute(db);
  return rows;
}

/** A member's emails: when the last email of each part was sent, the topics emailed so far, and the email being sent. */
export interface EmailState {
  mailed_at: Date | null;
  outcomes_mailed_at: Date | null;
  told: Versions;
  sending: Versions | null;
  sending_key: string | null;
  sending_outcomes: boolean;
}

/** Locks a member's state, creating it if needed. */
export const lockState = (trx: Trx, userId: number): Promise<EmailState> =>
  trx
    .insertInto('unread_mails')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returning(['mailed_at', 'outcomes_mailed_at', 'told', 'sending', 'sending_key', 'sending_outcomes'])
    .executeTakeFirstOrThrow();

/** An email that may or may not have been sent yet. Its key follows from its content. */
export interface Sending {
  key: string;
  versions: Versions;
  isAboutOutcomes: boolean;
}

/** Stores an email before it is sent, so that a retry has the same content. */
export const setSending = (trx: Trx, userId: number, { key, versions, isAboutOutcomes }: Sending) =>
  trx
    .updateTable('unread_mails')
    .set({ sending: JSON.stringify(versions), sending_key: key, sending_outcomes: isAboutOutcomes })
    .where('user_id', '=', userId)
    .execute();

/** Stores that the mail server refused the email with this key. */
export const endSending = (db: Db, userId: number, key: string) =>
  db
    .updateTable('unread_mails')
    .set({ sending: null, sending_key: null })
    .where('user_id', '=', userId)
    .where('sending_key', '=', key)
    .execute();

/** Returns those of the emailed topics that are still unread. */
export async function findStillUnread(db: Db | Trx, userId: number, told: Versions): Promise<Versions> {
  const { rows } = await sql<{ topic: Topic; version: number }>`
    SELECT t.key AS topic, t.value::bigint AS version FROM jsonb_each_text(${JSON.stringify(told)}::jsonb) AS t
    WHERE ${isUnread({ userId: sql`${userId}`, topic: sql`t.key` })}`.execute(db);
  return Object.fromEntries(rows.map(({ topic, version }) => [topic, version]));
}

/** Stores the emailed topics once an email is done. */
export const setTold = (
  trx: Trx,
  userId: number,
  { told, ...times }: Pick<EmailState, 'told' | 'mailed_at' | 'outcomes_mailed_at'>,
) =>
  trx
    .updateTable('unread_mails')
    .set({ told: JSON.stringify(told), ...times, sending: null, sending_key: null })
    .where('user_id', '=', userId)
    .execute();

/** The `max` rows after the id `after`. */
interface RowsAfter {
  since: Date;
  after: number;
  max: number;
}

/** Members with items that are neither read nor emailed; `last` is the id of the page's last row, or null for an empty page. */
interface MembersNotEmailed {
  userIds: number[];
  last: number | null;
}

const noMembers: MembersNotEmailed = { userIds: [], last: null };
const idsOf = (rows: readonly { user_id: number }[]) => rows.map(({ user_id }) => user_id);

/** The version of a topic in the member's last email about it. */
const lastEmailedVersion = (userId: RawBuilder<unknown>, topic: RawBuilder<unknown>) => sql`
  coalesce((SELECT (u.told ->> (${topic}))::bigint FROM unread_mails u WHERE u.user_id = ${userId}), 0)`;

/** Searches a page of conversations for messages after `since`. */
export async function findNotEmailedByChats(db: Db, { since, ...page }: RowsAfter): Promise<MembersNotEmailed> {
  const last = await lastOfPage(db, 'conversations', page);
  if (last === null) return noMembers;
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT m.user_id FROM ${rowsOfPage('conversations', { ...page, last })} c
    JOIN memberships m ON m.conversation_id = c.id AND m.left_seq IS NULL
    LEFT JOIN projects p ON p.id = c.project_id
    WHERE c.last_message_at > ${since} AND (m.request IS NULL OR m.request = 'accepted')
      AND ${unreadNotifies}
      AND c.last_seq > ${lastEmailedVersion(sql`m.user_id`, sql`coalesce('chat:' || m.other_id, 'team:' || c.id)`)}`.execute(
    db,
  );
  return { userIds: idsOf(rows), last };
}

/** Searches a page of notifications for those after `since`. */
export async function findNotEmailedByNotifications(db: Db, { since, ...page }: RowsAfter): Promise<MembersNotEmailed> {
  const last = await lastOfPage(db, 'notifications', page);
  if (last === null) return noMembers;
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT n.user_id FROM ${rowsOfPage('notifications', { ...page, last })} n
    WHERE n.created_at > ${since} AND n.read_at IS NULL AND NOT n.quiet AND ${isEmailed}
      AND floor(extract(epoch FROM n.created_at) * 1000)::bigint
        > ${lastEmailedVersion(sql`n.user_id`, sql`'inbox:' || n.id`)}`.execute(db);
  return { userIds: idsOf(rows), last };
}
