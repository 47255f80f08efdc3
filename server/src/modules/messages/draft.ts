import type { StoredMessage } from '../../events.js';
import type { Fail, Ok } from '../../lib/result.js';
import type { ConversationKey } from './conversations.js';

export type Settle = (result: Ok<StoredMessage> | Fail) => void;

/** A message on its way to the database. */
export interface Draft {
  conversation: ConversationKey;
  sender_id: number;
  sender_name: string;
  receiver_id: number;
  client_id: string | null;
  content: string;
  origin: string | null;
  settle: Settle;
}
