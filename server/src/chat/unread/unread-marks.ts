import type { MessageUnread, Unread } from '@sangam/shared/chat/messages';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { doOnce } from '../acts/once.js';
import type { MessagesService } from '../messages/service.js';
import * as queries from './unread-marks.queries.js';

export interface UnreadMarks {
  /**
   * Marks a conversation as unread from a message on, beside how far the member has read: the other is told nothing. Reading takes the
   * mark away. Repeated with its key, it is done once.
   */
  markUnread(userId: number, mark: MessageUnread): Promise<Result<Unread>>;
}

export function createUnreadMarks(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  unreadFor: MessagesService['unreadFor'];
}): UnreadMarks {
  const { db, bus, clock, unreadFor } = deps;
  return {
    async markUnread(userId, mark) {
      const { user_id: otherId, seq } = mark;
      const at = new Date(clock.nowMs());
      const marked = await transact(db, bus, async (trx, publish) => {
        const outcome = await doOnce(trx, userId, mark, at, async ({ named }) => {
          const side = { user_id: userId, other_id: otherId, conversation_id: named.conversation_id };
          const { read_seq, unread_from } = await queries.holdMarks(trx, side);
          const first = await queries.findFirstToMark(trx, side, seq);
          if (first === undefined) return fail('NOT_FOUND', { message: 'There is nothing of theirs to mark.' });
          // What is beyond the read mark is unread already.
          if (first.seq <= read_seq && first.seq !== unread_from)
            await queries.setMark(trx, side, { from: first.seq, read: first.sent_before + first.deleted_after });
          return ok(null);
        });
        // Of a repeated act, the first push may have been lost.
        if (outcome.ok) publish('unread:marked', { user_id: userId, other_id: otherId });
        return outcome;
      });
      if (!marked.ok) return marked;
      const [now] = await unreadFor([[userId, otherId]]);
      return now ? ok(now.unread) : fail('NOT_FOUND');
    },
  };
}
