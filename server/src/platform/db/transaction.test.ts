import { eventually } from '@sangam/testing/eventually';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { DomainEvents } from '../events.js';
import { createBus } from '../lib/bus.js';
import { fail, ok } from '../lib/result.js';
import type { Db, Trx } from './database.js';
import { inTransaction, transact } from './transaction.js';

let opened: TestDatabase;
let db: Db;
let other: pg.PoolClient;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database.db;
});
afterAll(() => opened.close());

const [FIRST, SECOND] = [42_001, 42_002];
const lock = (key: number) => sql`SELECT pg_advisory_xact_lock(${key})`;
const rolledBack = () => Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' });

const ended = { session_ids: ['one'] };
const heard = () => {
  const bus = createBus<DomainEvents>(pino({ level: 'silent' }));
  const events: unknown[] = [];
  bus.on('sessions:ended', (payload) => void events.push(payload));
  return { bus, events };
};

it('repeats a transaction that the database rolled back at most twice, then throws', async () => {
  const { bus, events } = heard();
  let runs = 0;
  const result = await transact(db, bus, async (_trx, publish) => {
    publish('sessions:ended', ended);
    runs += 1;
    if (runs < 3) throw rolledBack();
    return ok(runs);
  });
  expect(result).toEqual(ok(3));
  expect(events).toEqual([ended]);

  runs = 0;
  const always = inTransaction(db, async () => {
    runs += 1;
    throw rolledBack();
  });
  await expect(always).rejects.toMatchObject({ code: '40P01' });
  expect(runs).toBe(3);
});

it('repeats neither a failure nor another error', async () => {
  const { bus, events } = heard();
  let runs = 0;
  const refused = await transact(db, bus, async (_trx, publish) => {
    runs += 1;
    publish('sessions:ended', ended);
    return fail('NOT_FOUND');
  });
  expect(refused.ok).toBe(false);
  await expect(
    inTransaction(db, async (trx) => {
      runs += 1;
      await sql`SELECT 1 / 0`.execute(trx);
    }),
  ).rejects.toMatchObject({ code: '22012' });
  expect([runs, events]).toEqual([2, []]);
});

// The embedded database runs one transaction at a time.
describe.runIf(inject('template').kind === 'postgres')('the victim of a deadlock', () => {
  /** Lets the other connection take its lock; the returned function makes it wait for the application's, which closes the circle. */
  const close = async () => {
    await other.query('BEGIN');
    await other.query("SET LOCAL deadlock_timeout = '1min'");
    await other.query('SELECT pg_advisory_xact_lock($1)', [SECOND]);
    return async () => {
      await other.query('SELECT pg_advisory_xact_lock($1)', [FIRST]);
      await other.query('COMMIT');
    };
  };
  beforeEach(async () => {
    other = await opened.database.pool.connect();
    return async () => {
      await other.query('ROLLBACK');
      other.release();
    };
  });

  it('runs again as a whole once the other transaction has committed', async () => {
    const crossOver = await close();
    const { bus, events } = heard();
    let crossing: Promise<void> | undefined;
    const runs: string[] = [];
    const result = await transact(db, bus, async (trx: Trx, publish) => {
      publish('sessions:ended', ended);
      await lock(FIRST).execute(trx);
      runs.push('locked');
      crossing ??= crossOver();
      await lock(SECOND).execute(trx);
      return ok(null);
    });
    await crossing;
    expect(result).toEqual(ok(null));
    expect(runs).toEqual(['locked', 'locked']);
    expect(events).toEqual([ended]);
  });

  it('is repeated if it is a single statement, too', async () => {
    const crossOver = await close();
    const locksBoth = sql<{ n: number }>`
      SELECT 1 AS n FROM (VALUES (pg_advisory_xact_lock(${FIRST}), pg_advisory_xact_lock(${SECOND}))) AS locked`;
    const both = locksBoth.execute(db);
    await eventually(async () => {
      const waiting = await other.query('SELECT FROM pg_locks WHERE NOT granted AND objid = $1', [SECOND]);
      expect(waiting.rowCount).toBe(1);
    });
    await crossOver();
    expect((await both).rows).toEqual([{ n: 1 }]);
  });

  it('is not repeated if it commits in steps: an index whose build was cut off would pass for a built one', async () => {
    await opened.database.pool.query('CREATE TABLE built AS SELECT 1 AS n');
    await other.query('BEGIN');
    await other.query("SET LOCAL deadlock_timeout = '1min'");
    await other.query('INSERT INTO built VALUES (2)');
    const build = sql`CREATE INDEX CONCURRENTLY IF NOT EXISTS built_n ON built (n)`.execute(db);
    const outcome = build.then(
      () => 'built',
      (error: unknown) => error,
    );
    await eventually(async () => {
      const waiting = await other.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'virtualxid'");
      expect(waiting.rowCount).toBe(1);
    });
    await other.query('LOCK TABLE built IN SHARE ROW EXCLUSIVE MODE');
    await other.query('COMMIT');
    expect(await outcome).toMatchObject({ code: '40P01' });
    await opened.database.pool.query('DROP TABLE built');
  });
});
