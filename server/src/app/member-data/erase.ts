import { peopleServerLimits } from '@sangam/shared/people/limits';
import { eraseAccount } from '../../people/account/deletion.js';
import { findDeletion, lockUser } from '../../people/profile/queries.js';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import type { OwnTables } from '../../platform/member-data/parts.js';
import * as queries from './erase.queries.js';

/** Rows that one statement deletes: messages are written beside it. */
const BATCH_ROWS = 500;

/**
 * Removes what is kept of a member who did not come back. First who they were, after which nobody can sign in to the account, and then
 * the rest in batches: a repetition goes on where it ended. What they wrote to others stays with those.
 */
export const eraseHandler = (deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  ownTables: OwnTables;
}): JobHandler => {
  const { db, bus, clock, ownTables } = deps;
  return jobHandler(
    eraseAccount,
    async ({ user_id }) => {
      await transact(db, bus, async (trx) => {
        await lockUser(trx, user_id);
        const found = await findDeletion(trx, user_id);
        if (isOver(found?.deleted_at ?? null)) await queries.forgetWho(trx, user_id);
        return ok(null);
      });
      // Read again: they may have come back, or have asked once more since.
      if (!isOver((await findDeletion(db, user_id))?.deleted_at ?? null)) return;
      for (const [table, column] of Object.entries(ownTables))
        while ((await queries.deleteOwn(db, { table, column }, user_id, BATCH_ROWS)) === BATCH_ROWS);
    },
    { atOnce: 1 },
  );

  function isOver(deletedAt: Date | null): boolean {
    return deletedAt !== null && deletedAt.getTime() + peopleServerLimits.comeBackMs <= clock.nowMs();
  }
};
