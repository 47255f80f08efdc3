import { type AchievementKind, achievementKinds } from '@sangam/shared/app/dashboard';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** The first members of an installation. */
const EARLY_MEMBERS = 100;
const ANSWERS = 10;

/** Returns the achievements that stored facts show. Each condition reads a few rows by an index. */
export async function findAchievements(db: Db, userId: number): Promise<AchievementKind[]> {
  const me = sql<number>`${userId}::int8`;
  const facts: Record<AchievementKind, ReturnType<typeof sql<SqlBool>>> = {
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
  const columns = achievementKinds.map((kind) => sql`${facts[kind]} AS ${sql.ref(kind)}`);
  const { rows } = await sql<Record<AchievementKind, boolean>>`SELECT ${sql.join(columns)}`.execute(db);
  return achievementKinds.filter((kind) => rows[0]?.[kind]);
}
