import { CompiledQuery } from 'kysely';
import type { DomainEvents } from '../events.js';
import type { Bus } from '../lib/bus.js';
import type { Clock } from '../lib/clock.js';
import type { Result } from '../lib/result.js';
import type { Db, Trx } from './database.js';
import { repeatRolledBack } from './repeat.js';
import type { RunStatement } from './statements.js';

/** Hands an event to the bus once the transaction has committed. */
export type Publish = Bus<DomainEvents>['publish'];

/** An act needs these: the database, the bus for its events, and the time. */
export interface ActDeps {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
}

/** Carries a failure through Kysely, which rolls back only on a throw. */
class Rollback extends Error {
  constructor(readonly result: Result<never>) {
    super('rolled back');
  }
}

/** Runs several reads on one snapshot: all see the database at the same moment. */
export const onSnapshot = <T>(db: Db, reads: (snapshot: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(reads);

/** Runs `work` in one transaction, and again as a whole after a deadlock: what it does outside the database may happen twice. */
export const inTransaction = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  repeatRolledBack(() => db.transaction().execute(work));

/**
 * Like `inTransaction`, for work with a result: a failure rolls back. Events published through the second argument reach the bus only once
 * the commit has succeeded, in the order in which they were published.
 */
export async function transact<T>(
  db: Db,
  bus: Bus<DomainEvents>,
  work: (trx: Trx, publish: Publish) => Promise<Result<T>>,
): Promise<Result<T>> {
  let pending: (() => void)[] = [];
  try {
    const result = await inTransaction(db, async (trx) => {
      pending = [];
      const outcome = await work(trx, (event, payload) => void pending.push(() => bus.publish(event, payload)));
      if (!outcome.ok) throw new Rollback(outcome);
      return outcome;
    });
    for (const publish of pending) publish();
    return result;
  } catch (error) {
    if (error instanceof Rollback) return error.result;
    throw error;
  }
}

/** Runs SQL text in a transaction. Its columns need distinct names: a row keeps their order. */
export const runIn =
  (trx: Trx): RunStatement =>
  async ({ text, values = [] }) => {
    const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
    // The caller names the type of a row; the rest of what `pg` answers isn't read.
    return { rows: rows.map((row) => Object.values(row)) } as never;
  };
