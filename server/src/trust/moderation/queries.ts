import { moderationKinds } from '@sangam/shared/core/audit';
import type { ModeratorDecision, ReportKind, ReportReason } from '@sangam/shared/core/reports';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import type { Evidence } from '@sangam/shared/trust/evidence';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import { type SqlBool, sql } from 'kysely';
import { hasPageForEach } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';
import { titleFor } from '../../platform/records/project-title.queries.js';
import type { EvidenceInBrief } from '../reports/evidence.js';
import { isReportedIn } from '../reports/parties.queries.js';

export interface ReportRow {
  id: number;
  kind: ReportKind;
  subject_id: number;
  /** Of a reported message; null if it was erased before it was stored with reports. */
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
  /** For a message in a team's conversation: the project. */
  team: { id: number; title: string } | null;
}

const evidenceInBrief = sql<EvidenceInBrief>`jsonb_strip_nulls(jsonb_build_object(
  'seq', r.evidence->'seq', 'seqs', r.evidence->'seqs', 'project',
  CASE WHEN r.kind = 'project' THEN jsonb_build_object('title', r.evidence->'project'->'title', 'creator', r.evidence->'project'->'creator') END, 'messages', (
    SELECT jsonb_agg(jsonb_build_object('seq', said->'seq', 'sender', said->'sender'))
    FROM jsonb_array_elements(r.evidence->'messages') AS said)))`.as('evidence');

/** By its name of now, and as it was when it was reported if the conversation is no longer known. */
const teamOf = sql<ReportRow['team']>`CASE WHEN r.conversation_id IS NULL THEN r.evidence->'team' ELSE (
  SELECT jsonb_build_object('id', p.id, 'title', p.title) FROM conversations c
  JOIN projects p ON p.id = c.project_id WHERE c.id = r.conversation_id) END`;

const reports = (db: Db | Trx) =>
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
 * Returns the reports that one decision covers: the open ones about the subject of one of them, or those decided with it, oldest first. If
 * there are many, whose evidence may be large, these are the first ones, that one, and the reader's own; each has the number of all.
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
  return rows.toSorted((one, other) => one.id - other.id);
}

/**
 * Returns the version of the open reports about a subject, which changes with every report and every piece of evidence added to one;
 * null without an open report.
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

/** Returns the first open report about each subject, oldest first, with their number. */
export async function listOpen(db: Db, { readerId, after = 0, limit }: QueuePage) {
  const same = sql`FROM reports s WHERE s.kind = r.kind AND s.subject_id = r.subject_id AND s.decided_at IS NULL`;
  return reports(db)
    .select([evidenceInBrief, sql<number>`(SELECT count(*) ${same})`.as('reports')])
    .where('r.decided_at', 'is', null)
    .where(sql<boolean>`NOT EXISTS (SELECT ${same} AND (s.id < r.id OR ${isReportedIn('s', readerId)}))`)
    .where('r.id', '>', after)
    .orderBy('r.id')
    .limit(limit)
    .execute();
}

/**
 * Returns the first report of each decision, newest decision first, with the number of those that it covers. Planned by its limit: for
 * one that isn't known, PostgreSQL would compare all reports first.
 */
export function listDecided(db: Db, { readerId, after, limit }: QueuePage) {
  const same = sql`FROM reports s WHERE s.decided_at = r.decided_at AND s.kind = r.kind AND s.subject_id = r.subject_id`;
  return reports(db)
    .select([evidenceInBrief, sql<number>`(SELECT count(*) ${same})`.as('reports')])
    .where('r.decided_at', 'is not', null)
    .where(sql<boolean>`${plannedByValue} true`)
    .where(sql<boolean>`NOT EXISTS (SELECT ${same} AND (s.id < r.id OR ${isReportedIn('s', readerId)}))`)
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

interface Side {
  userId: number;
  /** Whether the member is reported, or the reporter. */
  as: 'member_id' | 'reporter_id';
  /** The reports of the case, which are left out, as are those about the moderator who reads it. */
  shown: Pick<ReportRow, 'id' | 'kind' | 'subject_id'>;
  readerId: number;
}

/** Returns other reports about or by a member, newest first; of those that one decision covers, the first, with their number. */
export function listEarlier(db: Db, { userId, as, shown, readerId }: Side) {
  const same = sql`FROM reports s WHERE ${sql.ref(`s.${as}`)} = ${userId} AND s.kind = r.kind AND s.subject_id = r.subject_id
    AND s.decided_at IS NOT DISTINCT FROM r.decided_at`;
  return db
    .selectFrom('reports as r')
    .select(['r.id', 'r.kind', 'r.reason', 'r.created_at', 'r.decision', 'r.member_id'])
    .select([evidenceInBrief, sql<number>`(SELECT count(*) ${same})`.as('reports')])
    .leftJoin('users as member', 'member.id', 'r.member_id')
    .select('member.name as member_name')
    .select(teamOf.as('team'))
    .where(`r.${as}`, '=', userId)
    .where(sql<boolean>`NOT (r.kind = ${shown.kind} AND r.subject_id = ${shown.subject_id}
      AND r.decided_at IS NOT DISTINCT FROM (SELECT decided_at FROM reports WHERE id = ${shown.id}))`)
    .where(sql<boolean>`NOT EXISTS (SELECT ${same} AND (s.id < r.id OR ${isReportedIn('s', readerId)}))`)
    .orderBy('r.id', 'desc')
    .limit(trustServerLimits.moderationHistoryMax)
    .execute();
}

/** Returns moderators' acts about a member, newest first. */
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

export const findMember = (db: Db | Trx, id: number) =>
  db
    .selectFrom('users as u')
    .leftJoin('suspensions as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').onRef('s.begun_at', '=', 'u.suspended_at'),
    )
    .select(['u.id', 'u.name', 'u.suspended_at', 's.ends_at as suspended_until'])
    .where('u.id', '=', id)
    .executeTakeFirst();

/** Whether a member's account was deleted for good: nobody is left to warn or suspend, and there is no address. */
export const isErased = async (trx: Trx, id: number): Promise<boolean> =>
  (await findMember(trx, id))?.name === FORMER_MEMBER;

export const findProject = (db: Db | Trx, id: number) =>
  db
    .selectFrom('projects')
    .select(['id', 'title', 'creator_id', 'hidden_at', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Returns why a moderator hid a hidden project, with their message to the creator; undefined if the audit trail no longer says so. */
export const findHiding = (
  db: Db | Trx,
  projectId: number,
): Promise<{ reason: ReportReason; words: string | null } | undefined> =>
  db
    .selectFrom('projects as p')
    .innerJoin('reports as r', (join) =>
      join
        .onRef('r.decided_at', '=', 'p.hidden_at')
        .onRef('r.subject_id', '=', 'p.id')
        .on('r.kind', '=', 'project')
        .on('r.decision', '=', 'hide'),
    )
    .innerJoin('audit_entries as a', (join) =>
      join
        // Written with the decision: by its time, since its member may no longer be this project's creator.
        .on(sql<SqlBool>`a.at BETWEEN r.decided_at - interval '1 hour' AND r.decided_at + interval '1 hour'`)
        .on('a.kind', '=', 'project:hidden')
        .on(sql<SqlBool>`(a.details->>'report_id')::int8 = r.id`),
    )
    .select([sql<ReportReason>`a.details->>'reason'`.as('reason'), sql<string | null>`a.details->>'words'`.as('words')])
    .where('p.id', '=', projectId)
    .orderBy('a.id', 'desc')
    .executeTakeFirst();

/**
 * Returns the reporters of these reports, with what each knows of the reported: the member's name, if they have the member's page or the
 * name appears in their conversations or among those they block, and the title of the team in whose conversation they reported.
 */
export const listReporters = (trx: Trx, ids: readonly number[]) => {
  const [reporter, member] = [sql.ref<number>('r.reporter_id'), sql.ref<number>('r.member_id')];
  return trx
    .selectFrom('reports as r')
    .select(['r.id', 'r.reporter_id', 'r.evidence'])
    .select(
      sql<string | null>`(SELECT u.name FROM users u WHERE u.id = ${member} AND (${hasPageForEach(reporter, member)}
        OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${reporter} AND b.blocked_id = ${member})
        OR EXISTS (SELECT FROM conversations c WHERE c.last_seq > 0
          AND c.low_id = least(${reporter}, ${member}) AND c.high_id = greatest(${reporter}, ${member}))))`.as('name'),
    )
    .select(
      sql<string | null>`(SELECT ${titleFor(reporter)} FROM conversations c
        JOIN projects p ON p.id = c.project_id WHERE c.id = r.conversation_id)`.as('team'),
    )
    .where(sql<boolean>`r.id = ANY (${ids}::bigint[])`)
    .orderBy('r.id')
    .execute();
};

/** Locks the open reports about a subject; returns none once another moderator has decided. */
export const lockWaiting = (trx: Trx, kind: ReportKind, subjectId: number) =>
  trx
    .selectFrom('reports')
    .select(['id', 'reporter_id', 'member_id', 'reason', 'evidence'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('decided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const setDecided = (
  trx: Trx,
  ids: readonly number[],
  decided: { decision: ModeratorDecision; decided_at: Date; decided_by: number; note: string },
) => trx.updateTable('reports').set(decided).where(sql<boolean>`id = ANY (${ids}::bigint[])`).execute();
