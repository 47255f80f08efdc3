import type { NotificationKind } from '@sangam/shared/notices/notification-kinds';
import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import type { Trx } from '../db/database.js';
import type { Publish } from '../db/transaction.js';
import { presentItem } from './notification-row.queries.js';
import * as queries from './notifications.queries.js';
import { addWebPushes } from './web-push.js';

/** The changes to notifications in one transaction. */
export interface NotificationUpdate {
  /** Notifications to add. */
  added?: readonly queries.NewNotification[];
  /** Notifications that the act itself marks read, if they exist and are unread. */
  read?: readonly { user_id: number; key: string }[];
  /**
   * Notifications that the member may no longer see, or that ask for an answer no longer needed, if they exist. They may be added again
   * later.
   */
  dropped?: readonly { user_id: number; key: string }[];
}

/** Additions and removals that a transaction collects, and writes once, at its end. */
export type NotificationChanges = Required<Pick<NotificationUpdate, 'added' | 'dropped'>>;

/** Withdraws a member's unread notifications about another member, whom they have blocked. */
export async function dropUnreadFrom(
  trx: Trx,
  publish: Publish,
  { userId, actorId, at }: { userId: number; actorId: number; at: Date },
): Promise<void> {
  await updateNotifications(trx, publish, { dropped: await queries.findUnreadFrom(trx, userId, actorId) }, at);
}

/** Withdraws all of a member's notifications of one kind. */
export async function dropKind(
  trx: Trx,
  publish: Publish,
  { userId, kind, at }: { userId: number; kind: NotificationKind; at: Date },
): Promise<void> {
  await updateNotifications(trx, publish, { dropped: await queries.findKeysOfKind(trx, userId, kind) }, at);
}

/** Makes a member's open pages fetch their notifications, after a change by a process that has no connections to them. */
export async function refetchNotifications(trx: Trx, publish: Publish, userId: number): Promise<void> {
  const version = (await queries.lockNotifications(trx, [userId])).get(userId) ?? 0;
  const unread = (await queries.countUnread(trx, [userId])).get(userId) ?? 0;
  publish('inboxes:changed', [
    { user_id: userId, change: { unread, version, added: [], read_ids: [], cleared_ids: [] } },
  ]);
}

/** Marks one notification read, if it exists and is unread. Call it instead of `updateNotifications`, under the same rules. */
export async function readNotification(
  trx: Trx,
  publish: Publish,
  entry: { user_id: number; key: string },
  now: Date,
): Promise<void> {
  if (await queries.isUnread(trx, entry)) await updateNotifications(trx, publish, { read: [entry] }, now);
}

/**
 * Changes notifications in the transaction that causes it, and notifies the members' devices after the commit. Call it once per
 * transaction and last: it locks the members in order.
 */
export async function updateNotifications(
  trx: Trx,
  publish: Publish,
  { added = [], read = [], dropped = [] }: NotificationUpdate,
  now: Date,
): Promise<void> {
  const userIds = [...new Set([...added, ...read, ...dropped].map(({ user_id }) => user_id))];
  if (userIds.length === 0) return;
  const versions = await queries.lockNotifications(trx, userIds);
  const readRows = await queries.markReadByKey(trx, read, now);
  const droppedRows = await queries.dropByKey(trx, dropped, now);
  const rows = await queries.findNotifications(trx, await queries.putNotifications(trx, added, now));
  const pushed = rows.flatMap(({ user_id, id, quiet }) => (quiet ? [] : { user_id, topic: `inbox:${id}` as const }));
  await addWebPushes(trx, publish, pushed, new Date(now.getTime() + PUSHED_AFTER_MS));
  const unread = await queries.countUnread(trx, userIds);
  const changeOf = (user_id: number, version: number) => ({
    unread: unread.get(user_id) ?? 0,
    version,
    added: rows.filter((row) => row.user_id === user_id).map(presentItem),
    read_ids: readRows.filter((row) => row.user_id === user_id).map(({ id }) => id),
    cleared_ids: droppedRows.filter((row) => row.user_id === user_id).map(({ id }) => id),
  });
  const changes = [...versions].map(([user_id, version]) => ({ user_id, change: changeOf(user_id, version) }));
  publish('inboxes:changed', changes);
}
