import { isDeepStrictEqual } from 'node:util';
import type { Evidence } from '@sangam/shared/trust/evidence';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import type { ReportBody } from '@sangam/shared/trust/moderation';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { reportedSeqs, withMessagesOf, withPageOf } from './evidence.js';
import type { Subject } from './subjects.queries.js';

/**
 * Stores a report. If the member has an open report about the same subject, that is returned instead, extended by what it lacked: messages,
 * notes, the current page, and its creator if that is another one. Null if it would have too many messages.
 */
export async function putReport(
  trx: Trx,
  { kind, subject_id, member_id, conversation_id, evidence }: Subject,
  report: { reporter_id: number; reason: ReportBody['reason']; words: string; created_at: Date },
): Promise<{ id: number; created_at: Date } | null> {
  const row = { ...report, kind, subject_id, member_id, conversation_id, evidence: JSON.stringify(evidence) };
  const stored = await trx
    .insertInto('reports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id', 'reporter_id'])
        .where('decided_at', 'is', null)
        // Changes nothing, but makes RETURNING return the existing row.
        .doUpdateSet({ reason: sql`reports.reason` }),
    )
    .returning(['id', 'created_at', 'evidence', 'member_id'])
    .executeTakeFirstOrThrow();
  const extended = withPageOf(withMessagesOf(stored.evidence, evidence), evidence, report.created_at);
  if (extended.project && stored.member_id !== member_id) {
    const creator = trx.selectFrom('users').select(['id', 'name']).where('id', '=', member_id);
    extended.project = { ...extended.project, creator: await creator.executeTakeFirstOrThrow() };
  }
  if (reportedSeqs(extended).length > trustServerLimits.messagesInReportMax) return null;
  if (!isDeepStrictEqual(extended, stored.evidence))
    await trx
      .updateTable('reports')
      .set({ evidence: JSON.stringify(extended) })
      .where('id', '=', stored.id)
      .execute();
  return { id: stored.id, created_at: stored.created_at };
}

/**
 * Of these decided reports, opens again those that were repeated after a transfer, as new reports about the later creator: the decision was
 * about the first creator.
 */
export const openForLaterCreators = async (trx: Trx, ids: readonly number[]) =>
  (
    await sql<{ id: number; reporter_id: number; member_id: number; reason: ReportBody['reason']; evidence: Evidence }>`
      INSERT INTO reports (kind, subject_id, member_id, conversation_id, reporter_id, reason, words, created_at, evidence)
      SELECT kind, subject_id, (evidence->'project'->'creator'->>'id')::bigint, conversation_id, reporter_id, reason, words,
             created_at, evidence #- '{project,creator}'
      FROM reports WHERE id = ANY (${ids}::bigint[]) AND evidence->'project' ? 'creator' ORDER BY id
      RETURNING id, reporter_id, member_id, reason, evidence`.execute(trx)
  ).rows;

/** Returns the ids of the open reports about a subject. */
export const listOpenIds = async (
  trx: Trx,
  { kind, subject_id }: Pick<Subject, 'kind' | 'subject_id'>,
): Promise<number[]> =>
  (
    await trx
      .selectFrom('reports')
      .select('id')
      .where('kind', '=', kind)
      .where('subject_id', '=', subject_id)
      .where('decided_at', 'is', null)
      .execute()
  ).map(({ id }) => id);
