import type { ConversationArchive } from '@sangam/shared/chat/acts';
import { ARCHIVED_WHILE_MUTED } from '@sangam/shared/chat/archived';
import type { Unread } from '@sangam/shared/chat/messages';
import type { Db, Trx } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { doOnce } from '../acts/once.js';
import type { UnreadService } from '../unread/service.js';
import * as queries from './archived.queries.js';

/** Returns true for a member who has muted the conversation with the other one. */
export type HasMuted = (trx: Trx, userId: number, otherId: number) => Promise<boolean>;

/**
 * A member's archive: conversations that have left their list, for themselves only. One returns with a message by another participant
 * that is newer than the one named, unless it is muted. Both acts are idempotent by their key and return the unread counts.
 */
export interface Archive {
  archive(userId: number, target: ConversationArchive): Promise<Result<Unread>>;
  unarchive(userId: number, target: ConversationArchive): Promise<Result<Unread>>;
}

export function createArchive(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  unread: Pick<UnreadService, 'unreadFor'>;
  hasMuted: HasMuted;
}): Archive {
  const { db, bus, clock, unread, hasMuted } = deps;

  type Side = Parameters<typeof queries.lockSide>[1];
  type Set = (trx: Trx, side: Side, named: { seq: number; otherId: number | null }) => Promise<unknown>;
  const changing =
    (kind: 'archive' | 'unarchive', set: Set): Archive['archive'] =>
    async (userId, target) => {
      const at = new Date(clock.nowMs());
      const changed = await transact(db, bus, async (trx, publish) => {
        const outcome = await doOnce(trx, userId, { kind, target, at }, async ({ named, conversation }) => {
          const side = { user_id: userId, conversation_id: named.conversation_id };
          await set(trx, side, { seq: named.seq, otherId: conversation.other_id });
          return ok(null);
        });
        // A repeated act publishes again: the first event may have been lost.
        if (outcome.ok)
          publish('unread:marked', { user_id: userId, conversation_id: outcome.value.named.conversation_id });
        return outcome;
      });
      if (!changed.ok) return changed;
      const [now] = await unread.unreadFor([[userId, changed.value.named.conversation_id]]);
      return now ? ok(now.unread) : fail('NOT_FOUND');
    };

  return {
    archive: changing('archive', async (trx, side, { seq, otherId }) => {
      const { isMuted } = await queries.lockSide(trx, side);
      const stays = otherId === null ? isMuted : await hasMuted(trx, side.user_id, otherId);
      return stays ? queries.setArchivedUntil(trx, side, ARCHIVED_WHILE_MUTED) : queries.setArchived(trx, side, seq);
    }),
    unarchive: changing('unarchive', (trx, side) => queries.setArchivedUntil(trx, side, null)),
  };
}
