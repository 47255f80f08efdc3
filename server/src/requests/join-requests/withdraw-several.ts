import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { presentJoinRequest } from './present.js';
import * as queries from './queries.js';
import { createWithdraw } from './withdraw.js';

/**
 * Takes several of one's own requests back, each as a single withdrawal does; what has ended before or meanwhile stays as it is.
 * Answers all of them as they stand then. NOT_FOUND and FORBIDDEN change nothing.
 */
export type WithdrawSeveral = (member: Member, ids: readonly number[]) => Promise<Result<JoinRequest[]>>;

export function createWithdrawSeveral(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): WithdrawSeveral {
  const { db } = deps;
  const withdraw = createWithdraw(deps);
  return async (member, ids) => {
    const rows = await queries.listByIds(db, ids);
    if (rows.length < ids.length) return fail('NOT_FOUND');
    if (rows.some(({ user_id }) => user_id !== member.id)) return fail('FORBIDDEN');
    // Each in a transaction of its own: two that hold several projects could wait for each other.
    for (const { id, status } of rows) {
      if (status !== 'pending') continue;
      const ended = await withdraw(member, id);
      if (!ended.ok && !isEnded(ended.error.code)) return ended;
    }
    return ok((await queries.listByIds(db, ids)).map(presentJoinRequest));
  };
}

const isEnded = (code: string): boolean => code === 'ALREADY_DECIDED' || code === 'OFFER_LAPSED';
