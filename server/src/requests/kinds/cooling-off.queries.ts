import { askAgainAt, askAgainFrom } from '@sangam/shared/requests/ask-again';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { ProjectChange } from '../../projects/projects.js';
import type { Asked, RequestTable } from './queries.js';

/** When a member may ask the project again, for a seat or with interest; null if there is no such time. */
export async function findAskAgainAt(trx: Trx, projectId: number, userId: number): Promise<Date | null> {
  const { rows } = await sql<{ status: string; decided_at: Date | null; ask_again_at: Date | null }>`
    SELECT status::text, decided_at, ask_again_at
    FROM join_requests WHERE project_id = ${projectId} AND requester_id = ${userId}
    UNION ALL
    SELECT status::text, decided_at, ask_again_at
    FROM interests WHERE project_id = ${projectId} AND requester_id = ${userId}`.execute(trx);
  return rows.reduce<Date | null>((latest, row) => {
    const at = askAgainAt(row);
    return at !== null && (latest === null || at > latest) ? at : latest;
  }, null);
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
