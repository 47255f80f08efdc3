import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '@sangam/shared/core/limits';
import { embeddedFolder } from '@sangam/testing/database/copy-embedded';
import type pg from 'pg';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { openEmbeddedDatabase } from '../database.js';
import { startUpkeep } from './upkeep.js';

const log = pino({ level: 'silent' });
const WAIT_MS = 10_000;

/** How many rows the statistics give a table; -1 before there are any. */
const rowsOf = async (pool: pg.Pool, table: string) => {
  const found = await pool.query<{ reltuples: number }>('SELECT reltuples FROM pg_class WHERE relname = $1', [table]);
  return found.rows[0]?.reltuples;
};

/** The database's own upkeep, after it was opened. */
const OWN_FIRST_MS = 1_000;

/** An embedded database whose own upkeep has just run, and will not run again for a minute. */
async function openAtRest() {
  const opened = await openEmbeddedDatabase(await embeddedFolder(), log);
  // The upkeep's timer is older and as long as this pause, so it fires first; and its statement is answered first on the one connection.
  await sleep(OWN_FIRST_MS);
  await opened.pool.query('SELECT 1');
  return opened;
}

it('gathers the statistics that the embedded database would never gather by itself', async () => {
  const { pool, close } = await openAtRest();
  await pool.query('CREATE TABLE grown AS SELECT generate_series(1, 500) AS n');
  expect(await rowsOf(pool, 'grown')).toBe(-1);
  const stop = startUpkeep(pool, log, { firstAfterMs: 0, plansEveryMs: hourMs });
  await vi.waitFor(async () => expect(await rowsOf(pool, 'grown')).toBe(500), WAIT_MS);
  stop();
  await close();
});

it('replans statements that were prepared while their table was empty', async () => {
  const { pool, close } = await openAtRest();
  await pool.query('CREATE TABLE grown (n int PRIMARY KEY); ANALYZE grown; INSERT INTO grown VALUES (0)');
  await pool.query('PREPARE one (int) AS SELECT n FROM grown WHERE n = $1; SET plan_cache_mode = force_generic_plan');
  const plan = async () => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>('EXPLAIN (COSTS OFF) EXECUTE one (1)');
    return rows[0]?.['QUERY PLAN'];
  };
  expect(await plan()).toContain('Seq Scan');
  await pool.query('INSERT INTO grown SELECT generate_series(1, 20000)');
  expect(await plan()).toContain('Seq Scan');
  const stop = startUpkeep(pool, log, { firstAfterMs: hourMs, plansEveryMs: 10 });
  await vi.waitFor(async () => expect(await plan()).not.toContain('Seq Scan'), WAIT_MS);
  stop();
  await close();
});
