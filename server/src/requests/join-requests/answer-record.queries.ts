import { type RequestAct, requestActs } from '@sangam/shared/requests/transitions';
import { type SqlBool, sql } from 'kysely';
import type { ProjectChange } from '../../projects/projects.js';

/**
 * Records for the project's answer record (R5.17) how a request was answered, or all pending requests of the project, or those whose
 * deadline has passed. Call it in the action's transaction, before that changes them. A request that ends in another way after its deadline
 * counts as unanswered, whether or not the timer has run. Requests on the waitlist were answered before.
 */
export async function recordAnswer(
  { trx, project, at }: Omit<ProjectChange, 'publish'>,
  act: RequestAct,
  id: number | 'all' | 'overdue',
): Promise<void> {
  const { counts } = requestActs[act];
  const selected = typeof id === 'number' ? sql<SqlBool>`id = ${id}` : sql<SqlBool>`project_id = ${project.id}`;
  const isOverdue = counts === null || id === 'overdue';
  const tookMs = sql`greatest(0, extract(epoch FROM ${at}::timestamptz - coalesce(answer_from, created_at)) * 1000)::bigint`;
  await sql`INSERT INTO request_answers (request_id, project_id, creator_id, took_ms, ended_at)
    SELECT id, project_id, ${project.creator_id}::bigint, ${counts === 'answered' ? tookMs : sql`NULL::bigint`}, ${at}::timestamptz
    FROM join_requests
    WHERE ${selected} AND status = 'pending' AND line_place IS NULL ${isOverdue ? sql`AND answer_by <= ${at}` : sql``}
    ON CONFLICT (request_id) DO NOTHING`.execute(trx);
}
