import type { MessageRequestBody, MessageRequestChange } from '@sangam/shared/contact/message-requests';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { findState, ignore } from './queries.js';
import { acceptAnswered } from './transitions.js';

/** What a member does with first messages of strangers. The sender is not told. */
export interface MessageRequestsService {
  /** The same again changes nothing. NOT_FOUND where the other's first message was no request, ALREADY_DECIDED for ignoring an accepted one. */
  decide(
    userId: number,
    otherId: number,
    decision: MessageRequestBody['decision'],
  ): Promise<Result<MessageRequestChange>>;
}

export function createMessageRequestsService({ db, bus }: { db: Db; bus: Bus<DomainEvents> }): MessageRequestsService {
  return {
    decide: (userId, otherId, decision) =>
      transact<MessageRequestChange>(db, bus, async (trx, publish) => {
        const reader = { user_id: userId, other_id: otherId };
        if ((await findState(trx, reader)) === null) return fail('NOT_FOUND');
        if (decision === 'accepted') {
          await acceptAnswered(trx, publish, reader);
          return ok({ user_id: otherId, request: null });
        }
        const change = { user_id: otherId, request: 'ignored' } as const;
        if (await ignore(trx, reader)) publish('message-request:changed', { user_id: userId, change });
        else if ((await findState(trx, reader)) === 'accepted') return fail('ALREADY_DECIDED');
        return ok(change);
      }),
  };
}
