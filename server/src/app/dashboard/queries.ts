import { type AchievementKind, achievementKinds, type Stats } from '@sangam/shared/app/dashboard';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { isInList, isVisible } from '../../projects/projects.js';

type Counts = Omit<Stats, 'achievements'>;

interface Since {
  weekAgo: Date;
  monthAgo: Date;
}

/** Returns the member's own counts. Messages are summed over conversation counters, never counted one by one. */
export async function countForMember(db: Db, userId: number, { weekAgo, monthAgo }: Since): Promise<Stats> {
  const { rows } = await sql<Counts & Record<AchievementKind, boolean>>`
    SELECT
      (SELECT count(*) FROM projects WHERE creator_id = ${userId} AND state <> 'deleted') AS "totalProjects",
      (SELECT count(*) FROM projects 
        WHERE creator_id = ${userId} AND state <> 'deleted' AND created_at <= ${monthAgo}) AS "projectsMonthAgo",
      (SELECT count(*) FROM project_members m JOIN projects p ON p.id = m.project_id
        WHERE m.user_id = ${userId} AND p.member_count > 1) AS "activeCollaborations",
      (SELECT count(*) FROM project_members m JOIN projects p ON p.id = m.project_id
        WHERE m.user_id = ${userId} AND p.member_count > 1
          AND (m.joined_at > ${weekAgo} OR NOT EXISTS (SELECT FROM project_members o
            WHERE o.project_id = m.project_id AND o.user_id <> m.user_id AND o.joined_at <= ${weekAgo}))
      ) AS "newCollaborations",
      coalesce(
        (SELECT sum(messages)::int8 FROM kept_totals WHERE user_id = ${userId}),
        (SELECT sum(c.last_seq)::int8 FROM memberships m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.user_id = ${userId} AND m.other_id IS NOT NULL), 0) AS "totalMessages",
      (SELECT count(*) FROM activities
        WHERE user_id = ${userId} AND created_at > ${weekAgo}) AS "recentActivity",
      ${achievementColumns(userId)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a SELECT without FROM answered no row');
  const { totalProjects, projectsMonthAgo, activeCollaborations, newCollaborations, totalMessages, recentActivity } =
    row;
  const counts = { totalProjects, projectsMonthAgo, activeCollaborations, newCollaborations, totalMessages };
  return { ...counts, recentActivity, achievements: earnedOf(row) };
}

export interface PublicCounts {
  totalUsers: number;
  activeUsers: number;
  totalProjects: number;
  listedProjects: number;
}

/** Counts all rows and subtracts the deleted ones: both are read from narrow indexes, never from the wide tables. */
export async function countForEverybody(
  db: Db,
  { seenSince, activeSince }: { seenSince: Date; activeSince: Date },
): Promise<PublicCounts> {
  const { rows } = await sql<PublicCounts>`
    SELECT
      (SELECT count(*) FROM users) - (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL) AS "totalUsers",
      (SELECT count(*) FROM users WHERE last_active > ${seenSince})
        - (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL AND last_active > ${seenSince}) AS "activeUsers",
      (SELECT count(*) FROM projects) - (SELECT count(*) FROM projects WHERE state = 'deleted') AS "totalProjects",
      (SELECT count(*) FROM projects p WHERE ${isVisible} AND ${isInList(activeSince)}) AS "listedProjects"`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error('a SELECT without FROM answered no row');
  return counts;
}

interface First {
  sender_id: number;
  receiver_id: number;
}

/** Returns those first messages that are message requests. */
export async function findMessageRequests<Sent extends First>(db: Db, firsts: readonly Sent[]): Promise<Sent[]> {
  if (firsts.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .select(['user_id', 'other_id'])
    .where('request', 'in', ['waiting', 'ignored'])
    .where(
      'user_id',
      'in',
      firsts.map(({ receiver_id }) => receiver_id),
    )
    .where(
      'other_id',
      'in',
      firsts.map(({ sender_id }) => sender_id),
    )
    .execute();
  return firsts.filter(({ sender_id, receiver_id }) =>
    rows.some(({ user_id, other_id }) => user_id === receiver_id && other_id === sender_id),
  );
}

/** The first members of an installation. */
const EARLY_MEMBERS = 100;
const ANSWERS = 10;

/** Columns that say which achievements stored facts show. Each reads a few rows by an index. */
function achievementColumns(userId: number): RawBuilder<unknown> {
  const me = sql<number>`${userId}::int8`;
  const facts: Record<AchievementKind, RawBuilder<SqlBool>> = {
    early_adopter: sql`(SELECT count(*) FROM (SELECT FROM users WHERE id < ${me} LIMIT ${EARLY_MEMBERS}) AS earlier) < ${EARLY_MEMBERS}`,
    project_posted: sql`EXISTS (SELECT FROM projects WHERE creator_id = ${me} AND state <> 'deleted')`,
    team_joined: sql`EXISTS (SELECT FROM project_members m JOIN projects p ON p.id = m.project_id
      WHERE m.user_id = ${me} AND p.creator_id <> ${me} AND p.state <> 'deleted')`,
    team_built: sql`EXISTS (SELECT FROM projects WHERE creator_id = ${me} AND state <> 'deleted' AND member_count > 1)`,
    ten_answers: sql`(SELECT count(*) FROM (
      SELECT FROM request_answers WHERE creator_id = ${me} AND took_ms IS NOT NULL LIMIT ${ANSWERS}) AS answered) = ${ANSWERS}`,
    project_finished: sql`EXISTS (SELECT FROM project_members m JOIN projects p ON p.id = m.project_id
      WHERE m.user_id = ${me} AND p.state = 'finished' AND p.member_count > 1)`,
  };
  return sql.join(achievementKinds.map((kind) => sql`${facts[kind]} AS ${sql.ref(kind)}`));
}

/** Returns the achievements of a row with those columns. */
const earnedOf = (row: Record<AchievementKind, boolean>): AchievementKind[] =>
  achievementKinds.filter((kind) => row[kind]);
