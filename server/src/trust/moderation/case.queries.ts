import { moderationKinds } from '@sangam/shared/core/audit';
import type { ModeratorDecision, ReportKind, ReportReason } from '@sangam/shared/core/reports';
import type { Evidence } from '@sangam/shared/trust/evidence';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import type { EvidenceInBrief } from '../reports/evidence.js';
import { isReportedIn } from '../reports/parties.queries.js';

export interface ReportRow {
  id: number;
  kind: ReportKind;
  subject_id: number;
  /** The conversation of reported messages; otherwise null, and for conversations erased before reports stored their ids. */
  conversation_id: number | null;
  member_id: number;
  member_name: string | null;
  reporter_id: number;
  reporter_name: string | null;
  reason: ReportReason;
  words: string;
  evidence: Evidence;
  created_at: Date;
  decision: ModeratorDecision | null;
  decided_at: Date | null;
  decided_by: number | null;
  decided_by_name: string | null;
  note: string | null;
  /** The project, for messages in a team's conversation. */
  team: { id: number; title: string } | null;
}

export const evidenceInBrief = sql<EvidenceInBrief>`jsonb_strip_nulls(jsonb_build_object(
  'seq', r.evidence->'seq', 'seqs', r.evidence->'seqs', 'project',
  CASE WHEN r.kind = 'project' THEN jsonb_build_object('title', r.evidence->'project'->'title', 'creator', r.evidence->'project'->'creator') END, 'messages', (
    SELECT jsonb_agg(jsonb_build_object('seq', said->'seq', 'sender', said->'sender'))
    FROM jsonb_array_elements(r.evidence->'messages') AS said)))`.as('evidence');

/** With the project's current title, or the one at the time of the report if the conversation is no longer known. */
const teamOf = sql<ReportRow['team']>`CASE WHEN r.conversation_id IS NULL THEN r.evidence->'team' ELSE (
  SELECT jsonb_build_object('id', p.id, 'title', p.title) FROM conversations c
  JOIN projects p ON p.id = c.project_id WHERE c.id = r.conversation_id) END`;

/** Reports, as `r`, with the names in them. */
export const reports = (db: Db | Trx) =>
  db
    .selectFrom('reports as r')
    .leftJoin('users as member', 'member.id', 'r.member_id')
    .leftJoin('users as reporter', 'reporter.id', 'r.reporter_id')
    .leftJoin('users as moderator', 'moderator.id', 'r.decided_by')
    .select([
      'r.id',
      'r.kind',
      'r.subject_id',
      'r.conversation_id',
      'r.member_id',
      'member.name as member_name',
      'r.reporter_id',
      'reporter.name as reporter_name',
      'r.reason',
      'r.words',
      'r.created_at',
      'r.decision',
      'r.decided_at',
      'r.decided_by',
      'moderator.name as decided_by_name',
      'r.note',
    ])
    .select(teamOf.as('team'));

export const findReport = (db: Db | Trx, id: number): Promise<ReportRow | undefined> =>
  reports(db).select('r.evidence').where('r.id', '=', id).executeTakeFirst();

/**
 * Returns the reports that one decision covers, oldest first: the open ones about the same subject, or those decided together. Of many,
 * whose evidence may be large, it returns only the first ones, the given report and the reader's own. Each row has the number of all.
 */
export async function listSame(
  db: Db | Trx,
  { id, kind, subject_id }: Pick<ReportRow, 'id' | 'kind' | 'subject_id'>,
  readerId: number,
): Promise<(ReportRow & { in_all: number })[]> {
  const rows = await reports(db)
    .select(['r.evidence', sql<number>`count(*) OVER ()`.as('in_all')])
    .where('r.kind', '=', kind)
    .where('r.subject_id', '=', subject_id)
    .where(sql<boolean>`r.decided_at IS NOT DISTINCT FROM (SELECT decided_at FROM reports WHERE id = ${id})`)
    .orderBy(sql`r.id = ${id} OR r.reporter_id = ${readerId}`, 'desc')
    .orderBy('r.id')
    .limit(trustServerLimits.reportsInCaseMax)
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

/**
 * Returns the version of the open reports about a subject, which changes with each new report and each piece of evidence added to one; null
 * without an open report.
 */
export async function findVersion(
  db: Db | Trx,
  { kind, subject_id }: Pick<ReportRow, 'kind' | 'subject_id'>,
): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    SELECT md5(string_agg(id || ' ' || md5(evidence::text), ',' ORDER BY id)) AS version FROM reports
    WHERE kind = ${kind} AND subject_id = ${subject_id} AND decided_at IS NULL`.execute(db);
  return rows[0]?.version ?? null;
}

interface Side {
  userId: number;
  /** Whether the member is reported, or the reporter. */
  as: 'member_id' | 'reporter_id';
  /** The case being read, whose reports are left out, as are those about the reading moderator. */
  openCase: Pick<ReportRow, 'id' | 'kind' | 'subject_id'>;
  readerId: number;
}

/** Returns other reports about or by a member, newest first. Of reports that one decision covers, returns the first, with their number. */
export function listEarlier(db: Db, { userId, as, openCase, readerId }: Side) {
  const sameDecision = sql`FROM reports s WHERE ${sql.ref(`s.${as}`)} = ${userId} AND s.kind = r.kind AND s.subject_id = r.subject_id
    AND s.decided_at IS NOT DISTINCT FROM r.decided_at`;
  return db
    .selectFrom('reports as r')
    .select(['r.id', 'r.kind', 'r.reason', 'r.created_at', 'r.decision', 'r.member_id'])
    .select([evidenceInBrief, sql<number>`(SELECT count(*) ${sameDecision})`.as('reports')])
    .leftJoin('users as member', 'member.id', 'r.member_id')
    .select('member.name as member_name')
    .select(teamOf.as('team'))
    .where(`r.${as}`, '=', userId)
    .where(sql<boolean>`NOT (r.kind = ${openCase.kind} AND r.subject_id = ${openCase.subject_id}
      AND r.decided_at IS NOT DISTINCT FROM (SELECT decided_at FROM reports WHERE id = ${openCase.id}))`)
    .where(sql<boolean>`NOT EXISTS (SELECT ${sameDecision} AND (s.id < r.id OR ${isReportedIn('s', readerId)}))`)
    .orderBy('r.id', 'desc')
    .limit(trustServerLimits.moderationHistoryMax)
    .execute();
}

/** Returns moderators' actions about a member, newest first. */
export const listActs = (db: Db, memberId: number) =>
  db
    .selectFrom('audit_entries as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.kind', 'u.name as by', 'a.details'])
    .where('a.member_id', '=', memberId)
    .where(sql<boolean>`a.kind = ANY (${[...moderationKinds]})`)
    .orderBy('a.id', 'desc')
    .limit(trustServerLimits.moderationHistoryMax)
    .execute();
