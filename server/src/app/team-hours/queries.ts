import type { ZonedWeek } from '@sangam/shared/people/hours/overlap';
import { sql } from 'kysely';
import { pageView } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';

interface TeamHoursRow {
  id: number;
  name: string;
  /** Null if the member has no hours. */
  week: ZonedWeek | null;
}

/**
 * Returns the reader and the members of a project's team whom they see as teammates: the creator first, then by joining. Empty for a reader
 * without a seat. `OFFSET 0`: permissions are read only once the reader's seat is found.
 */
export async function findTeamHours(db: Db, projectId: number, readerId: number, at: Date): Promise<TeamHoursRow[]> {
  const reader = sql<number>`${readerId}::int8`;
  const { rows } = await sql<TeamHoursRow>`
    SELECT u.id, u.name, (
      SELECT json_build_object('hours', h.hours::text, 'zone', h.zone) FROM member_hours h WHERE h.user_id = u.id) AS week
    FROM (
      SELECT m.user_id, m.joined_at, m.user_id <> p.creator_id AS is_later FROM project_members own
      JOIN projects p ON p.id = own.project_id AND p.state <> 'deleted'
      JOIN project_members m ON m.project_id = own.project_id
      WHERE own.project_id = ${projectId}::int8 AND own.user_id = ${reader} OFFSET 0
    ) AS m
    JOIN users u ON u.id = m.user_id
    WHERE ${pageView(readerId, sql.ref('m.user_id'), at)} IN ('own', 'team')
    ORDER BY m.is_later, m.joined_at, m.user_id`.execute(db);
  return rows;
}
