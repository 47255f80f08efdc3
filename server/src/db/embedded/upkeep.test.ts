import { embeddedFolder } from '@sangam/testing/embedded-folder';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { openEmbeddedDatabase } from '../database.js';
import { keepUp } from './upkeep.js';

const HOUR_MS = 3_600_000;

it('gathers the statistics that the embedded database would never gather by itself', async () => {
  const log = pino({ level: 'silent' });
  const { pool, close } = await openEmbeddedDatabase(await embeddedFolder(), log);
  const rows = async () => {
    const found = await pool.query<{ reltuples: number }>(`SELECT reltuples FROM pg_class WHERE relname = 'grown'`);
    return found.rows[0]?.reltuples;
  };
  await pool.query('CREATE TABLE grown AS SELECT generate_series(1, 500) AS n');
  expect(await rows()).toBe(-1);
  const stop = keepUp(pool, log, { firstAfterMs: 0, plansEveryMs: HOUR_MS });
  await vi.waitFor(async () => expect(await rows()).toBe(500), 5_000);
  stop();
  await close();
});

it('plans anew what was prepared while its table was empty', async () => {
  const log = pino({ level: 'silent' });
  const { pool, close } = await openEmbeddedDatabase(await embeddedFolder(), log);
  await pool.query('CREATE TABLE grown (n int PRIMARY KEY); ANALYZE grown; INSERT INTO grown VALUES (0)');
  await pool.query('PREPARE one (int) AS SELECT n FROM grown WHERE n = $1; SET plan_cache_mode = force_generic_plan');
  const plan = async () => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>('EXPLAIN (COSTS OFF) EXECUTE one (1)');
    return rows[0]?.['QUERY PLAN'];
  };
  expect(await plan()).toContain('Seq Scan');
  await pool.query('INSERT INTO grown SELECT generate_series(1, 20000)');
  expect(await plan()).toContain('Seq Scan');
  const stop = keepUp(pool, log, { firstAfterMs: HOUR_MS, plansEveryMs: 10 });
  await vi.waitFor(async () => expect(await plan()).not.toContain('Seq Scan'), 5_000);
  stop();
  await close();
});
