import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { LockedProject } from '../../projects/projects.js';

interface Answers {
  project: LockedProject;
  at: Date;
  counts: 'answered' | 'unanswered';
  /** Only what waited longer than it could. */
  onlyOverdue: boolean;
}

/**
 * Keeps how the pending requests of a project that wait for an answer, or one of them, were answered: who stands in line was already,
 * and has no clock any more.
 */
export const insertAnswers = (
  trx: Trx,
  id: number | 'all',
  { project, at, counts, onlyOverdue }: Answers,
): Promise<unknown> => {
  const which = id === 'all' ? sql<SqlBool>`project_id = ${project.id}` : sql<SqlBool>`id = ${id}`;
  const took = sql`greatest(0, extract(epoch FROM ${at}::timestamptz - coalesce(answer_from, created_at)) * 1000)::bigint`;
  return sql`INSERT INTO request_answers (request_id, project_id, creator_id, took_ms, ended_at)
    SELECT id, project_id, ${project.creator_id}::bigint, ${counts === 'answered' ? took : sql`NULL::bigint`}, ${at}::timestamptz
    FROM join_requests
    WHERE ${which} AND status = 'pending' AND line_place IS NULL ${onlyOverdue ? sql`AND answer_by <= ${at}` : sql``}
    ON CONFLICT (request_id) DO NOTHING`.execute(trx);
};
