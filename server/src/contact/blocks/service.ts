import type { BlockChange, BlockedMember } from '@sangam/shared/contact/blocks';
import { contactServerLimits } from '@sangam/shared/contact/limits';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { dropUnreadFrom } from '../../platform/records/notifications.js';
import { endByBlock } from '../message-requests/transitions.js';
import { findPermissions, lockForBlock } from '../permissions/queries.js';
import type { BlockHooks } from './hooks.js';
import { countBlocked, deleteBlock, insertBlock, isMember, listBlocked } from './queries.js';

/** Blocking a member: it counts both ways, and the other is not told. */
export interface BlocksService {
  /** Whom the member blocks, the last one first. */
  list(userId: number): Promise<BlockedMember[]>;
  /** USER_NOT_FOUND for oneself and for who does not exist, INVALID where too many are blocked. */
  block(userId: number, otherId: number): Promise<Result<BlockChange>>;
  /** What the block has ended stays ended. USER_NOT_FOUND as above. */
  unblock(userId: number, otherId: number): Promise<Result<BlockChange>>;
}

export function createBlocksService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  hooks: readonly BlockHooks[];
}): BlocksService {
  const { db, bus, clock, hooks } = deps;

  return {
    list: async (userId) =>
      (await listBlocked(db, userId)).map((row) => ({ ...row, created_at: row.created_at.toISOString() })),

    async block(userId, otherId) {
      const blocked = await transact(db, bus, async (trx, publish) => {
        if (userId === otherId || !(await isMember(trx, otherId))) return fail('USER_NOT_FOUND');
        const others = await countBlocked(trx, userId, otherId);
        if (others >= contactServerLimits.blockedMax)
          return fail('INVALID', { message: `You can block ${contactServerLimits.blockedMax} members.` });
        await lockForBlock(trx, userId, otherId);
        for (const hook of hooks) await hook.blocking?.(trx, { userId, otherId });
        await endByBlock(trx, publish, { user_id: userId, other_id: otherId });
        const at = new Date(clock.nowMs());
        await insertBlock(trx, userId, otherId, at);
        await dropUnreadFrom(trx, publish, { userId, actorId: otherId, at });
        const change = { user_id: otherId, is_blocked: true };
        publish('block:changed', { user_id: userId, change });
        return ok(change);
      });
      // What began before has committed by now, and nothing begins any more. Where this fails, the call does, and is repeated.
      if (blocked.ok) for (const hook of hooks) await hook.afterBlock?.({ userId, otherId });
      return blocked;
    },

    unblock: (userId, otherId) =>
      transact(db, bus, async (trx, publish) => {
        if (userId === otherId || !(await isMember(trx, otherId))) return fail('USER_NOT_FOUND');
        await lockForBlock(trx, userId, otherId);
        await deleteBlock(trx, userId, otherId);
        const to = await findPermissions(trx, userId, otherId);
        // The other may block, too.
        if (to?.is_blocked === false)
          for (const hook of hooks) await hook.unblocked?.(trx, publish, { userId, otherId });
        const change = { user_id: otherId, is_blocked: false };
        publish('block:changed', { user_id: userId, change });
        return ok(change);
      }),
  };
}
