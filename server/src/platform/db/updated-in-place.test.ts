import { openTestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

/** Columns that change with each message, read mark or sign of activity: a change of an indexed column changes all indexes of its row. */
const changedOften = [
  'users.last_active',
  'conversations.last_seq',
  'conversations.sent',
  'memberships.read_seq',
  'memberships.read_received',
];

it('no index holds a column that changes often, so that its rows are updated in place', async () => {
  const { database, close } = await openTestDatabase();
  const { rows } = await sql<{ column: string; index: string | null }>`
    SELECT c.relname || '.' || a.attname AS "column", min(i.relname) AS index
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN (pg_depend d JOIN pg_class i ON i.oid = d.objid AND i.relkind = 'i')
      ON d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum
    WHERE c.relname || '.' || a.attname = ANY (${changedOften}::text[])
    GROUP BY 1`.execute(database.db);
  await close();
  expect(rows).toHaveLength(changedOften.length);
  expect(rows.filter(({ index }) => index !== null)).toEqual([]);
});
