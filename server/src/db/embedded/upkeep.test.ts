import { embeddedFolder } from '@sangam/testing/embedded-folder';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { openEmbeddedDatabase } from '../database.js';
import { keepUp } from './upkeep.js';

it('gathers the statistics that the embedded database would never gather by itself', async () => {
  const log = pino({ level: 'silent' });
  const { pool, close } = await openEmbeddedDatabase(await embeddedFolder(), log);
  const rows = async () => {
    const found = await pool.query<{ reltuples: number }>(`SELECT reltuples FROM pg_class WHERE relname = 'grown'`);
    return found.rows[0]?.reltuples;
  };
  await pool.query('CREATE TABLE grown AS SELECT generate_series(1, 500) AS n');
  expect(await rows()).toBe(-1);
  const stop = keepUp(pool, log, 0);
  await vi.waitFor(async () => expect(await rows()).toBe(500), 5_000);
  stop();
  await close();
});
