import { askAgainFrom } from '@sangam/shared/requests/ask-again';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { sql } from 'kysely';
import type { ProjectChange } from '../../projects/projects.js';
import type { RequestRef, RequestTable } from './queries.js';

/** Call after a withdrawal. After the second one in 30 days, of either kind, the member has to wait before asking the project again. */
export async function coolOffAfterWithdrawal(
  { trx, project, at }: Pick<ProjectChange, 'trx' | 'project' | 'at'>,
  table: RequestTable,
  { id, requester_id }: RequestRef,
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
