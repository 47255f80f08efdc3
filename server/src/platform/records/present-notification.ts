import type { InboxItem } from '@sangam/shared/notices/notifications';

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
}

export const presentItem = (row: NotificationRow): InboxItem => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  project_id: row.project_id,
  subject_id: row.subject_id,
  actor: row.actor_id === null || row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name },
  created_at: row.created_at.toISOString(),
  read: row.read_at !== null,
  ...(row.link === null ? {} : { link: row.link }),
});
