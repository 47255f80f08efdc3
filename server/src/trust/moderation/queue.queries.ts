import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';
import type { EvidenceInBrief } from '../reports/evidence.js';
import { isReportedIn } from '../reports/parties.queries.js';
import { evidenceInBrief, type ReportRow, reports } from './case.queries.js';

export interface ReportLineRow extends Omit<ReportRow, 'evidence'> {
  evidence: EvidenceInBrief;
  reports: number;
}

interface QueuePage {
  /** Reports about this moderator are left out. */
  readerId: number;
  after?: number | undefined;
  limit: number;
}

/** Returns the first open report about each subject, oldest first, with the number of reports about it. */
export async function listOpen(db: Db, { readerId, after = 0, limit }: QueuePage) {
  const sameSubject = sql`FROM reports s WHERE s.kind = r.kind AND s.subject_id = r.subject_id AND s.decided_at IS NULL`;
  return reports(db)
    .select([evidenceInBrief, sql<number>`(SELECT count(*) ${sameSubject})`.as('reports')])
    .where('r.decided_at', 'is', null)
    .where(sql<boolean>`NOT EXISTS (SELECT ${sameSubject} AND (s.id < r.id OR ${isReportedIn('s', readerId)}))`)
    .where('r.id', '>', after)
    .orderBy('r.id')
    .limit(limit)
    .execute();
}

/**
 * Returns the first report of each decision, newest decision first, with the number of reports that it covers. The limit must be known to
 * the planner: otherwise PostgreSQL would compare all reports first.
 */
export function listDecided(db: Db, { readerId, after, limit }: QueuePage) {
  const sameDecision = sql`FROM reports s WHERE s.decided_at = r.decided_at AND s.kind = r.kind AND s.subject_id = r.subject_id`;
  return reports(db)
    .select([evidenceInBrief, sql<number>`(SELECT count(*) ${sameDecision})`.as('reports')])
    .where('r.decided_at', 'is not', null)
    .where(sql<boolean>`${plannedByValue} true`)
    .where(sql<boolean>`NOT EXISTS (SELECT ${sameDecision} AND (s.id < r.id OR ${isReportedIn('s', readerId)}))`)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.decided_at, r.id) < (SELECT decided_at, id FROM reports WHERE id = ${after})`),
    )
    .orderBy('r.decided_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts the subjects with open reports, none of which is about this moderator. */
export async function countOpen(db: Db, readerId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*) AS open FROM (
      SELECT FROM reports r WHERE decided_at IS NULL
      GROUP BY kind, subject_id HAVING bool_or(${isReportedIn('r', readerId)}) IS NOT TRUE) waiting`.execute(db);
  return rows[0]?.open ?? 0;
}
