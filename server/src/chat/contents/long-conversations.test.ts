import { mostRowsOfAStep, recordStatements } from '@sangam/testing/database/statements';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { openUnusedTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/db/database.js';
import { unreadOf } from '../unread/queries.js';
import { moveReadMark } from '../unread/read-marks.queries.js';
import { listFiles, listLinks, recordLinks } from './queries.js';

/** A team's conversation with very many messages, a file in every 20th and a link in every 50th, among short direct ones. */
const MESSAGES = 100_000;
const MEMBERS = 2_000;
const TEAM = 20;
const [ROOM, READER] = [1, 20];
/**
 * The most rows that a statement's steps may read: a page, and those up to the next stored counts, but nothing that grows with the
 * conversation.
 */
const ROWS_MAX = 150;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openUnusedTestDatabase();
  await withoutTimeouts(opened.database, fill);
  await opened.database.db.transaction().execute((trx) => recordLinks(trx, ROOM, 0, MESSAGES));
  await opened.database.pool.query('ANALYZE');
}, 300_000);
afterAll(() => opened.close());

// Skips foreign keys, since the rows are known to be right. All write in turn but the reader, who wrote only the first message.
const fill = async ({ pool }: Database) =>
  void (await pool.query(`
    SET session_replication_role = replica;
    INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, ${MEMBERS}) n;
    INSERT INTO conversations (kind, project_id, last_seq, sent, last_message_at)
    SELECT 'team', 1, ${MESSAGES}, ARRAY(SELECT CASE n WHEN ${READER} THEN 1 ELSE ${MESSAGES} / 19 END FROM generate_series(1, ${TEAM}) n), now();
    INSERT INTO memberships (user_id, conversation_id, slot) SELECT n, ${ROOM}, n FROM generate_series(1, ${TEAM}) n;
    WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
      SELECT n, n + 1, 2, '{1,1}', now() FROM generate_series(1, ${MEMBERS - 1}) n RETURNING id, low_id, high_id, last_seq
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, slot)
      SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT id, s, CASE s % 2 WHEN 1 THEN low_id ELSE high_id END, (s + 1) / 2, gen_random_uuid(), 'Hi', now()
    FROM made, generate_series(1, last_seq) s;
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at, counts)
    SELECT ${ROOM}, s, CASE s WHEN 1 THEN ${READER} ELSE s % 19 + 1 END, 1 + s / 19, gen_random_uuid(),
           CASE s % 50 WHEN 0 THEN 'https://example.org/' || s ELSE 'plain words' END, now(),
           CASE s % 64 WHEN 0 THEN ARRAY(SELECT CASE n WHEN ${READER} THEN 1 ELSE s / 19 END FROM generate_series(1, ${TEAM}) n) END
    FROM generate_series(1, ${MESSAGES}) s;
    INSERT INTO attachments (id, owner_id, name, bytes, stored_bytes, received, kind, conversation_id, seq)
    SELECT gen_random_uuid(), 2, 'plan.pdf', 1, 1, 1, 'file', ${ROOM}, s * 20 FROM generate_series(1, ${MESSAGES / 20}) s;
    RESET session_replication_role;
    ANALYZE`));

const rowsRead = async (query: () => Promise<unknown>) => {
  const { statements } = await recordStatements(query);
  return Math.max(...(await Promise.all(statements.map((one) => mostRowsOfAStep(opened.database, one)))));
};

it.each([MESSAGES + 1, 50_000, 900])('lists files and links before %i from an index', async (before) => {
  const { db } = opened.database;
  const files = () => listFiles(db, ROOM, { before, limit: 31 });
  expect(await files()).toHaveLength(31);
  expect(await rowsRead(files)).toBeLessThan(ROWS_MAX);
  const links = () => listLinks(db, ROOM, { before, limit: 11, from: MESSAGES });
  expect(await links()).toHaveLength(11);
  expect(await rowsRead(links)).toBeLessThan(ROWS_MAX);
});

it('moves a read mark, and counts, without reading the conversation', async () => {
  const { db } = opened.database;
  const read = () => moveReadMark(db, READER, { conversation_id: ROOM }, 70_050);
  expect(await read()).toMatchObject({ moved: true, read_seq: 70_050 });
  expect(await unreadOf(db, [[READER, ROOM]])).toMatchObject([{ unread_count: MESSAGES - 70_050 }]);
  expect(await rowsRead(read)).toBeLessThan(ROWS_MAX);
});
