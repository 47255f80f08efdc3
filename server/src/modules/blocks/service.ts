import type { BlockChange, BlockedMember } from '@sangam/shared/contract/blocks';
import { serverLimits } from '@sangam/shared/rules/limits';
import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { fail, ok, type Result } from '../../lib/result.js';
import { checkMessagesBetween } from '../messages/messages.js';
import { lockForBlock } from '../relations/relations.js';
import { countBlocked, deleteBlock, insertBlock, isMember, listBlocked } from './queries.js';

/** Blocking a member: it counts both ways, and the other is not told. */
export interface BlocksService {
  /** Whom the member blocks, the last one first. */
  list(userId: number): Promise<BlockedMember[]>;
  /** USER_NOT_FOUND for oneself and for who does not exist, INVALID where too many are blocked. */
  block(userId: number, otherId: number): Promise<Result<BlockChange>>;
  /** What the block has ended stays ended. */
  unblock(userId: number, otherId: number): Promise<BlockChange>;
}

export function createBlocksService(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): BlocksService {
  const { db, bus, clock } = deps;

  return {
    list: async (userId) =>
      (await listBlocked(db, userId)).map((row) => ({ ...row, created_at: row.created_at.toISOString() })),

    block: (userId, otherId) =>
      transact(db, bus, async (trx) => {
        if (userId === otherId || !(await isMember(trx, otherId))) return fail('USER_NOT_FOUND');
        if ((await countBlocked(trx, userId)) >= serverLimits.blockedMax)
          return fail('INVALID', { message: `You can block ${serverLimits.blockedMax} members.` });
        await lockForBlock(trx, userId, otherId);
        await checkMessagesBetween(trx, userId, otherId);
        await insertBlock(trx, userId, otherId, new Date(clock.nowMs()));
        return ok({ user_id: otherId, is_blocked: true });
      }),

    async unblock(userId, otherId) {
      await deleteBlock(db, userId, otherId);
      return { user_id: otherId, is_blocked: false };
    },
  };
}
