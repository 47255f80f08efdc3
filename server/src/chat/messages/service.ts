import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Conversation, MessageBody, Unread, UnreadCount } from '@sangam/shared/chat/messages';
import type { ContactLimits } from '../../contact/contact.js';
import { mayTellTyping } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { pageOfConversations, pageOfRequests } from '../conversations/conversation-page.queries.js';
import { type Conversations, hasAnswer, isBegun } from '../conversations/conversations.js';
import { checkContent } from './check-content.js';
import { presentMessage } from './message-row.js';
import type { Respond, SenderPresence } from './pending-message.js';
import { heldCounts, heldRequest, presentConversation, presentNotification, unreadMark } from './present.js';
import * as queries from './queries.js';
import { checkMessage } from './refuse-message.js';
import type { MessageWriter } from './writer.js';

interface Sender {
  id: number;
  name: string;
}

type ConversationsQuery = CallQuery<'GET /api/messages/conversations'>;
type Bell = 'GET /api/messages/notifications';
type Thread = CallAnswer<'GET /api/messages/conversation/:userId'>['data'];

export interface MessagesService {
  /**
   * Sends a message of a member, whose presence the caller knows. `respond` is called once, with the committed message or the error. One sender's calls keep their order.
   * Returns a promise only when the conversation has to be looked up first.
   */
  send(
    sender: Sender,
    presence: SenderPresence,
    body: MessageBody,
    origin: string | null,
    respond: Respond,
  ): void | Promise<void>;
  /** Whether the other is told that the member is typing: they have written to each other, and `modules/relations` allows it. */
  mayTellTyping(userId: number, otherId: number): Promise<boolean>;
  thread(
    userId: number,
    otherId: number,
    query: CallQuery<'GET /api/messages/conversation/:userId'>,
  ): Promise<Result<Thread>>;
  conversations(
    userId: number,
    query: ConversationsQuery,
  ): Promise<{ conversations: Conversation[]; has_more: boolean }>;
  /** Of those, the ones that a stranger has begun, and that wait or were ignored. */
  requests(userId: number, query: ConversationsQuery): Promise<{ conversations: Conversation[]; has_more: boolean }>;
  /** Marks messages read up to `upTo` (null: all). Idempotent; never moves back. Answers the unread counts. */
  markRead(userId: number, otherId: number, upTo: number | null): Promise<Result<Unread>>;
  unreadCount(userId: number): Promise<UnreadCount>;
  /** The payload of `unread:changed` for each [member, other member]. */
  unreadFor(pairs: readonly (readonly [number, number])[]): Promise<{ userId: number; unread: Unread }[]>;
  /** Conversations with unread messages, newest first. */
  notifications(userId: number, query: CallQuery<Bell>): Promise<CallAnswer<Bell>['data']>;
}

/** The thread of two members who never wrote to each other. */
const emptyThread = {
  messages: [],
  has_more: false,
  last_seq: 0,
  last_change: 0,
  read_seq: 0,
  other_read_seq: 0,
  first_unread_seq: null,
};

/** The count of a member who has neither sent nor received a message. */
const none: UnreadCount = { unread_count: 0, unread_version: 0 };

export function createMessagesService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  conversations: Conversations;
  writer: MessageWriter;
  /** Takes first messages, and where contact limits are limited all to who has not answered their sender yet. */
  checked: MessageWriter;
  contactLimits: ContactLimits;
}): MessagesService {
  const { db, bus, clock, conversations, writer, checked, contactLimits } = deps;

  const unreadFor: MessagesService['unreadFor'] = async (pairs) =>
    (await queries.unreadOf(db, pairs)).map((row) => ({
      userId: row.user_id,
      unread: {
        unread_count: row.total_count,
        unread_version: row.total_version,
        ...heldCounts(row),
        conversation: {
          id: row.other_id,
          unread_count: row.unread_count,
          unread_version: row.unread_version,
          ...unreadMark(row),
        },
      },
    }));

  return {
    unreadFor,
    send(sender, presence, body, origin, respond) {
      const cleaned = checkBody(sender, body);
      if (!cleaned.ok) return respond(cleaned);
      const content = cleaned.value;
      const write = (conversation: NonNullable<ReturnType<Conversations['known']>>) => {
        const isKnown = contactLimits.areChecked ? hasAnswer(conversation, sender.id) : isBegun(conversation);
        // Behind what waits in the writer, which hands on what has to be checked, in order.
        const goesAhead = (!isKnown || checked.holds(conversation.id)) && !writer.holds(conversation.id);
        const added = (goesAhead ? checked : writer).add({
          conversation,
          sender_id: sender.id,
          sender_name: sender.name,
          sender_presence: presence,
          receiver_id: body.receiver_id,
          client_id: body.client_id?.toLowerCase() ?? null,
          content,
          reply_to: body.reply_to ?? null,
          attachment_ids: body.attachment_ids?.map((id) => id.toLowerCase()) ?? null,
          project_id: body.project_id ?? null,
          origin,
          is_unchecked: !isKnown,
          respond,
        });
        if (!added) respond(fail('BUSY', { retryAfterS: 1 }));
      };
      const known = conversations.known(sender.id, body.receiver_id);
      if (known) return write(known);
      return conversations
        .open(sender.id, body.receiver_id, async (trx) => {
          await contactLimits.lock(trx, sender.id);
          const written = { sender_id: sender.id, receiver_id: body.receiver_id, sentBefore: 0 };
          return (await checkMessage(trx, contactLimits, written)).refusal;
        })
        .then((opened) => (opened.ok ? write(opened.value) : respond(opened)));
    },

    mayTellTyping: async (userId, otherId) =>
      (await conversations.exists(userId, otherId)) && mayTellTyping(db, userId, otherId),

    async thread(userId, otherId, query) {
      if (userId === otherId) return fail('USER_NOT_FOUND');
      if (query.changed_since !== undefined && (query.before ?? query.after) !== undefined)
        return invalid([{ field: 'changed_since', message: 'This cannot be combined with before or after.' }]);
      // Before the messages: what changes in between is then after `last_change`, and asked for again.
      const [other, membership] = await Promise.all([
        queries.findOther(db, otherId, userId),
        queries.findMembership(db, userId, otherId),
      ]);
      if (!other) return fail('USER_NOT_FOUND');
      const { is_blocked, ...shown } = other;
      const request = membership?.request ?? null;
      const last_active = other.last_active?.toISOString() ?? null;
      const user = { ...shown, last_active, ...(is_blocked ? { is_blocked } : {}), ...heldRequest(request) };
      if (!membership) return ok({ ...emptyThread, user });
      const limit = query.limit ?? chatLimits.messagesPage;
      const [me, rows] = await Promise.all([
        queries.findOther(db, userId, userId),
        queries.listMessages(db, membership.conversation_id, {
          ...query,
          upTo: membership.last_seq,
          limit: limit + 1,
        }),
      ]);
      const hasMore = rows.length > limit;
      // One row more than the page shows that there is more: the oldest one going up, the last one going down.
      if (hasMore) (query.after ?? query.changed_since) === undefined ? rows.shift() : rows.pop();
      const senders = new Map([other, me].flatMap((row) => (row ? [[row.id, row]] : [])));
      const messages = rows.map((row) => {
        const sender = senders.get(row.sender_id);
        return presentMessage({
          ...row,
          receiver_id: row.sender_id === userId ? otherId : userId,
          sender_name: sender?.name ?? '',
          sender_is_online: sender?.is_online ?? false,
          last_active: sender?.last_active ?? null,
        });
      });
      const {
        conversation_id: _,
        request: __,
        unread_from: ___,
        mark_changes: ____,
        pinned_seqs,
        ...marks
      } = membership;
      const beside = { ...unreadMark(membership), ...(pinned_seqs && { pinned_seqs }) };
      return ok({ messages, has_more: hasMore, ...marks, ...beside, user });
    },

    conversations: (userId, query) => pageOf(userId, query, pageOfConversations),
    requests: (userId, query) => pageOf(userId, query, pageOfRequests),

    async markRead(userId, otherId, upTo) {
      if (userId === otherId || !(await queries.findOther(db, otherId, userId))) return fail('USER_NOT_FOUND');
      const at = new Date(clock.nowMs());
      // 0 marks nothing: no message has that number.
      const mark = await queries.moveReadMark(db, userId, otherId, upTo, at);
      const [now] = await unreadFor([[userId, otherId]]);
      const unread = now?.unread ?? { ...(await unreadCount(userId)), conversation: { id: otherId, ...none } };
      if (mark?.moved) {
        bus.publish('messages:read', {
          reader_id: userId,
          other_id: otherId,
          up_to: mark.read_seq,
          read_at: at.toISOString(),
          is_told: mark.is_told,
        });
      }
      return ok(unread);
    },

    unreadCount,
    async notifications(userId, { before, limit = chatLimits.notificationsPage }) {
      const rows = await queries.listNotifications(db, userId, { before, limit: limit + 1 });
      return { notifications: rows.slice(0, limit).map(presentNotification), has_more: rows.length > limit };
    },
  };

  async function pageOf(userId: number, query: ConversationsQuery, select: typeof pageOfConversations) {
    const limit = query.limit ?? chatLimits.conversationsPage;
    const before = query.before === undefined ? undefined : new Date(query.before);
    const rows = await queries.listConversations(db, userId, { ...query, before, limit: limit + 1 }, select);
    return { conversations: rows.slice(0, limit).map(presentConversation), has_more: rows.length > limit };
  }

  async function unreadCount(userId: number): Promise<UnreadCount> {
    return (await queries.unreadTotal(db, userId)) ?? none;
  }
}

/** The content as it is stored, or INVALID. */
function checkBody(sender: Sender, body: MessageBody): Result<string> {
  if (body.receiver_id === sender.id)
    return invalid([{ field: 'receiver_id', message: 'You cannot send a message to yourself.' }]);
  return checkContent(body.content);
}
