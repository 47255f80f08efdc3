import type { Fail, Ok } from '../../platform/lib/result.js';
import type { ConversationKey } from '../conversations/conversations.js';
import type { StoredMessage } from '../events.js';

export type Respond = (result: Ok<StoredMessage> | Fail) => void;

/** Whether a sender is online: `active` at the device that sends, or as presence has it. */
export type SenderPresence = 'active' | { is_online: boolean; last_active: string | null };

/** A message that is not stored yet. */
export interface PendingMessage {
  conversation: ConversationKey;
  sender_id: number;
  sender_name: string;
  sender_presence: SenderPresence;
  receiver_id: number;
  client_id: string | null;
  content: string;
  /** Uploads that it names, in order; null: none. Such a message is stored by the checked writer. */
  attachment_ids: readonly string[] | null;
  /** The number of the message that it answers; null: none. It, too, is stored by the checked writer. */
  reply_to: number | null;
  /** From the page of which project a first message was written. */
  project_id: number | null;
  origin: string | null;
  /** Whether it has to be asked first if its sender may write. */
  is_unchecked: boolean;
  /** Called once, with the committed message or the reason why it was not stored. */
  respond: Respond;
}
