import { startProxy } from '@sangam/testing/servers/proxy';
import { openUnusedTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Db, openPostgres } from './database.js';
import { isUnavailable } from './pg-errors.js';
import { plannedByValue } from './statements.js';

let opened: TestDatabase;
beforeAll(async () => {
  // Not one that other tests have used: a database names a bounded number of statements.
  opened = await openUnusedTestDatabase();
});
afterAll(() => opened.close());

/** A statement whose text stays while its column changes underneath, as with a migration by a newer server. */
const shape = sql<{ n: unknown }>`SELECT n FROM shapes WHERE ${1}::int4 = 1`;
const runShape = () =>
  opened.database.run({ text: 'SELECT n FROM shapes WHERE $1::int4 = 1', values: [1], rowMode: 'array' });

const USES = 7;
const migrateTo = (type: string) =>
  opened.database.pool.query(`ALTER TABLE shapes ALTER COLUMN n TYPE ${type} USING n::${type}`);

beforeEach(async () => {
  const { db, pool } = opened.database;
  await pool.query('DROP TABLE IF EXISTS shapes');
  await pool.query('CREATE TABLE shapes AS SELECT 7::int4 AS n');
  for (let use = 0; use < USES; use += 1) await shape.execute(db);
});

it('a repeated statement is prepared once, and planned for all of its values from its first use', async () => {
  const { rows } = await sql<{ generic_plans: number; custom_plans: number }>`
    SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE 'SELECT n FROM shapes%'`.execute(
    opened.database.db,
  );
  expect(rows.length).toBeGreaterThanOrEqual(1);
  expect(Math.max(...rows.map((row) => row.generic_plans))).toBeGreaterThan(0);
  expect(rows.map((row) => row.custom_plans)).toEqual(rows.map(() => 0));
});

describe('a statement that is planned by its values', () => {
  const modeOf = async (handle: Db, mark: typeof plannedByValue) => {
    const { rows } = await sql<{ mode: string }>`
      SELECT ${mark} current_setting('plan_cache_mode') AS mode WHERE ${1}::int4 = 1`.execute(handle);
    return rows[0]?.mode;
  };
  const modes = async (handle: Db) => [await modeOf(handle, plannedByValue), await modeOf(handle, sql.raw(''))];
  const failing = (handle: Db) => sql`SELECT ${plannedByValue} 1 / (${1}::int4 - 1)`.execute(handle);

  it('is planned at each use, and no other is', async () => {
    const { db } = opened.database;
    expect(await db.connection().execute(modes)).toEqual(['force_custom_plan', 'force_generic_plan']);
    expect(await db.transaction().execute(modes)).toEqual(['force_custom_plan', 'force_generic_plan']);
  });

  it('leaves a usable connection when it fails', async () => {
    await opened.database.db.connection().execute(async (handle) => {
      await expect(failing(handle)).rejects.toThrow('division by zero');
      expect(await modes(handle)).toEqual(['force_custom_plan', 'force_generic_plan']);
    });
    await expect(opened.database.db.transaction().execute(failing)).rejects.toThrow('division by zero');
  });

  it('leaves no transaction open when its error ends the connection', async () => {
    const { db, pool } = opened.database;
    await pool.query(`CREATE OR REPLACE FUNCTION fail_to_read(int) RETURNS int LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not read' USING ERRCODE = 'io_error'; END $$`);
    await expect(sql`SELECT ${plannedByValue} fail_to_read(${1})`.execute(db)).rejects.toSatisfy(isUnavailable);
    expect(await db.connection().execute(modes)).toEqual(['force_custom_plan', 'force_generic_plan']);
  });

  /** The same database behind a proxy, with one connection. */
  async function openBehindProxy() {
    const address = new URL(opened.database.pool.options.connectionString ?? '');
    const proxy = await startProxy({ host: address.hostname, port: Number(address.port || 5432) });
    address.port = String(proxy.port);
    const behind = openPostgres(address.href, 1, pino({ level: 'silent' }), { bounds: { query_timeout: 300 } });
    onTestFinished(async () => {
      await behind.close();
      await proxy.close();
    });
    return { proxy, db: behind.db };
  }

  it.runIf(inject('template').kind === 'postgres')(
    'leaves no transaction open when its beginning is answered too late',
    async () => {
      const { proxy, db } = await openBehindProxy();
      await modes(db);
      proxy.set('stall');
      await expect(modeOf(db, plannedByValue)).rejects.toSatisfy(isUnavailable);
      proxy.set('pass');
      await sql`INSERT INTO shapes VALUES (8)`.execute(db);
      const { rows } = await sql`SELECT n FROM shapes ORDER BY n`.execute(opened.database.db);
      expect(rows).toEqual([{ n: 7 }, { n: 8 }]);
    },
  );
});

it('a statement that a migration has made stale is repeated at once', async () => {
  await migrateTo('text');
  expect((await shape.execute(opened.database.db)).rows).toEqual([{ n: '7' }]);
  await migrateTo('int8');
  expect((await runShape()).rows).toEqual([[7]]);
});

it('a stale statement within a transaction is BUSY, once: the next transaction has a new connection', async () => {
  const { db } = opened.database;
  const inTransaction = () => db.transaction().execute((trx) => shape.execute(trx));
  await migrateTo('text');
  await expect(inTransaction()).rejects.toSatisfy(isUnavailable);
  expect((await inTransaction()).rows).toEqual([{ n: '7' }]);
});
