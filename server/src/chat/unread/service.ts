import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { ActKind, MessageUnread } from '@sangam/shared/chat/acts';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Unread, UnreadCount } from '@sangam/shared/chat/messages';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { type ActContext, doOnce, type Target } from '../acts/once.js';
import type { ConversationRef } from '../conversations/conversations.js';
import { presentUnread } from '../conversations/membership.queries.js';
import { findShownMarks, type ShownMark } from '../conversations/read-receipts.queries.js';
import { findOther } from '../conversations/thread.queries.js';
import * as queries from './queries.js';
import * as marks from './read-marks.queries.js';

type Bell = 'GET /api/messages/notifications';

export interface UnreadService {
  /** Marks messages read up to `upTo` (null: all). Idempotent; never moves back. Returns the unread counts. */
  markRead(userId: number, conversationRef: ConversationRef, upTo: number | null): Promise<Result<Unread>>;
  /**
   * Marks a conversation as unread from a message on, without moving the read mark: nobody else is notified. Reading removes the
   * mark. Idempotent by its key.
   */
  markUnread(userId: number, mark: MessageUnread): Promise<Result<Unread>>;
  /** Does an act on the member's own side of a conversation once for its key. Returns the unread counts. */
  actOnOwnSide(
    userId: number,
    kind: Extract<ActKind, 'unread' | 'archive' | 'unarchive'>,
    target: Target,
    work: (found: ActContext, side: marks.Side) => Promise<Result<null>>,
  ): Promise<Result<Unread>>;
  unreadCount(userId: number): Promise<UnreadCount>;
  /** The read marks of current participants who show theirs, by conversation. */
  shownMarks(conversationIds: readonly number[]): Promise<Map<number, ShownMark[]>>;
  /** The payload of `unread:changed` for each [member, conversation]. */
  unreadFor(pairs: readonly (readonly [number, number])[]): Promise<{ userId: number; unread: Unread }[]>;
  /** Conversations with unread messages, newest first. */
  notifications(userId: number, query: CallQuery<Bell>): Promise<CallAnswer<Bell>['data']>;
}

/** The count of a member who has neither sent nor received a message. */
const none: UnreadCount = { unread_count: 0, unread_version: 0 };

export function createUnreadService(deps: ActDeps): UnreadService {
  const { db, bus, clock } = deps;

  const unreadCount = async (userId: number) => (await queries.unreadTotal(db, userId)) ?? none;

  const unreadFor: UnreadService['unreadFor'] = async (pairs) =>
    (await queries.unreadOf(db, pairs)).map((row) => ({
      userId: row.user_id,
      unread: {
        unread_count: row.total_count,
        unread_version: row.total_version,
        ...queries.requestCounts(row),
        conversation: {
          ...(row.other_id !== null && { id: row.other_id }),
          // A direct conversation without a message may exist only because of a block.
          ...((row.last_seq > 0 || row.other_id === null) && { conversation_id: row.conversation_id }),
          ...presentUnread(row),
        },
      },
    }));

  const actOnOwnSide: UnreadService['actOnOwnSide'] = async (userId, kind, target, work) => {
    const at = clock.now();
    const done = await transact(db, bus, async (trx, publish) => {
      const outcome = await doOnce(trx, userId, { kind, target, at }, (found) =>
        work(found, { user_id: userId, conversation_id: found.messageRef.conversation_id }),
      );
      // A repeated act publishes again: the first event may have been lost.
      if (outcome.ok)
        publish('unread-mark:changed', { user_id: userId, conversation_id: outcome.value.messageRef.conversation_id });
      return outcome;
    });
    if (!done.ok) return done;
    const [now] = await unreadFor([[userId, done.value.messageRef.conversation_id]]);
    return now ? ok(now.unread) : fail('NOT_FOUND');
  };

  return {
    unreadCount,
    unreadFor,
    shownMarks: (conversationIds) => findShownMarks(db, conversationIds),

    async markRead(userId, conversationRef, upTo) {
      const { user_id: otherId } = conversationRef;
      const at = clock.now();
      if (
        otherId !== undefined &&
        (userId === otherId || (await findOther(db, { id: otherId, viewerId: userId, at })).length === 0)
      )
        return fail('USER_NOT_FOUND');
      // 0 marks nothing: no message has that number.
      const mark = await marks.moveReadMark(db, userId, conversationRef, upTo);
      if (mark?.is_gone) return fail('UNAUTHORIZED');
      if (mark === undefined && otherId === undefined) return fail('NOT_FOUND');
      if (mark === undefined)
        return ok({ ...(await unreadCount(userId)), conversation: { ...(otherId && { id: otherId }), ...none } });
      const { conversation_id, other_id, read_seq: up_to, moved, is_told } = mark;
      // Published before anything else is read, as that may fail.
      if (moved) {
        const receipt = { conversation_id, reader_id: userId, ...(other_id !== null && { other_id }), up_to };
        bus.publish('messages:read', { ...receipt, read_at: at.toISOString(), is_told });
      }
      const [now] = await unreadFor([[userId, conversation_id]]);
      return now ? ok(now.unread) : fail('NOT_FOUND');
    },

    actOnOwnSide,
    markUnread: (userId, target) =>
      actOnOwnSide(userId, 'unread', target, async ({ trx, messageRef }, side) => {
        const { read_seq, unread_from } = await marks.lockMarks(trx, side);
        const first = await marks.findFirstToMark(trx, side, messageRef.seq);
        if (first === undefined)
          return fail('NOT_FOUND', {
            message: 'This conversation has no message from another member to mark as unread.',
          });
        // Messages beyond the read mark are unread already.
        if (first.seq <= read_seq && first.seq !== unread_from)
          await marks.setMark(trx, side, { from: first.seq, read: first.sent_before + first.deleted_after });
        return ok(null);
      }),

    async notifications(userId, { before, limit = chatLimits.unreadConversationsPage }) {
      const rows = await queries.listNotifications(db, { userId, before, limit: limit + 1 });
      return { notifications: rows.slice(0, limit).map(queries.presentNotification), has_more: rows.length > limit };
    },
  };
}
