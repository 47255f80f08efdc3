import { mostRowsOfAStep, recordStatements } from '@sangam/testing/database/statements';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { openUnusedTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/db/database.js';
import { listNotifications } from '../unread/queries.js';
import { findMembership } from './thread.queries.js';

/** One conversation with very many unread messages, among many short ones. */
const MESSAGES = 20_000;
const MEMBERS = 2_000;
const [ASHA, BINA] = [1, 2];
/** The most rows that a statement's steps may read: a page, but nothing that grows with the conversation. */
const ROWS_MAX = 100;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openUnusedTestDatabase();
  await withoutTimeouts(opened.database, fill);
});

// Skips foreign keys, since the rows are known to be right.
const fill = async ({ pool }: Database) =>
  void (await pool.query(`
    SET session_replication_role = replica;
    INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, ${MEMBERS}) n;
    WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
      SELECT n, n + 1, size, ARRAY[size / 2, size / 2], now()
      FROM (SELECT n, CASE n WHEN ${ASHA} THEN ${MESSAGES} ELSE 2 END AS size FROM generate_series(1, ${MEMBERS - 1}) n) AS pairs
      RETURNING id, low_id, high_id, last_seq
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, slot)
      SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT id, s, CASE s % 2 WHEN 1 THEN low_id ELSE high_id END, (s + 1) / 2, gen_random_uuid(), 'Hi', now()
    FROM made, generate_series(1, last_seq) s;
    RESET session_replication_role;
    ANALYZE`));
afterAll(() => opened.close());

const rowsRead = async (query: () => Promise<unknown>) => {
  const { statements } = await recordStatements(query);
  return Math.max(...(await Promise.all(statements.map((one) => mostRowsOfAStep(opened.database, one)))));
};

it('finds the first unread message without reading the messages after it', async () => {
  const find = async () => (await findMembership(opened.database.db, { userId: ASHA, otherId: BINA }))[0];
  expect((await find())?.first_unread_seq).toBe(2);
  expect(await rowsRead(find)).toBeLessThan(ROWS_MAX);
});

it('finds the newest unread message without reading the messages before it', async () => {
  const list = () => listNotifications(opened.database.db, { userId: ASHA, limit: 5 });
  expect((await list())[0]).toMatchObject({ sender_id: BINA, unread_count: MESSAGES / 2 });
  expect(await rowsRead(list)).toBeLessThan(ROWS_MAX);
});
