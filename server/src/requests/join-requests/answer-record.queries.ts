import { type RequestAct, requestActs } from '@sangam/shared/requests/transitions';
import { type SqlBool, sql } from 'kysely';
import type { ProjectChange } from '../../projects/projects.js';

/**
 * Records how a request was answered, or all pending ones of its project, for the project's answer record (R5.17): in the act's
 * transaction, before it changes them. A request that ends in another way after its deadline counts as unanswered, whether or not the
 * timer has run. Requests on the waitlist were answered before.
 */
export async function recordAnswer(
  { trx, project, at }: Omit<ProjectChange, 'publish'>,
  act: RequestAct,
  id: number | 'all',
): Promise<void> {
  const { counts } = requestActs[act];
  const which = id === 'all' ? sql<SqlBool>`project_id = ${project.id}` : sql<SqlBool>`id = ${id}`;
  const took = sql`greatest(0, extract(epoch FROM ${at}::timestamptz - coalesce(answer_from, created_at)) * 1000)::bigint`;
  await sql`INSERT INTO request_answers (request_id, project_id, creator_id, took_ms, ended_at)
    SELECT id, project_id, ${project.creator_id}::bigint, ${counts === 'answered' ? took : sql`NULL::bigint`}, ${at}::timestamptz
    FROM join_requests
    WHERE ${which} AND status = 'pending' AND line_place IS NULL ${counts === null ? sql`AND answer_by <= ${at}` : sql``}
    ON CONFLICT (request_id) DO NOTHING`.execute(trx);
}
