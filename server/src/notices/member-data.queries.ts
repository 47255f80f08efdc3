import { sql } from 'kysely';
import type { ExportPart, ExportRow, OwnTables } from '../platform/member-data/parts.js';

export const noticesExport: ExportPart = {
  member: {
    choices: sql`(SELECT to_jsonb(c) - 'user_id' - 'version' FROM notification_choices c WHERE c.user_id = u.id)`,
    muted_member_ids: sql`ARRAY(SELECT other_id FROM muted_members WHERE user_id = u.id ORDER BY other_id)`,
    muted_project_ids: sql`ARRAY(SELECT project_id FROM muted_projects WHERE user_id = u.id ORDER BY project_id)`,
  },
  lists: {
    notifications: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT id AS key, kind, title, project_id, created_at, read_at FROM notifications
        WHERE user_id = ${userId} AND kind <> '' AND id > ${after} ORDER BY id LIMIT ${max}`.execute(db),
  },
};

export const noticesOwnTables = {
  push_subscriptions: 'user_id',
  notifications: 'user_id',
  unread_mails: 'user_id',
  notification_choices: 'user_id',
  muted_members: 'user_id',
  muted_projects: 'user_id',
} as const satisfies OwnTables;
