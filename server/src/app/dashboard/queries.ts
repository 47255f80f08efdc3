import type { AchievementKind } from '@sangam/shared/app/achievements';
import type { Stats } from '@sangam/shared/app/dashboard';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { isInList, isVisible } from '../../projects/projects.js';
import { achievementColumns, earnedOf } from '../achievements/achievements.queries.js';

type Counts = Omit<Stats, 'achievements'>;

interface Since {
  weekAgo: Date;
  monthAgo: Date;
}

/**
 * Returns the member's own counts. Projects and teams are read once for all of theirs; messages are summed over conversation counters, never
 * counted one by one.
 */
export async function countForMember(db: Db, userId: number, { weekAgo, monthAgo }: Since): Promise<Stats> {
  const { rows } = await sql<Counts & Record<AchievementKind, boolean>>`
    SELECT own."totalProjects", own."projectsMonthAgo", teams."activeCollaborations", teams."newCollaborations",
      coalesce(
        (SELECT sum(messages)::int8 FROM kept_totals WHERE user_id = ${userId}),
        (SELECT sum(c.last_seq)::int8 FROM memberships m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.user_id = ${userId} AND m.other_id IS NOT NULL), 0) AS "totalMessages",
      (SELECT count(*) FROM activities
        WHERE user_id = ${userId} AND created_at > ${weekAgo}) AS "recentActivity",
      ${achievementColumns(userId, { project_finished: sql`teams.has_finished` })}
    FROM (
      SELECT count(*) AS "totalProjects", count(*) FILTER (WHERE created_at <= ${monthAgo}) AS "projectsMonthAgo"
      FROM projects WHERE creator_id = ${userId} AND state <> 'deleted'
    ) AS own, (
      SELECT count(*) AS "activeCollaborations", count(*) FILTER (WHERE m.joined_at > ${weekAgo}
          OR NOT EXISTS (SELECT FROM project_members o
            WHERE o.project_id = m.project_id AND o.user_id <> m.user_id AND o.joined_at <= ${weekAgo})) AS "newCollaborations",
        coalesce(bool_or(p.state = 'finished'), false) AS has_finished
      FROM project_members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = ${userId} AND p.member_count > 1
    ) AS teams`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a SELECT of counts answered no row');
  const { totalProjects, projectsMonthAgo, activeCollaborations, newCollaborations, totalMessages, recentActivity } =
    row;
  const counts = { totalProjects, projectsMonthAgo, activeCollaborations, newCollaborations, totalMessages };
  return { ...counts, recentActivity, achievements: earnedOf(row) };
}

interface PublicCounts {
  totalUsers: number;
  activeUsers: number;
  totalProjects: number;
  listedProjects: number;
}

/**
 * Counts all rows and subtracts the deleted ones: both are read from narrow indexes, never from the wide tables. Activity is known to these by
 * the day (UTC).
 */
export async function countForEverybody(
  db: Db,
  { seenSince, activeSince }: { seenSince: Date; activeSince: Date },
): Promise<PublicCounts> {
  const firstDay = sql`(${seenSince}::timestamptz AT TIME ZONE 'UTC')::date`;
  const { rows } = await sql<PublicCounts>`
    SELECT
      (SELECT count(*) FROM users) - (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL) AS "totalUsers",
      (SELECT count(*) FROM users WHERE active_on > ${firstDay})
        - (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL AND active_on > ${firstDay}) AS "activeUsers",
      (SELECT count(*) FROM projects) - (SELECT count(*) FROM projects WHERE state = 'deleted') AS "totalProjects",
      (SELECT count(*) FROM projects p WHERE ${isVisible} AND ${isInList(activeSince)}) AS "listedProjects"`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error('a SELECT without FROM answered no row');
  return counts;
}
