import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { Db, Trx } from '../db/database.js';

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

/** Notifications in the shape that lists and events use. */
export const selectNotifications = (db: Db | Trx) =>
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
