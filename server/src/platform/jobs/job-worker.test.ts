import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '@sangam/shared/core/limits';
import { Strict } from '@sangam/shared/core/schemas';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../db/database.js';
import { transact } from '../db/transaction.js';
import type { DomainEvents } from '../events.js';
import { createBus } from '../lib/bus.js';
import { fail, ok } from '../lib/result.js';
import { defaultTimings } from '../timings.js';
import { createJobWorker, type JobWorker } from './job-worker.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from './jobs.js';
import { countJobs } from './queries.js';
import { ATTEMPTS_MAX } from './run-job.js';

const Letter = Strict({ to: Type.String() });
const letter = jobKind('letter', Letter);
const log = pino({ level: 'silent' });
const timings = { ...defaultTimings.jobs, pollMs: 10 };

let test: TestDatabase;
let db: Db;
const clock = stoppedClock();
const now = () => new Date(clock.atMs);
const started: JobWorker[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.database.db;
});
afterAll(() => test.close());
beforeEach(() => db.deleteFrom('jobs').execute());
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop(5_000);
});

/** One server's worker, on the database that all share. */
function work(handlers: JobHandler[], replaced: Partial<typeof timings> = {}, database = db) {
  const bus = createBus<DomainEvents>(log);
  const worker = createJobWorker({ db: database, bus, clock, log, timings: { ...timings, ...replaced }, handlers });
  worker.start();
  started.push(worker);
  return { bus, worker };
}
const silentBus = createBus<DomainEvents>(log);
const add = (jobs: { to: string; key?: string; dueMs?: number }[], bus = silentBus, kind = letter) =>
  transact(db, bus, async (trx, publish) => {
    const rows = jobs.map(({ to, key, dueMs = clock.atMs }) => ({
      payload: { to },
      ...(key === undefined ? {} : { key }),
      due_at: new Date(dueMs),
    }));
    return ok(await addJobs(trx, publish, kind, rows));
  });
const rows = () => db.selectFrom('jobs').selectAll().orderBy('id').execute();
/** A handler that records its payloads, and fails while `fails` says so. */
function writer({ atOnce = 4, fails = () => false }: { atOnce?: number; fails?: () => boolean } = {}) {
  const written: string[] = [];
  const keys: string[] = [];
  const handler = jobHandler(
    letter,
    async ({ to }, { jobKey }) => {
      keys.push(jobKey);
      if (fails()) throw new Error('550 nobody@example.org is unknown');
      written.push(to);
    },
    { atOnce },
  );
  return { written, keys, handler };
}
/** Lets the workers check several times. */
const looked = () => sleep(100);

describe('a job', () => {
  it('is written by the commit that caused it, and by no other', async () => {
    const { written, handler } = writer();
    const { bus } = work([handler], { pollMs: minuteMs });
    const rolledBack = await transact(db, bus, async (trx, publish) => {
      await addJobs(trx, publish, letter, [{ payload: { to: 'nobody' }, due_at: now() }]);
      return fail('NOT_FOUND');
    });
    expect(rolledBack.ok).toBe(false);
    expect(await rows()).toEqual([]);
    // The commit wakes this server's worker: the next poll is a minute away.
    await add([{ to: 'asha' }], bus);
    await eventually(() => expect(written).toEqual(['asha']));
    await eventually(async () => expect(await rows()).toEqual([]));
  });

  it('is written with any number of others, more than a statement has parameters', async () => {
    const later = clock.atMs + minuteMs;
    await add(Array.from({ length: 17_000 }, (_, n) => ({ to: 'everybody', key: `m${n}`, dueMs: later })));
    await add([{ to: 'nobody, quoted "\\{}', dueMs: later }]);
    const { rows: found } = await sql<{ count: number }>`SELECT count(*) FROM jobs`.execute(db);
    expect(found).toEqual([{ count: 17_001 }]);
    expect((await rows()).at(-1)).toMatchObject({ key: null, payload: { to: 'nobody, quoted "\\{}' } });
  });

  it('is found by another server', async () => {
    const { written, handler } = writer();
    work([handler]);
    await add([{ to: 'asha' }]);
    await eventually(() => expect(written).toEqual(['asha']));
  });

  it('is run once by four servers', async () => {
    const { written, handler } = writer();
    for (let server = 0; server < 4; server += 1) work([handler], { pollMs: 1 });
    const all = Array.from({ length: 200 }, (_, n) => `member ${n}`);
    await add(all.map((to) => ({ to })));
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(written.toSorted()).toEqual(all.toSorted());
  });

  it('waits until it is due', async () => {
    const { written, handler } = writer();
    const { bus } = work([handler]);
    await add([{ to: 'later', dueMs: clock.atMs + minuteMs }], bus);
    await looked();
    expect(written).toEqual([]);
    clock.atMs += minuteMs;
    await eventually(() => expect(written).toEqual(['later']));
  });

  it('starts once its row is free if it was being added again when it became due', async () => {
    const { written, handler } = writer();
    const { bus } = work([handler], { pollMs: minuteMs });
    await add([{ to: 'asha', key: 'a' }]);
    await transact(db, silentBus, async (trx, publish) => {
      await addJobs(trx, publish, letter, [{ payload: { to: 'asha' }, key: 'a', due_at: now() }]);
      bus.publish('jobs:added', { kind: letter.name, due_at: now() });
      await looked();
      expect(written).toEqual([]);
      return ok(null);
    });
    await eventually(() => expect(written).toEqual(['asha']));
  });

  it('with a kind that only newer servers know is left alone', async () => {
    const { handler } = writer();
    work([handler]);
    const unknown = { kind: 'from a newer version', payload: '{}', due_at: now() } as const;
    await db
      .insertInto('jobs')
      .values({ ...unknown, key: null, leased_until: null, again_at: null, last_error: null, failed_at: null })
      .execute();
    await looked();
    expect(await rows()).toMatchObject([{ kind: unknown.kind, attempts: 0, failed_at: null }]);
  });
});

/** Lets this time of all leases pass, which end by the database's clock. */
const passLease = (ms: number) =>
  db
    .updateTable('jobs')
    .set({ leased_until: sql`leased_until - ${ms} * interval '1 ms'` })
    .execute();

describe('a server that dies', () => {
  it('after taking a job leaves it to another, once its lease has expired', async () => {
    const hung = jobHandler(letter, () => new Promise<void>(() => undefined), { atOnce: 1 });
    work([hung]);
    await add([{ to: 'asha' }]);
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]));
    // It never finishes the job, and takes no more jobs.
    await started.pop()?.stop(0);
    const { written, keys, handler } = writer();
    work([handler]);
    // This server's clock is ahead of the other's.
    clock.atMs += 2 * timings.leaseMs;
    await looked();
    expect(written).toEqual([]);
    await passLease(timings.leaseMs - 10_000);
    await looked();
    expect(written).toEqual([]);
    await passLease(10_000);
    await eventually(() => expect(written).toEqual(['asha']));
    const [key] = keys;
    expect(key).toMatch(/^\d+-\d+$/u);
  });

  it('or stops leaves a job that does not end to another, and no longer renews its lease', async () => {
    const hung = jobHandler(letter, () => new Promise<void>(() => undefined), { atOnce: 1 });
    const short = { leaseMs: 500, leaseRenewMs: 20 };
    work([hung], short);
    await add([{ to: 'asha' }]);
    const leasedUntil = async () => (await rows())[0]?.leased_until?.getTime() ?? 0;
    const firstMs = await eventually(async () => {
      const ms = await leasedUntil();
      expect(ms).toBeGreaterThan(0);
      return ms;
    });
    await eventually(async () => expect(await leasedUntil()).toBeGreaterThan(firstMs));
    await started.pop()?.stop(0);
    const { written, handler } = writer();
    work([handler], short);
    await eventually(() => expect(written).toEqual(['asha']));
  });

  it('or is only slow does not end a job that another took over', async () => {
    let finish = () => {};
    const slow = jobHandler(letter, () => new Promise<void>((resolve) => (finish = resolve)), { atOnce: 1 });
    const first = work([slow]);
    await add([{ to: 'asha' }]);
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]));
    const stopped = first.worker.stop(20_000);
    started.pop();
    const { handler } = writer({ fails: () => true });
    work([handler]);
    await passLease(timings.leaseMs);
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 2, leased_until: null }]));
    finish();
    await stopped;
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });
});

describe('a failing job', () => {
  it('is retried, later each time, with the same key, and its error names nobody', async () => {
    const { written, keys, handler } = writer({ fails: () => keys.length <= 2 });
    work([handler]);
    await add([{ to: 'asha' }]);
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 1, leased_until: null }]));
    const [failed] = await rows();
    expect(failed?.last_error).toBe('550 (an address) is unknown');
    expect(failed?.due_at.getTime()).toBeGreaterThan(clock.atMs);
    await looked();
    expect(keys).toHaveLength(1);
    clock.atMs += timings.retryFirstMs;
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 2, leased_until: null }]));
    clock.atMs += 2 * timings.retryFirstMs;
    await eventually(() => expect(written).toEqual(['asha']));
    expect(new Set(keys).size).toBe(1);
  });

  it('has failed if it takes too long', async () => {
    const hung = jobHandler(letter, () => new Promise<void>(() => undefined), { atOnce: 1 });
    work([hung], { doneWithinMs: 20 });
    await add([{ to: 'asha' }]);
    await eventually(async () => expect(await rows()).toMatchObject([{ last_error: 'letter took too long' }]));
  });

  it('ends before its next attempt begins, on any server, even if it takes longer than its lease', async () => {
    let [running, most] = [0, 0];
    const slow = jobHandler(
      letter,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(1_500);
        running -= 1;
      },
      { atOnce: 4 },
    );
    const short = { leaseMs: 500, leaseRenewMs: 50, retryFirstMs: 0, retryMaxMs: 0 };
    for (let server = 0; server < 2; server += 1) work([slow], short);
    await add([{ to: 'asha' }]);
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(most).toBe(1);
  });

  it('keeps its lease although a renewal fails', async () => {
    let failures = 0;
    const failingOnce = db.withPlugin({
      transformQuery({ node }) {
        // While the job runs, only a renewal updates it.
        if (node.kind === 'UpdateQueryNode' && failures === 0) {
          failures += 1;
          throw new Error('no database');
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const slow = jobHandler(letter, async () => void (await sleep(3_000)), { atOnce: 1 });
    work([slow], { leaseMs: 2_000, leaseRenewMs: 1_200, retryFirstMs: 20 }, failingOnce);
    await add([{ to: 'asha' }]);
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]));
    const { written, handler } = writer();
    work([handler]);
    await eventually(async () => expect(await rows()).toEqual([]));
    expect([failures, written]).toEqual([1, []]);
  });

  it('has failed if its payload has another shape', async () => {
    const { handler, keys } = writer();
    work([handler]);
    await add([{ to: 'asha', dueMs: clock.atMs + minuteMs }]);
    await db.updateTable('jobs').set({ payload: '{"for": "asha"}', due_at: now() }).execute();
    await eventually(async () =>
      expect(await rows()).toMatchObject([{ last_error: 'a payload of letter has another shape' }]),
    );
    expect(keys).toEqual([]);
  });

  it.each([ATTEMPTS_MAX - 1, ATTEMPTS_MAX])('is given up on after %i attempts, and counted', async (attempts) => {
    const { handler } = writer({ fails: () => true });
    work([handler]);
    await add([{ to: 'asha', key: 'a', dueMs: clock.atMs + minuteMs }]);
    await db.updateTable('jobs').set({ attempts, due_at: now() }).execute();
    await eventually(async () =>
      expect(await countJobs(db, now())).toEqual([{ kind: 'letter', waiting: 0, failed: 1, oldest_due_at: null }]),
    );
    // It occupies no other job's slot.
    await add([{ to: 'asha', key: 'a', dueMs: clock.atMs + minuteMs }]);
    expect(await countJobs(db, now())).toMatchObject([{ waiting: 1, failed: 1 }]);
  });

  it('blocks no other kind', async () => {
    const hangs = jobKind('hangs', Letter);
    const hung = jobHandler(hangs, () => new Promise<void>(() => undefined), { atOnce: 1 });
    const { written, handler } = writer();
    work([hung, handler]);
    await add([{ to: 'first' }], silentBus, hangs);
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]));
    await add([{ to: 'second' }]);
    await eventually(() => expect(written).toEqual(['second']));
    await started.pop()?.stop(0);
  });
});

describe('a key', () => {
  it('merges waiting jobs: the newest payload, the earliest time', async () => {
    const at = clock.atMs + minuteMs;
    await add([{ to: 'first', key: 'a', dueMs: at }]);
    await add([
      { to: 'second', key: 'a', dueMs: at + 1 },
      { to: 'other', key: 'b', dueMs: at },
      { to: 'third', key: 'a', dueMs: at + 2 },
    ]);
    expect((await rows()).map(({ key, payload, due_at }) => [key, payload, due_at.getTime()])).toEqual([
      ['a', { to: 'third' }, at],
      ['b', { to: 'other' }, at],
    ]);
  });

  it('runs a job once more if it was added again while it ran', async () => {
    const ends: (() => void)[] = [];
    const handler = jobHandler(letter, () => new Promise<void>((resolve) => ends.push(resolve)), { atOnce: 4 });
    work([handler]);
    await add([{ to: 'asha', key: 'a' }]);
    await eventually(() => expect(ends).toHaveLength(1));
    await add([{ to: 'asha', key: 'a' }]);
    await looked();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await eventually(() => expect(ends).toHaveLength(2));
    ends[1]?.();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(ends).toHaveLength(2);
  });
});

describe('a job that did a part of its work', () => {
  it('goes on from there, also after a failure, with new attempts', async () => {
    const done: string[] = [];
    let failures = 0;
    const handler = jobHandler(
      letter,
      async ({ to }) => {
        if (to === 'a2' && failures === 0) {
          failures += 1;
          throw new Error('550 nobody@example.org is unknown');
        }
        done.push(to);
        return to === 'a3' ? undefined : { nextPayload: { to: `a${Number(to.slice(1)) + 1}` } };
      },
      { atOnce: 1 },
    );
    work([handler], { retryFirstMs: 0, retryMaxMs: 0 });
    await add([{ to: 'a1', key: 'a' }]);
    await eventually(async () => expect(await rows()).toEqual([]));
    expect([done, failures]).toEqual([['a1', 'a2', 'a3'], 1]);
  });

  it('begins again if it was added meanwhile', async () => {
    const done: string[] = [];
    let begun = () => {};
    const running = new Promise<void>((resolve) => (begun = resolve));
    let finish = () => {};
    const handler = jobHandler(
      letter,
      async ({ to }) => {
        done.push(to);
        if (done.length > 1) return undefined;
        begun();
        await new Promise<void>((resolve) => (finish = resolve));
        return { nextPayload: { to: 'rest' } };
      },
      { atOnce: 1 },
    );
    work([handler]);
    await add([{ to: 'first', key: 'a' }]);
    await running;
    await add([{ to: 'again', key: 'a' }]);
    finish();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(done).toEqual(['first', 'again']);
  });
});

it('a slow job blocks no other of its kind', async () => {
  let finish = () => {};
  const done: string[] = [];
  const handler = jobHandler(
    letter,
    async ({ to }) => {
      if (to === 'slow') await new Promise<void>((resolve) => (finish = resolve));
      done.push(to);
    },
    { atOnce: 4 },
  );
  const { bus } = work([handler]);
  await add(
    ['slow', ...Array.from({ length: 20 }, (_, n) => `member ${n}`)].map((to, n) => ({
      to,
      dueMs: clock.atMs - 100 + n,
    })),
    bus,
  );
  await eventually(() => expect(done).toHaveLength(20));
  finish();
  await eventually(async () => expect(await rows()).toEqual([]));
});

it('runs only a few at once, however many are due', async () => {
  let [running, most, done] = [0, 0, 0];
  const handler = jobHandler(
    letter,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done += 1;
    },
    { atOnce: 3 },
  );
  const { bus } = work([handler]);
  await add(
    Array.from({ length: 100 }, (_, n) => ({ to: `member ${n}` })),
    bus,
  );
  await eventually(() => expect(done).toBe(100));
  expect(most).toBe(3);
});
