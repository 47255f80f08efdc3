import { recordStatements } from '@sangam/testing/database/statements';
import { startTestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { unreadOf, unreadTotal } from './queries.js';

const MEMBERS = 100;

it('counts for many members without comparing each with all', async () => {
  await using server = await startTestServer();
  const { db, pool } = server.database;
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, 'in-ring' || n || '@example.org'
    FROM generate_series(1, ${MEMBERS}::int) n`.execute(db);
  // Each member has one unread message from the next member.
  const { rows } = await sql<{ user_id: number; conversation_id: number }>`
    WITH ring AS (
      SELECT id, coalesce(lead(id) OVER (ORDER BY id), first_value(id) OVER (ORDER BY id)) AS next FROM users
    ), made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
      SELECT least(id, next), greatest(id, next), 2, '{1,1}', now() FROM ring RETURNING id, low_id, high_id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, slot)
      SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made RETURNING user_id, conversation_id
    )
    SELECT DISTINCT ON (user_id) user_id, conversation_id FROM joined`.execute(db);
  await sql`ANALYZE`.execute(db);
  const pairs = rows.map(({ user_id, conversation_id }): [number, number] => [
    Number(user_id),
    Number(conversation_id),
  ]);
  const { result, statements } = await recordStatements(() => unreadOf(db, pairs));
  expect(result.map(({ user_id, unread_count, total_count }) => [user_id, unread_count, total_count])).toEqual(
    expect.arrayContaining(pairs.map(([userId]) => [userId, 1, 2])),
  );
  expect(result).toHaveLength(MEMBERS);
  for (const { text, values } of statements) {
    const { rows: plan } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const compared = [...JSON.stringify(plan).matchAll(/"Rows Removed by Join Filter":\s*(\d+)/gu)].map(([, n]) =>
      Number(n),
    );
    expect(Math.max(0, ...compared)).toBeLessThan(MEMBERS);
  }
});

it('reads a member’s conversations by key among those of many others', async () => {
  await using server = await startTestServer();
  const { db, pool } = server.database;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (name, email) SELECT 'Member ' || n, 'among-' || n || '@example.org' FROM generate_series(0, 99) n
    RETURNING id`.execute(db);
  const firstId = Number(rows[0]?.id);
  // Member 50, like most, has conversations with the eight members before and the eight after.
  await sql`
    WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
      SELECT ${firstId}::int8 + n, ${firstId}::int8 + n + d, 2, '{1,1}', now()
      FROM generate_series(0, 91) n, generate_series(1, 8) d RETURNING id, low_id, high_id
    )
    INSERT INTO memberships (user_id, other_id, conversation_id, slot)
    SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made`.execute(db);
  await sql`ANALYZE`.execute(db);
  const { result, statements } = await recordStatements(() => unreadTotal(db, firstId + 50));
  expect(result).toEqual({ unread_count: 16, unread_version: 16 });
  expect(statements).toHaveLength(1);
  for (const { text, values } of statements) {
    const { rows: plan } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    expect(rowsRead(plan, 'conversations')).toBe(16);
  }
});

/** How many rows of a table a plan has read. */
function rowsRead(node: unknown, table: string): number {
  if (typeof node !== 'object' || node === null) return 0;
  const fields: Record<string, unknown> = { ...node };
  const own = fields['Relation Name'] === table ? Number(fields['Actual Rows']) * Number(fields['Actual Loops']) : 0;
  return Object.values(fields).reduce<number>((sum, field) => sum + rowsRead(field, table), own);
}
