import type { Database, Db } from '@sangam/server/platform/db/database';
import { type RawBuilder, sql } from 'kysely';
import type { StoppedClock } from './clocks.js';
import { eventually } from './eventually.js';

type Stored = Pick<Database, 'db'>;

/** Throws while a job is due by this time, on the database's clock by default. */
export async function expectNoJobDue(db: Db, dueBy: Date | RawBuilder<Date> = sql<Date>`now()`): Promise<void> {
  const due = await db.selectFrom('jobs').select('kind').where('due_at', '<=', dueBy).execute();
  if (due.length > 0) throw new Error(`jobs are still due: ${due.map(({ kind }) => kind).join(', ')}`);
}

/** Waits until no job is due by this time, so that the worker has run the jobs that a moved clock made due. */
export const jobsDone = ({ db }: Stored, nowMs: number): Promise<void> =>
  eventually(() => expectNoJobDue(db, new Date(nowMs)));

/** Advances the clock, and waits for the jobs that are due by then. */
export async function passTime(database: Stored, clock: StoppedClock, ms: number): Promise<void> {
  clock.atMs += ms;
  await jobsDone(database, clock.atMs);
}

/** Advances the clock, but postpones all jobs, so that none runs until the same time has passed once more. */
export async function passTimeBeforeJobs({ db }: Stored, clock: StoppedClock, ms: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ due_at: new Date(clock.atMs + 2 * ms) })
    .execute();
  clock.atMs += ms;
}
