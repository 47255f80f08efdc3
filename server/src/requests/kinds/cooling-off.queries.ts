import { requestServerLimits } from '@sangam/shared/requests/limits';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { ProjectChange } from '../../projects/projects.js';
import type { Asked, RequestTable } from './queries.js';

/** The end of the time in which a member can't ask a project again, from an act at this time. */
export const askAgainFrom = (at: Date): Date => new Date(at.getTime() + requestServerLimits.askAgainAfterMs);

/** When a member may ask the project again, for a seat or with interest; null if there is no such time. */
export async function findAskAgainAt(trx: Trx, projectId: number, userId: number): Promise<Date | null> {
  const afterMs = sql`${requestServerLimits.askAgainAfterMs}::float8 * interval '1 ms'`;
  const { rows } = await sql<{ until: Date | null }>`
    SELECT max(until) AS until FROM (
      SELECT coalesce(ask_again_at, CASE WHEN status = 'rejected' THEN decided_at + ${afterMs} END) AS until
      FROM join_requests WHERE project_id = ${projectId} AND requester_id = ${userId}
      UNION ALL
      SELECT ask_again_at FROM interests WHERE project_id = ${projectId} AND requester_id = ${userId}) AS ended`.execute(
    trx,
  );
  return rows[0]?.until ?? null;
}

/** After a withdrawal: from the second one in 30 days on, of either kind, the member can't ask the project again at once. */
export async function coolOffAfterWithdrawal(
  { trx, project, at }: Pick<ProjectChange, 'trx' | 'project' | 'at'>,
  table: RequestTable,
  { id, requester_id }: Asked,
): Promise<void> {
  const since = new Date(at.getTime() - requestServerLimits.withdrawalCountsMs);
  await sql`UPDATE ${sql.table(table)} SET ask_again_at = ${askAgainFrom(at)} WHERE id = ${id} AND 1 < (
    SELECT count(*) FROM (
      SELECT coalesce(withdrawn_at, CASE WHEN NOT offer_declined AND ask_again_at IS NULL THEN decided_at END) AS at
      FROM join_requests
      WHERE project_id = ${project.id} AND requester_id = ${requester_id} AND status = 'withdrawn' AND ended_by IS NULL
      UNION ALL
      SELECT decided_at FROM interests
      WHERE project_id = ${project.id} AND requester_id = ${requester_id} AND ended_by = 'withdrawn') AS withdrawals
    WHERE withdrawals.at > ${since})`.execute(trx);
}
