import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Page, type PageRange, toPage } from '../../platform/db/page.js';
import { type NotificationRow, selectNotifications } from '../../platform/records/notification-row.queries.js';

/** Returns the member's notifications that are not cleared, newest first. */
export async function listNotifications(
  db: Db | Trx,
  userId: number,
  range: PageRange,
): Promise<Page<NotificationRow>> {
  const listed = (from: Db | Trx) =>
    from.selectFrom('notifications').where('user_id', '=', userId).where('cleared_at', 'is', null);
  const total = listed(db).select((row) => row.fn.countAll<number>().as('total'));
  const rows = await selectNotifications(db)
    .select(total.as('total'))
    .where('n.user_id', '=', userId)
    .where('n.cleared_at', 'is', null)
    .$if(range.before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(n.created_at, n.id) < (SELECT created_at, id FROM notifications WHERE id = ${range.before} AND user_id = ${userId})`,
      ),
    )
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(range.limit + 1)
    .execute();
  const rowsWithTotal = rows.map((row) => ({ ...row, total: row.total ?? 0 }));
  return toPage(rowsWithTotal, range, async () => (await total.executeTakeFirstOrThrow()).total);
}

/** Returns a member's unread count, and how often their notifications have changed. */
export async function findState(db: Db | Trx, userId: number): Promise<{ unread: number; version: number }> {
  const { rows } = await sql<{ unread: number; version: number }>`
    SELECT (SELECT count(*) FROM notifications WHERE user_id = ${userId} AND read_at IS NULL) AS unread,
      coalesce((SELECT version FROM inboxes WHERE user_id = ${userId}), 0) AS version`.execute(db);
  return rows[0] ?? { unread: 0, version: 0 };
}

/** Selects a member's unread notifications. */
export type UnreadSelection =
  | { ids: readonly number[] }
  | {
      kinds: readonly string[];
      project_id?: number | undefined;
      subject_ids?: readonly number[] | undefined;
    }
  | 'all';

const unread = (userId: number, selection: UnreadSelection) => {
  const unreadOfMember = sql<SqlBool>`user_id = ${userId} AND read_at IS NULL`;
  if (selection === 'all') return unreadOfMember;
  if ('ids' in selection) return sql<SqlBool>`${unreadOfMember} AND id = ANY(${selection.ids}::bigint[])`;
  const { kinds, project_id, subject_ids } = selection;
  const projectCondition = project_id === undefined ? sql`` : sql` AND project_id = ${project_id}`;
  const subjectCondition = subject_ids === undefined ? sql`` : sql` AND subject_id = ANY(${subject_ids}::bigint[])`;
  return sql<SqlBool>`${unreadOfMember} AND kind = ANY(${kinds}::text[])${projectCondition}${subjectCondition}`;
};

/** Whether a member has an unread notification among these. */
export const hasUnread = async (db: Db, userId: number, selection: UnreadSelection): Promise<boolean> =>
  (await db.selectFrom('notifications').select('id').where(unread(userId, selection)).limit(1).executeTakeFirst()) !==
  undefined;

/** Marks the selected notifications as read; returns their ids. */
export async function markRead(trx: Trx, userId: number, selection: UnreadSelection, now: Date): Promise<number[]> {
  const update = trx.updateTable('notifications').set({ read_at: now }).where(unread(userId, selection));
  return (await update.returning('id').execute()).map(({ id }) => id);
}

/**
 * Removes a notification from its member's list; false if it is not there. The row stays, so that a repeated notification doesn't reappear.
 */
export async function clearNotification(trx: Trx, userId: number, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set((row) => ({ cleared_at: now, read_at: row.fn.coalesce('read_at', row.val(now)) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('cleared_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a member has cleared this notification. */
export const isCleared = async (db: Db, userId: number, id: number): Promise<boolean> => {
  const query = db.selectFrom('notifications').select('id').where('user_id', '=', userId).where('id', '=', id);
  return (await query.where('cleared_at', 'is not', null).executeTakeFirst()) !== undefined;
};
