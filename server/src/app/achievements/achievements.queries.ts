import { type AchievementKind, achievementKinds } from '@sangam/shared/app/achievements';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The first members of an installation. */
const EARLY_MEMBERS = 100;
const ANSWERS = 10;

/**
 * One boolean column per achievement: whether the member has earned it. Each reads a few rows by an index, but `project_finished` may read
 * all teams. `found`: facts that the statement has found anyway.
 */
export function achievementColumns(
  userId: number,
  found: Partial<Record<AchievementKind, RawBuilder<SqlBool>>> = {},
): RawBuilder<unknown> {
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
    ...found,
  };
  return sql.join(achievementKinds.map((kind) => sql`${facts[kind]} AS ${sql.ref(kind)}`));
}

/** Returns the achievements earned by a member, from a row with `achievementColumns`. */
export const earnedOf = (row: Record<AchievementKind, boolean>): AchievementKind[] =>
  achievementKinds.filter((kind) => row[kind]);
