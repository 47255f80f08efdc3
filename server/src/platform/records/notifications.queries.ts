import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationKind } from '@sangam/shared/notices/notification-kinds';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';
import { type Page, type PageRange, toPage } from '../db/page.js';

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

/** For this long after a notification first had its kind, the same kind again is quiet. */
const QUIET_MS = dayMs;
/** The kind of a dropped notification. Its row stays, so that it is quiet if it comes back soon. */
const DROPPED = '';

/**
 * Writes notifications, each later than the member's last. One with an existing key replaces the earlier, unread and at the top;
 * with the same kind and actor, too, it is a repetition and changes nothing. A kind that the key has had in the last day is quiet: in
 * the list, but on no device and in no mail. Returns the ids of the changed rows.
 */
export async function putNotifications(trx: Trx, added: readonly NewNotification[], now: Date): Promise<number[]> {
  if (added.length === 0) return [];
  const last = (userId: number) =>
    sql`(SELECT created_at FROM notifications WHERE user_id = ${userId} AND cleared_at IS NULL ORDER BY created_at DESC LIMIT 1)`;
  const isRecent = sql`notifications.told_since > ${new Date(now.getTime() - QUIET_MS)}`;
  const wasTold = sql`(${isRecent} AND excluded.kind = ANY(notifications.told_kinds))`;
  const rows = await trx
    .insertInto('notifications')
    .values(
      added.map(({ link = null, ...one }) => ({
        ...one,
        link,
        created_at: sql<Date>`greatest(${now}, ${last(one.user_id)} + interval '1 ms')`,
        told_kinds: [one.kind],
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
          quiet: sql`coalesce(${wasTold}, false)`,
          told_since: sql`CASE WHEN ${isRecent} THEN notifications.told_since ELSE excluded.told_since END`,
          told_kinds: sql`CASE WHEN ${wasTold} THEN notifications.told_kinds
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

const items = (db: Db | Trx) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('users as actor', 'actor.id', 'n.actor_id')
    .select([
      'n.id',
      'n.user_id',
      'n.kind',
      'n.title',
      'n.project_id',
      'n.subject_id',
      'n.actor_id',
      'actor.name as actor_name',
      'n.created_at',
      'n.read_at',
      'n.link',
      'n.quiet',
    ]);

/** Returns these notifications, newest first, in the shape that lists use. */
export const findNotifications = (trx: Trx, ids: readonly number[]): Promise<NotificationRow[]> =>
  items(trx)
    .where('n.id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute();

/** Returns the member's notifications that are not cleared, newest first. */
export async function listNotifications(
  db: Db | Trx,
  userId: number,
  range: PageRange,
): Promise<Page<NotificationRow>> {
  const listed = (from: Db | Trx) =>
    from.selectFrom('notifications').where('user_id', '=', userId).where('cleared_at', 'is', null);
  const total = listed(db).select((row) => row.fn.countAll<number>().as('total'));
  const rows = await items(db)
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

/** Marks them read; returns their ids. */
export async function markRead(trx: Trx, userId: number, which: Which, now: Date): Promise<number[]> {
  const read = trx.updateTable('notifications').set({ read_at: now }).where(unread(userId, which));
  return (await read.returning('id').execute()).map(({ id }) => id);
}

/** Marks the notifications with these members and keys read; returns those that were unread. */
export async function markReadByKey(
  trx: Trx,
  read: readonly { user_id: number; key: string }[],
  now: Date,
): Promise<{ user_id: number; id: number }[]> {
  if (read.length === 0) return [];
  const [userIds, keys] = [read.map(({ user_id }) => user_id), read.map(({ key }) => key)];
  const { rows } = await sql<{ user_id: number; id: number }>`
    UPDATE notifications n SET read_at = ${now} FROM unnest(${userIds}::bigint[], ${keys}::text[]) AS which (user_id, key)
    WHERE n.user_id = which.user_id AND n.key = which.key AND n.read_at IS NULL RETURNING n.user_id, n.id`.execute(trx);
  return rows;
}

/** Removes the notifications with these members and keys from the lists; returns those that were listed. */
export async function dropByKey(
  trx: Trx,
  dropped: readonly { user_id: number; key: string }[],
  now: Date,
): Promise<{ user_id: number; id: number }[]> {
  if (dropped.length === 0) return [];
  const [userIds, keys] = [dropped.map(({ user_id }) => user_id), dropped.map(({ key }) => key)];
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

/** Returns the keys of a member's unread notifications about another member's acts. */
export const findUnreadFrom = (trx: Trx, userId: number, actorId: number) =>
  trx
    .selectFrom('notifications')
    .select(['user_id', 'key'])
    .where('user_id', '=', userId)
    .where('actor_id', '=', actorId)
    .where('read_at', 'is', null)
    .where('cleared_at', 'is', null)
    .execute();

/** Returns the keys of a member's unread notifications of these kinds about a project. */
export const findUnreadOfProject = (
  trx: Trx,
  { userId, projectId, kinds }: { userId: number; projectId: number; kinds: readonly NotificationKind[] },
) =>
  trx
    .selectFrom('notifications')
    .select(['user_id', 'key'])
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null)
    .where('cleared_at', 'is', null)
    .execute();

/** Returns the keys of a member's notifications of one kind. */
export const findOfKind = (trx: Trx, userId: number, kind: NotificationKind) =>
  trx
    .selectFrom('notifications')
    .select(['user_id', 'key'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();

/** Removes a notification from its member's list; false if it is not there. The row stays, so that no repetition brings it back. */
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

export interface NotificationRow {
  id: number;
  user_id: number;
  kind: string;
  title: string;
  project_id: number | null;
  subject_id: number | null;
  actor_id: number | null;
  actor_name: string | null;
  created_at: Date;
  read_at: Date | null;
  link: string | null;
  quiet: boolean;
}

/** A notification as calls and events show it. */
export const presentItem = (row: NotificationRow): NotificationItem => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  project_id: row.project_id,
  subject_id: row.subject_id,
  actor: row.actor_id === null || row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name },
  created_at: row.created_at.toISOString(),
  read: row.read_at !== null,
  ...(row.link === null ? {} : { link: row.link }),
  ...(row.quiet && { quiet: true as const }),
});
