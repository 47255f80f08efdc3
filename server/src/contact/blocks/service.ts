import type { BlockChange, BlockedMember } from '@sangam/shared/contact/calls';
import { contactServerLimits } from '@sangam/shared/contact/limits';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { dropUnreadFrom } from '../../platform/records/notifications.js';
import { conversationIdField } from '../conversation-ids.queries.js';
import { endByBlock } from '../message-requests/service.js';
import { transactAs } from '../permissions/acting.js';
import { findPermissions, lockForBlock } from '../permissions/queries.js';
import { countBlocked, deleteBlock, insertBlock, isMember, listBlocked, lockBlocksOf } from './queries.js';

interface BlockPair {
  /** The member who blocks or unblocks. */
  userId: number;
  otherId: number;
}

/** Lets a subject above `contact` act when one member blocks or unblocks another. */
export interface BlockHooks {
  /** Called in the block's transaction, before the block is stored. */
  blocking?(trx: Trx, publish: Publish, pair: BlockPair): Promise<void>;
  /** Called in the transaction that removes the block, unless the other member blocks this one as well. */
  unblocked?(trx: Trx, publish: Publish, pair: BlockPair): Promise<void>;
  /**
   * Called after the block has committed, to end everything pending between the two, each in its own transaction. Must be idempotent, and
   * `blocking` must add a job that does the same, since the server may be killed in between.
   */
  afterBlock?(pair: BlockPair): Promise<void>;
}

/** Blocking a member. A block works both ways, and the other member isn't notified. */
export interface BlocksService {
  /** Returns the members whom this member blocks, latest first. */
  list(userId: number): Promise<BlockedMember[]>;
  /** Blocks a member. USER_NOT_FOUND for the member's own id and an unknown one, INVALID when too many are blocked. */
  block(userId: number, otherId: number): Promise<Result<BlockChange>>;
  /** Restores nothing that the block ended. USER_NOT_FOUND as above. */
  unblock(userId: number, otherId: number): Promise<Result<BlockChange>>;
}

export function createBlocksService(
  deps: ActDeps & {
    hooks: readonly BlockHooks[];
  },
): BlocksService {
  const { db, bus, clock, hooks } = deps;

  return {
    list: async (userId) =>
      (await listBlocked(db, userId)).map((row) => ({ ...row, created_at: row.created_at.toISOString() })),

    async block(userId, otherId) {
      const blocked = await transactAs({ db, bus, userId }, async (trx, publish) => {
        if (userId === otherId || !(await isMember(trx, otherId))) return fail('USER_NOT_FOUND');
        await lockBlocksOf(trx, userId);
        const others = await countBlocked(trx, userId, otherId);
        if (others >= contactServerLimits.blockedMax)
          return fail('INVALID', {
            message: `You can block at most ${contactServerLimits.blockedMax} members. Unblock one first.`,
          });
        await lockForBlock(trx, userId, otherId);
        for (const hook of hooks) await hook.blocking?.(trx, publish, { userId, otherId });
        await endByBlock(trx, publish, { user_id: userId, other_id: otherId });
        const at = clock.now();
        await insertBlock(trx, userId, otherId, at);
        await dropUnreadFrom(trx, publish, { userId, actorId: otherId, at });
        const change = { user_id: otherId, ...(await conversationIdField(trx, userId, otherId)), is_blocked: true };
        publish('block:changed', { user_id: userId, change });
        return ok(change);
      });
      // Actions that started before the block have committed by now, and new ones are refused. If this fails, a job repeats it.
      if (blocked.ok) for (const hook of hooks) await hook.afterBlock?.({ userId, otherId });
      return blocked;
    },

    unblock: (userId, otherId) =>
      transactAs({ db, bus, userId }, async (trx, publish) => {
        if (userId === otherId || !(await isMember(trx, otherId))) return fail('USER_NOT_FOUND');
        await lockForBlock(trx, userId, otherId);
        await deleteBlock(trx, userId, otherId);
        const to = await findPermissions(trx, userId, otherId, clock.now());
        // The other member may still block this one.
        if (to?.is_blocked === false)
          for (const hook of hooks) await hook.unblocked?.(trx, publish, { userId, otherId });
        const change = { user_id: otherId, ...(await conversationIdField(trx, userId, otherId)), is_blocked: false };
        publish('block:changed', { user_id: userId, change });
        return ok(change);
      }),
  };
}
