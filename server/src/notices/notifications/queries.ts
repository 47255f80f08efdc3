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
  const counted = rows.map((row) => ({ ...row, total: row.total ?? 0 }));
  return toPage(counted, range, async () => (await total.executeTakeFirstOrThrow()).total);
}

/** Returns a member's unread count, and how often their notifications have changed. */
export async function findState(db: Db | Trx, userId: number): Promise<{ unread: number; version: number }> {
  const { rows } = await sql<{ unread: number; version: number }>`
    SELECT (SELECT count(*) FROM notifications WHERE user_id = ${userId} AND read_at IS NULL) AS unread,
      coalesce((SELECT version FROM inboxes WHERE user_id = ${userId}), 0) AS version`.execute(db);
  return rows[0] ?? { unread: 0, version: 0 };
}

/** Selects a member's unread notifications. */
export type Which =
  | { ids: readonly number[] }
  | {
      kinds: readonly string[];
      project_id?: number | undefined;
      subject_ids?: readonly number[] | undefined;
    }
  | 'all';

const unread = (userId: number, which: Which) => {
  const mine = sql<SqlBool>`user_id = ${userId} AND read_at IS NULL`;
  if (which === 'all') return mine;
  if ('ids' in which) return sql<SqlBool>`${mine} AND id = ANY(${which.ids}::bigint[])`;
  const { kinds, project_id, subject_ids } = which;
  const ofProject = project_id === undefined ? sql`` : sql` AND project_id = ${project_id}`;
  const ofSubjects = subject_ids === undefined ? sql`` : sql` AND subject_id = ANY(${subject_ids}::bigint[])`;
  return sql<SqlBool>`${mine} AND kind = ANY(${kinds}::text[])${ofProject}${ofSubjects}`;
};

/** Whether a member has an unread notification among these. */
export const hasUnread = async (db: Db, userId: number, which: Which): Promise<boolean> =>
  (await db.selectFrom('notifications').select('id').where(unread(userId, which)).limit(1).executeTakeFirst()) !==
  undefined;

/** Marks the selected notifications as read; returns their ids. */
export async function markRead(trx: Trx, userId: number, which: Which, now: Date): Promise<number[]> {
  const read = trx.updateTable('notifications').set({ read_at: now }).where(unread(userId, which));
  return (await read.returning('id').execute()).map(({ id }) => id);
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
  const own = db.selectFrom('notifications').select('id').where('user_id', '=', userId).where('id', '=', id);
  return (await own.where('cleared_at', 'is not', null).executeTakeFirst()) !== undefined;
};
