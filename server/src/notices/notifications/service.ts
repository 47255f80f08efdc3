import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { noticeLimits } from '@sangam/shared/notices/limits';
import { kindsReadAt } from '@sangam/shared/notices/notification-kinds';
import type { NotificationsChange, NotificationsSeen } from '@sangam/shared/notices/notifications';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, onSnapshot, transact } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { presentItem } from '../../platform/records/notification-row.queries.js';
import { lockNotifications } from '../../platform/records/notifications.queries.js';
import * as queries from './queries.js';

type NotificationPage = CallAnswer<'GET /api/inbox'>['data'];

/** A member's notifications, read and unread. Each change returns its effect. */
export interface NotificationsService {
  list(userId: number, query: CallQuery<'GET /api/inbox'>): Promise<NotificationPage>;
  /** Marks these as read; ignores those that are already read or another member's. */
  read(userId: number, ids: readonly number[]): Promise<Result<NotificationsChange>>;
  readAll(userId: number): Promise<Result<NotificationsChange>>;
  /** Marks the notifications that this screen shows as read. */
  seen(userId: number, seen: NotificationsSeen): Promise<Result<NotificationsChange>>;
  /** Removes a notification from the list, or NOT_FOUND. */
  clear(userId: number, id: number): Promise<Result<NotificationsChange>>;
}

export function createNotificationsService(deps: ActDeps): NotificationsService {
  const { db, bus, clock } = deps;

  const change = (
    userId: number,
    work: (trx: Trx) => Promise<Pick<NotificationsChange, 'read_ids' | 'cleared_ids'> | null>,
  ) =>
    transact(db, bus, async (trx, publish) => {
      await lockNotifications(trx, [userId]);
      const changedIds = await work(trx);
      if (!changedIds) return fail('NOT_FOUND');
      const changed = { ...(await queries.findState(trx, userId)), added: [], ...changedIds };
      publish('inboxes:changed', [{ user_id: userId, change: changed }]);
      return ok(changed);
    });

  const markRead = async (userId: number, selection: queries.UnreadSelection): Promise<Result<NotificationsChange>> => {
    // Most visits find nothing unread, so they need no lock and no event.
    if (!(await queries.hasUnread(db, userId, selection)))
      return ok({ ...(await queries.findState(db, userId)), added: [], read_ids: [], cleared_ids: [] });
    return change(userId, async (trx) => ({
      read_ids: await queries.markRead(trx, userId, selection, clock.now()),
      cleared_ids: [],
    }));
  };

  return {
    list: (userId, { before, limit = noticeLimits.notificationsPage }) =>
      onSnapshot(db, async (snapshot) => {
        const { rows, ...page } = await queries.listNotifications(snapshot, userId, { before, limit });
        return { items: rows.map(presentItem), ...page, ...(await queries.findState(snapshot, userId)) };
      }),
    read: (userId, ids) => markRead(userId, { ids }),
    readAll: (userId) => markRead(userId, 'all'),
    seen: (userId, { place, ...subjects }) => markRead(userId, { kinds: kindsReadAt(place), ...subjects }),
    clear: (userId, id) =>
      change(userId, async (trx) =>
        (await queries.clearNotification(trx, userId, id, clock.now())) ? { read_ids: [], cleared_ids: [id] } : null,
      ),
  };
}
