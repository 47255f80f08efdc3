import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import { findNames } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { requestField } from '../conversations/membership.queries.js';
import {
  findMembership,
  findOther,
  findTeamMembership,
  type MembershipRow,
  presentMembership,
} from '../conversations/thread.queries.js';
import { presentMessage, presentTeamMessage } from './message-row.js';
import { listMessages } from './queries.js';

type ThreadCall = 'GET /api/messages/conversation/:userId';
type ThreadQuery = CallQuery<ThreadCall>;
type Thread = CallAnswer<ThreadCall>['data'];

/** Reads a page of a conversation's messages, and how far its members have read. */
export interface Threads {
  /** The conversation with another member; an empty one before the first message. USER_NOT_FOUND. */
  withMember(userId: number, otherId: number, query: ThreadQuery): Promise<Result<Thread>>;
  /** A team's conversation. NOT_FOUND for everybody but its participants. */
  ofTeam(userId: number, conversationId: number, query: ThreadQuery): Promise<Result<Thread>>;
}

/** The thread of two members who never wrote to each other. */
const emptyThread = {
  kind: 'direct' as const,
  messages: [],
  has_more: false,
  last_seq: 0,
  last_change: 0,
  read_seq: 0,
  other_read_seq: 0,
  first_unread_seq: null,
};

/** Returns INVALID for ranges that can't be combined; else null. */
const refuseRange = ({ changed_since, before, after }: ThreadQuery): Fail | null =>
  changed_since !== undefined && (before ?? after) !== undefined
    ? invalid([{ field: 'changed_since', message: 'This can’t be combined with before or after.' }])
    : null;

export function createThreads(db: Db, clock: Clock): Threads {
  /** A page of a conversation's messages, and whether there are more. */
  async function pageOfMessages({ conversation_id, last_seq }: MembershipRow, query: ThreadQuery) {
    const limit = query.limit ?? chatLimits.messagesPage;
    const rows = await listMessages(db, conversation_id, { ...query, upTo: last_seq, limit: limit + 1 });
    const hasMore = rows.length > limit;
    // The extra row shows that there is more: it is the oldest when paging back, the last when paging forward.
    if (hasMore) (query.after ?? query.changed_since) === undefined ? rows.shift() : rows.pop();
    return { rows, hasMore };
  }

  return {
    async withMember(userId, otherId, query) {
      if (userId === otherId) return fail('USER_NOT_FOUND');
      const refusal = refuseRange(query);
      if (refusal) return refusal;
      // Read before the messages: a change in between is then after `last_change`, so the client asks for it again.
      const [[other], [membership]] = await Promise.all([
        findOther(db, { id: otherId, viewerId: userId, at: clock.now() }),
        findMembership(db, { userId, otherId }),
      ]);
      if (!other) return fail('USER_NOT_FOUND');
      const { is_blocked, ...member } = other;
      const request = membership?.request ?? null;
      const last_active = other.last_active?.toISOString() ?? null;
      const user = {
        ...member,
        last_active,
        ...(is_blocked ? { is_blocked } : {}),
        ...requestField(request),
      };
      // A conversation without a message may exist only because of a block: it must take no longer than a missing one.
      if (!membership || membership.last_seq === 0) return ok({ ...emptyThread, user });
      const { rows, hasMore } = await pageOfMessages(membership, query);
      // Most calls only ask whether there is anything new.
      const hasOwn = rows.some(({ sender_id }) => sender_id === userId);
      const [me] = hasOwn ? await findOther(db, { id: userId, viewerId: userId, at: clock.now() }) : [];
      const senders = new Map([other, me].flatMap((row) => (row ? [[row.id, row]] : [])));
      const messages = rows.map((row) => {
        const sender = senders.get(row.sender_id);
        return presentMessage(
          {
            ...row,
            receiver_id: row.sender_id === userId ? otherId : userId,
            sender_name: sender?.name ?? '',
            sender_is_online: sender?.is_online ?? false,
            last_active: sender?.last_active ?? null,
          },
          userId,
        );
      });
      return ok({ kind: 'direct', messages, has_more: hasMore, ...presentMembership(membership), user });
    },

    async ofTeam(userId, conversationId, query) {
      const refusal = refuseRange(query);
      if (refusal) return refusal;
      const [membership] = await findTeamMembership(db, { userId, conversationId });
      if (!membership) return fail('NOT_FOUND');
      const { rows, hasMore } = await pageOfMessages(membership, query);
      const names = await findNames(db, [...new Set(rows.map(({ sender_id }) => sender_id))]);
      const messages = rows.map((row) => presentTeamMessage(row, names.get(row.sender_id) ?? ''));
      return ok({ kind: 'team', messages, has_more: hasMore, ...presentMembership(membership) });
    },
  };
}
