import type { MessageBody } from '@sangam/shared/chat/messages';
import { type ContactLimits, lockActing, mayTellTyping } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { fail, invalid, type Result } from '../../platform/lib/result.js';
import { type ConversationKey, type ConversationKeys, hasAnswer, isBegun } from '../conversations/conversations.js';
import type { Respond, SenderPresence } from './pending-message.js';
import { checkContent, checkMessage } from './refuse-message.js';
import type { MessageWriter } from './writer.js';

interface Sender {
  id: number;
  name: string;
}

export interface MessagesService {
  /**
   * Sends a member's message. `respond` is called once, with the committed message or the error. One sender's calls keep their order.
   * Returns a promise only when the conversation has to be looked up first.
   */
  send(
    sender: Sender,
    presence: SenderPresence,
    body: MessageBody,
    origin: string | null,
    respond: Respond,
  ): void | Promise<void>;
  /** Whether the other may see that the member is typing: they have written to each other, and their permissions allow it. */
  mayTellTyping(userId: number, otherId: number): Promise<boolean>;
}

export function createMessagesService(deps: {
  db: Db;
  conversations: ConversationKeys;
  writer: MessageWriter;
  /** Takes first messages, and while contact limits apply every message to a member who has not answered its sender yet. */
  checked: MessageWriter;
  contactLimits: ContactLimits;
}): MessagesService {
  const { db, conversations, writer, checked, contactLimits } = deps;

  return {
    send(sender, presence, body, origin, respond) {
      const cleaned = checkBody(sender, body);
      if (!cleaned.ok) return respond(cleaned);
      const content = cleaned.value;
      const write = (conversation: ConversationKey) => {
        const isKnown = contactLimits.areChecked ? hasAnswer(conversation, sender.id) : isBegun(conversation);
        // Follows messages that wait in the writer, which passes on those that need a check, in order.
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
          await lockActing(trx, sender.id);
          await contactLimits.lock(trx, sender.id);
          const written = { sender_id: sender.id, receiver_id: body.receiver_id, sentBefore: 0 };
          return (await checkMessage(trx, contactLimits, written)).refusal;
        })
        .then((opened) => (opened.ok ? write(opened.value) : respond(opened)));
    },

    mayTellTyping: async (userId, otherId) =>
      (await conversations.exists(userId, otherId)) && mayTellTyping(db, userId, otherId),
  };
}

/** The content as it is stored, or INVALID. */
function checkBody(sender: Sender, body: MessageBody): Result<string> {
  if (body.receiver_id === sender.id)
    return invalid([{ field: 'receiver_id', message: 'You cannot send a message to yourself.' }]);
  return checkContent(body.content);
}
