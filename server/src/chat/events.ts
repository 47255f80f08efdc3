import type { Message, ReadReceipt } from '@sangam/shared/chat/messages';
import type { SavedChange } from '@sangam/shared/chat/saved-messages';
import type { TeamChanged } from '@sangam/shared/chat/teams';
import type { Views } from '../platform/lib/views.js';
import type { WireText } from '../platform/lib/wire-text.js';

/** Hides a member's typing from a reader. Null stands for all typists, or for all readers. */
export interface HiddenTyping {
  typist_id: number | null;
  reader_id: number | null;
}

/** A committed message, as the writer hands it on. */
export interface StoredMessage {
  id: number;
  conversation_id: number;
  seq: number;
  client_id: string | null;
  sender_id: number;
  /** Null in a team's conversation. */
  receiver_id: number | null;
  /** The participants of a team's conversation; null in a direct one. */
  team: readonly number[] | null;
  /** The participants of a team's conversation whom it mentions and notifies. Others aren't shown that it does. */
  mentioned: readonly number[];
  content: string;
  created_at: Date;
  sender_name: string;
  /** The socket that sent it and needs no broadcast; null over REST. */
  origin: string | null;
  /**
   * The wire shape as JSON, as each side sees it: nearly always one text, made once for the answer and for every broadcast. Read it
   * through `jsonFor`.
   */
  json: { readonly sender: WireText; readonly receiver: WireText };
}

export interface ChatEvents {
  /** A committed batch, each conversation's messages in order. */
  'messages:sent': readonly StoredMessage[];
  /** A send was retried: the stored message is broadcast again, in case the first broadcast was lost. */
  'message:repeated': StoredMessage;
  /**
   * A stored message as each participant sees it now. `unread_by`: those who had not read it before its deletion; `mentioned`: those whom
   * an edit mentions for the first time.
   */
  'message:changed': {
    conversation_id: number;
    sender_id: number;
    views: Views<Message>;
    unread_by: readonly number[];
    mentioned: readonly number[];
  };
  /** `is_told`: whether the others receive it, too. */
  'messages:read': ReadReceipt & { conversation_id: number; is_told: boolean };
  /** Read marks that were hidden in these teams' conversations are shown again. */
  'team-marks:shown': { conversation_ids: readonly number[] };
  'typing:hidden': HiddenTyping;
  /** A member marked a conversation as unread, archived it or chose its notifications: their `unread_mark` has a new version. */
  'unread-mark:changed': { user_id: number; conversation_id: number };
  /** A participant chose which messages of a team's conversation notify them. */
  'team:notify': { user_id: number; change: TeamChanged };
  /** A member saved a message, removed it, or it was deleted. */
  'saved:changed': { user_id: number; change: SavedChange };
}

declare module '../platform/events.js' {
  interface DomainEvents extends ChatEvents {}
}
