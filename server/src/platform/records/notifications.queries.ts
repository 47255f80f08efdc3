import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationKind } from '@sangam/shared/notices/notification-kinds';
import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../db/database.js';
import { type NotificationRow, selectNotifications } from './notification-row.queries.js';

/** A notification to be written. */
export interface NewNotification {
  user_id: number;
  kind: NotificationKind;
  /** Unique per member; a later notification about the same subject reuses it. */
  key: string;
  title: string;
  project_id: number | null;
  subject_id: number | null;
  actor_id: number | null;
  /** The link, where kind and project do not determine it. */
  link?: string;
}

/** Locks these members' notifications in the order of their ids, and counts one more change for each. */
export async function lockNotifications(trx: Trx, userIds: readonly number[]): Promise<Map<number, number>> {
  const sorted = [...userIds].sort((a, b) => a - b);
  const { rows } = await sql<{ user_id: number; version: number }>`
    INSERT INTO inboxes (user_id) SELECT unnest(${sorted}::bigint[])
    ON CONFLICT (user_id) DO UPDATE SET version = inboxes.version + 1 RETURNING user_id, version`.execute(trx);
  return new Map(rows.map(({ user_id, version }) => [user_id, version]));
}

/** A notification that returns to a kind it had within this time is quiet. */
const QUIET_MS = dayMs;
/** The kind of a dropped notification. Its row stays, so that it is quiet if it comes back soon. */
const DROPPED = '';

/**
 * Writes notifications, each later than the member's last. One with an existing key replaces the earlier, unread and at the top;
 * with the same kind and actor, too, it is a repetition and changes nothing. A kind that the key has had in the last day is quiet: in
 * the list, but on no device and in no email. Returns the ids of the changed rows.
 */
export async function putNotifications(
  trx: Trx,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<number[]> {
  if (notifications.length === 0) return [];
  const last = (userId: number) =>
    sql`(SELECT created_at FROM notifications WHERE user_id = ${userId} AND cleared_at IS NULL ORDER BY created_at DESC LIMIT 1)`;
  const isRecent = sql`notifications.told_since > ${new Date(now.getTime() - QUIET_MS)}`;
  const wasNotified = sql`(${isRecent} AND excluded.kind = ANY(notifications.told_kinds))`;
  const rows = await trx
    .insertInto('notifications')
    .values(
      notifications.map(({ link = null, ...columns }) => ({
        ...columns,
        link,
        created_at: sql<Date>`greatest(${now}, ${last(columns.user_id)} + interval '1 ms')`,
        told_kinds: [columns.kind],
        told_since: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet((row) => ({
          kind: row.ref('excluded.kind'),
          title: row.ref('excluded.title'),
          actor_id: row.ref('excluded.actor_id'),
          created_at: row.ref('excluded.created_at'),
          project_id: row.ref('excluded.project_id'),
          subject_id: row.ref('excluded.subject_id'),
          link: row.ref('excluded.link'),
          read_at: null,
          cleared_at: null,
          quiet: sql`coalesce(${wasNotified}, false)`,
          told_since: sql`CASE WHEN ${isRecent} THEN notifications.told_since ELSE excluded.told_since END`,
          told_kinds: sql`CASE WHEN ${wasNotified} THEN notifications.told_kinds
            WHEN ${isRecent} THEN notifications.told_kinds || excluded.told_kinds ELSE excluded.told_kinds END`,
        }))
        .where(
          sql<SqlBool>`(notifications.kind, notifications.actor_id) IS DISTINCT FROM (excluded.kind, excluded.actor_id)`,
        ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns these notifications, newest first, in the shape that lists use. */
export const findNotifications = (trx: Trx, ids: readonly number[]): Promise<NotificationRow[]> =>
  selectNotifications(trx)
    .where('n.id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute();

/** Whether the member has an unread notification with this key. */
export const isUnread = async (trx: Trx, { user_id, key }: { user_id: number; key: string }): Promise<boolean> =>
  (await trx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('read_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Returns the unread count for each of these members; absent where it is 0. */
export async function countUnread(trx: Trx, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; unread: number }>`
    SELECT user_id, count(*) AS unread FROM notifications
    WHERE user_id = ANY(${userIds}::bigint[]) AND read_at IS NULL GROUP BY user_id`.execute(trx);
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
}

/** Marks the notifications with these members and keys read; returns those that were unread. */
export async function markReadByKey(
  trx: Trx,
  entries: readonly { user_id: number; key: string }[],
  now: Date,
): Promise<{ user_id: number; id: number }[]> {
  if (entries.length === 0) return [];
  const [userIds, keys] = [entries.map(({ user_id }) => user_id), entries.map(({ key }) => key)];
  const { rows } = await sql<{ user_id: number; id: number }>`
    UPDATE notifications n SET read_at = ${now} FROM unnest(${userIds}::bigint[], ${keys}::text[]) AS which (user_id, key)
    WHERE n.user_id = which.user_id AND n.key = which.key AND n.read_at IS NULL RETURNING n.user_id, n.id`.execute(trx);
  return rows;
}

/** Removes the notifications with these members and keys from the lists; returns those that were listed. */
export async function dropByKey(
  trx: Trx,
  entries: readonly { user_id: number; key: string }[],
  now: Date,
): Promise<{ user_id: number; id: number }[]> {
  if (entries.length === 0) return [];
  const [userIds, keys] = [entries.map(({ user_id }) => user_id), entries.map(({ key }) => key)];
  const { rows } = await sql<{ user_id: number; id: number }>`
    WITH old AS (
      SELECT n.id, n.cleared_at FROM notifications n
      JOIN unnest(${userIds}::bigint[], ${keys}::text[]) AS which (user_id, key) ON n.user_id = which.user_id AND n.key = which.key
      WHERE n.kind <> ${DROPPED}),
    dropped AS (
      UPDATE notifications n SET kind = ${DROPPED}, title = '', actor_id = NULL, project_id = NULL, subject_id = NULL, link = NULL,
        cleared_at = coalesce(n.cleared_at, ${now}), read_at = coalesce(n.read_at, ${now})
      FROM old WHERE n.id = old.id RETURNING n.user_id, n.id, old.cleared_at)
    SELECT user_id, id FROM dropped WHERE cleared_at IS NULL`.execute(trx);
  return rows;
}

const keysOfMember = (trx: Trx, userId: number) =>
  trx.selectFrom('notifications').select(['user_id', 'key']).where('user_id', '=', userId);

/** Without those that were dropped or cleared. */
const listedOfMember = (trx: Trx, userId: number) => keysOfMember(trx, userId).where('cleared_at', 'is', null);

/** Returns the keys of a member's unread notifications about another member's acts. */
export const findUnreadFrom = (trx: Trx, userId: number, actorId: number) =>
  listedOfMember(trx, userId).where('actor_id', '=', actorId).where('read_at', 'is', null).execute();

/** Returns the keys of a member's unread notifications of these kinds about a project. */
export const findUnreadOfProject = (
  trx: Trx,
  { userId, projectId, kinds }: { userId: number; projectId: number; kinds: readonly NotificationKind[] },
) =>
  listedOfMember(trx, userId)
    .where('project_id', '=', projectId)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null)
    .execute();

/** Returns everybody's notifications that a project is hidden, read ones as well. The kinds are those of an index (0229). */
export async function findHiddenProjectKeys(trx: Trx, projectId: number): Promise<{ user_id: number; key: string }[]> {
  const { rows } = await sql<{ user_id: number; key: string }>`
    SELECT user_id, key FROM notifications
    WHERE project_id = ${projectId} AND kind IN ('project:hidden', 'team:hidden') AND cleared_at IS NULL`.execute(trx);
  return rows;
}

/** Returns the keys of a member's notifications of one kind. */
export const findKeysOfKind = (trx: Trx, userId: number, kind: NotificationKind) =>
  keysOfMember(trx, userId).where('kind', '=', kind).execute();
