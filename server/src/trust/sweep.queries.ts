import { trustServerLimits } from '@sangam/shared/trust/limits';
import { sql } from 'kysely';
import type { Trx } from '../platform/db/database.js';
import { deleteBefore, type Sweep } from '../platform/member-data/parts.js';

/** Deletes up to `max` audit entries older than a year by the database's clock; the database refuses to delete newer ones. */
async function deleteOldAudit(trx: Trx, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM audit_entries WHERE id = ANY (ARRAY(
      SELECT id FROM audit_entries WHERE at < now() - interval '1 year' ORDER BY at LIMIT ${max}
    ))`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export const trustSweeps: Sweep[] = [
  (trx, nowMs, max) => {
    // Open reports have no date, so they stay.
    const before = new Date(nowMs - trustServerLimits.decidedReportKeptMs);
    return deleteBefore(trx, { table: 'reports', column: 'decided_at', before, max });
  },
  (trx, _, max) => deleteOldAudit(trx, max),
];
