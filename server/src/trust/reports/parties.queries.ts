import type { ReportKind } from '@sangam/shared/core/reports';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isGone } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';

/** Whether the report with this alias is about a member: `isReported` in SQL. */
export function isReportedIn(alias: 'r' | 's', memberId: number | RawBuilder<number>) {
  const columnRef = (column: string) => sql.ref(`${alias}.${column}`);
  const evidence = columnRef('evidence');
  return sql<SqlBool>`(${columnRef('member_id')} = ${memberId}
    OR (${columnRef('kind')} = 'project' AND (EXISTS (
      SELECT FROM projects p WHERE p.id = ${columnRef('subject_id')} AND p.creator_id = ${memberId})
      OR (${evidence}->'project'->'creator'->>'id')::bigint = ${memberId}))
    OR CASE WHEN ${columnRef('kind')} = 'message' AND ${mayHaveWritten(columnRef('conversation_id'), memberId)} THEN EXISTS (
      SELECT FROM jsonb_array_elements(${evidence}->'messages') AS said
      WHERE (said->'sender'->>'id')::bigint = ${memberId}
        AND coalesce(${evidence}->'seqs', ${evidence}->'seq') @> (said->'seq')) ELSE false END)`;
}

/**
 * Whether a member takes or took part in a conversation, or the conversation isn't known. Avoids reading the evidence, which may be large.
 */
const mayHaveWritten = (
  conversationId: RawBuilder<unknown>,
  memberId: number | RawBuilder<number>,
) => sql<SqlBool>`(${conversationId} IS NULL
  OR EXISTS (SELECT FROM memberships b WHERE b.conversation_id = ${conversationId} AND b.user_id = ${memberId}))`;

/** Whether a moderator can decide on the open reports about a subject: one who is not suspended, not reported, and no reporter. */
export async function hasDecider(trx: Trx, kind: ReportKind, subjectId: number): Promise<boolean> {
  const moderator = sql.ref<number>('m.user_id');
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (
      SELECT FROM moderators m JOIN users u ON u.id = m.user_id
      WHERE NOT ${isGone('u')} AND NOT EXISTS (
        SELECT FROM reports r WHERE r.kind = ${kind} AND r.subject_id = ${subjectId} AND r.decided_at IS NULL
          AND (r.reporter_id = ${moderator} OR ${isReportedIn('r', moderator)}))) AS has`.execute(trx);
  return rows[0]?.has === true;
}
