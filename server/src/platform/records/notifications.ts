import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import type { Trx } from '../db/database.js';
import type { Publish } from '../db/transaction.js';
import * as queries from './notifications.queries.js';
import { presentItem } from './notifications.queries.js';
import { addWebPushes } from './web-push.js';

/** What one transaction changes in inboxes. */
export interface NotificationUpdate {
  /** Who is told of what. */
  added?: readonly queries.NewNotification[];
  /** What is read by the act itself, if it is there and unread. */
  read?: readonly { user_id: number; key: string }[];
  /** What is not this member's to know any more, if it is there. It may be told to them anew. */
  dropped?: readonly { user_id: number; key: string }[];
}

/** A member has blocked another one: what they have not read of that one's acts is taken back. */
export async function dropUnreadFrom(
  trx: Trx,
  publish: Publish,
  { userId, actorId, at }: { userId: number; actorId: number; at: Date },
): Promise<void> {
  await updateNotifications(trx, publish, { dropped: await queries.findUnreadFrom(trx, userId, actorId) }, at);
}

/**
 * Changes inboxes in the transaction that causes it, and has their members' devices told after the commit. Once in a transaction
 * and last: it locks the inboxes in the order of their members.
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
  const droppedRows = await queries.deleteByKey(trx, dropped);
  const rows = await queries.findNotifications(trx, await queries.putNotifications(trx, added, now));
  const pushed = rows.map(({ user_id, id }) => ({ user_id, topic: `inbox:${id}` as const }));
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
