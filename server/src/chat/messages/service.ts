import type { MessageBody } from '@sangam/shared/chat/messages';
import { actingLock, type ContactLimits, mayShowTyping } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, invalid, type Result } from '../../platform/lib/result.js';
import type { ConversationKeys } from '../conversations/conversations.js';
import { type ConversationKey, hasAnswer, isBegun, othersIn, receiverIn, slotOf } from '../conversations/kinds.js';
import { checkContent, checkMessage } from './check-message.js';
import { busy, type Respond, type SenderPresence } from './pending-message.js';
import type { MessageWriter } from './writer.js';

interface Sender {
  id: number;
  name: string;
  presence: SenderPresence;
  /** The socket that sent it, which gets the message as its answer; null for REST. */
  origin: string | null;
}

/** A valid message on its way to a writer. */
interface SendRequest {
  sender: Sender;
  body: MessageBody;
  /** Cleaned, as it is stored. */
  content: string;
  received_ms: number;
  respond: Respond;
}

export interface MessagesService {
  /**
   * Sends a member's message. `respond` is called once, with the committed message or the error. One sender's calls keep their order.
   * Returns a promise only when the conversation has to be looked up first.
   */
  send(sender: Sender, body: MessageBody, respond: Respond): void | Promise<void>;
  /**
   * The conversation in which the member types, and its other participants; undefined if nobody may see it: between two members, one must
   * have written, and the other must be allowed to see the typing. In a team, each participant's permission is checked later
   * (typing-in-teams.ts).
   */
  typingIn(
    userId: number,
    target: Pick<MessageBody, 'receiver_id' | 'conversation_id'>,
  ): Promise<{ kind: ConversationKey['kind']; otherIds: readonly number[]; conversationId: number } | undefined>;
}

export function createMessagesService(deps: {
  db: Db;
  conversations: ConversationKeys;
  writer: MessageWriter;
  /** Stores first messages and, while contact limits apply, every message to a member who has not answered its sender yet. */
  checked: MessageWriter;
  clock: Clock;
  contactLimits: ContactLimits;
}): MessagesService {
  const { db, clock, conversations, writer, checked, contactLimits } = deps;

  /** Adds a message to the checked writer if it may be refused, otherwise to the one that writes most. */
  const write = (conversation: ConversationKey, { sender, body, content, received_ms, respond }: SendRequest) => {
    const slot = slotOf(conversation, sender.id);
    const receiver = receiverIn(conversation, sender.id);
    if (slot === undefined) return respond(fail('NOT_FOUND'));
    const isKnown = contactLimits.areChecked ? hasAnswer(conversation, sender.id) : isBegun(conversation);
    // A message goes to the writer if others of its conversation wait there: the writer passes on, in order, those that need a check.
    const skipsWriter = (!isKnown || checked.holds(conversation.id)) && !writer.holds(conversation.id);
    const isQueued = (skipsWriter ? checked : writer).add({
      conversation,
      received_ms,
      sender_id: sender.id,
      slot,
      sender_name: sender.name,
      sender_presence: sender.presence,
      receiver_id: receiver,
      client_id: body.client_id?.toLowerCase() ?? null,
      content,
      reply_to: body.reply_to ?? null,
      attachment_ids: body.attachment_ids ? [...new Set(body.attachment_ids.map((id) => id.toLowerCase()))] : null,
      mentions: receiver === null ? (body.mentions ?? null) : null,
      project_id: receiver === null ? null : (body.project_id ?? null),
      origin: sender.origin,
      is_unchecked: !isKnown,
      respond,
    });
    if (!isQueued) respond(busy());
  };

  /** Opens a direct conversation, unless its first message would be refused. */
  const open = (senderId: number, receiverId: number) =>
    conversations.open(senderId, receiverId, {
      locks: [actingLock(senderId), ...contactLimits.locks(senderId)],
      async refuse(trx) {
        const firstMessage = { sender_id: senderId, receiver_id: receiverId, sentBefore: 0, at: clock.now() };
        return (await checkMessage(trx, contactLimits, firstMessage)).refusal;
      },
    });

  return {
    send(sender, body, respond) {
      const cleaned = checkBody(sender, body);
      if (!cleaned.ok) return respond(cleaned);
      const request = { sender, body, content: cleaned.value, received_ms: performance.now(), respond };
      const { receiver_id: receiverId, conversation_id: conversationId } = body;
      if (receiverId === undefined) {
        const writeTo = (conversation: ConversationKey | undefined) =>
          conversation ? write(conversation, request) : respond(fail('NOT_FOUND'));
        const found = conversations.ofMember(sender.id, conversationId ?? 0);
        return found instanceof Promise ? found.then(writeTo) : writeTo(found);
      }
      const cached = conversations.cached(sender.id, receiverId);
      if (cached) return write(cached, request);
      return open(sender.id, receiverId).then((opened) => (opened.ok ? write(opened.value, request) : respond(opened)));
    },

    async typingIn(userId, { receiver_id, conversation_id }) {
      const found =
        receiver_id === undefined
          ? await conversations.ofMember(userId, conversation_id ?? 0)
          : await conversations.findBegun(userId, receiver_id);
      if (!found) return undefined;
      const { kind, id: conversationId } = found;
      const otherId = receiverIn(found, userId);
      const typingTarget = { kind, conversationId, otherIds: othersIn(found, userId) };
      return otherId === null || (await mayShowTyping(db, userId, otherId, clock.now())) ? typingTarget : undefined;
    },
  };
}

/** The content as it is stored, or INVALID. */
function checkBody(sender: Sender, body: MessageBody): Result<string> {
  if (body.receiver_id === sender.id)
    return invalid([{ field: 'receiver_id', message: 'You can’t send a message to yourself.' }]);
  return checkContent(body.content);
}
