import type { Mention } from '@sangam/shared/chat/mentions';
import { type Fail, fail, type Ok } from '../../platform/lib/result.js';
import type { Timings } from '../../platform/timings.js';
import type { ConversationKey } from '../conversations/kinds.js';
import type { StoredMessage } from '../events.js';

export type Respond = (result: Ok<StoredMessage> | Fail) => void;

/** A sender's presence: `active` on the device that sends, or as the presence service reports it. */
export type SenderPresence = 'active' | { is_online: boolean; last_active: string | null };

/** A message that is not stored yet. */
export interface PendingMessage {
  conversation: ConversationKey;
  /** The time of arrival, on the clock of `performance`. */
  received_ms: number;
  sender_id: number;
  /** Its sender's place in `conversations.sent`. */
  slot: number;
  sender_name: string;
  sender_presence: SenderPresence;
  /** Null in a team's conversation. */
  receiver_id: number | null;
  client_id: string | null;
  content: string;
  /** Uploads that it names, in order; null for none. */
  attachment_ids: readonly string[] | null;
  /** The number of the message that it answers; null for none. */
  reply_to: number | null;
  /** The project from whose page it was written; null for none. Such a message is stored by the checked writer. */
  project_id: number | null;
  /** Members whom a message to a team mentions; null for none. Such a message is stored by the checked writer. */
  mentions: readonly Mention[] | null;
  origin: string | null;
  /** Whether its sender's permission has to be checked first. */
  is_unchecked: boolean;
  /** Called once, with the committed message or its refusal. */
  respond: Respond;
}

/** The answer to a message for which there is no room, or no time left. */
export const busy = (): Fail => fail('BUSY', { retryAfterS: 1 });

/**
 * Whether a message has waited so long that its sender's client gives up before it could be stored. Such a message is refused, so that the
 * sender knows that nothing is stored, and a slow database doesn't work for members who no longer wait. `nowMs`: on the clock of
 * `performance`.
 */
export const isTooLate = (
  { received_ms }: PendingMessage,
  { waitMaxMs }: Timings['messages'],
  nowMs: number,
): boolean => nowMs - received_ms > waitMaxMs;
