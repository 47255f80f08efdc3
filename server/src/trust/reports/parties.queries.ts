import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the report with this alias is about a member: `isReported` in SQL. */
export function isReportedIn(alias: 'r' | 's', memberId: number) {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const evidence = of('evidence');
  return sql<SqlBool>`(${of('member_id')} = ${memberId}
    OR (${of('kind')} = 'project' AND EXISTS (
      SELECT FROM projects p WHERE p.id = ${of('subject_id')} AND p.creator_id = ${memberId}))
    OR CASE WHEN ${of('kind')} = 'message' AND ${mayHaveWritten(of('conversation_id'), memberId)} THEN EXISTS (
      SELECT FROM jsonb_array_elements(${evidence}->'messages') AS said
      WHERE (said->'sender'->>'id')::bigint = ${memberId}
        AND coalesce(${evidence}->'seqs', ${evidence}->'seq') @> (said->'seq')) ELSE false END)`;
}

/** Whether a member takes or took part in a conversation, or it isn't known. Saves reading the evidence, which may be large. */
const mayHaveWritten = (
  conversationId: RawBuilder<unknown>,
  memberId: number,
) => sql<SqlBool>`(${conversationId} IS NULL
  OR EXISTS (SELECT FROM memberships b WHERE b.conversation_id = ${conversationId} AND b.user_id = ${memberId}))`;
