import type { Message, ReadReceipt } from '@sangam/shared/chat/messages';
import type { SavedChange } from '@sangam/shared/chat/saved-messages';
import type { BlockChange } from '@sangam/shared/contact/blocks';
import type { MessageRequestChange } from '@sangam/shared/contact/message-requests';
import type { NotificationChoices } from '@sangam/shared/notices/choices';
import type { InboxChange } from '@sangam/shared/notices/notifications';
import type { Presence, User } from '@sangam/shared/people/users';
import type { Project, ProjectDeletion, TeamDeparture, TeamRemoval } from '@sangam/shared/projects/projects';
import type { OfferChange, Takeover } from '@sangam/shared/projects/transfers';
import type { Interest, InterestDecision, MyInterest } from '@sangam/shared/requests/interests';
import type {
  JoinRequest,
  JoinRequestDecision,
  JoinRequestEnd,
  JoinRequestLine,
} from '@sangam/shared/requests/join-requests';
import type { WireText } from './lib/wire-text.js';

/** A committed message, as the writer hands it on. */
export interface StoredMessage {
  id: number;
  seq: number;
  client_id: string | null;
  sender_id: number;
  receiver_id: number;
  content: string;
  created_at: Date;
  sender_name: string;
  /** The socket that sent it and so needs no push; null over REST. */
  origin: string | null;
  /** The wire shape as JSON, made once for the answer and for every push. */
  json: WireText;
}

/**
 * Domain events, name → payload. Published only after their commit. The payload names the members concerned;
 * `modules/realtime/events/publish.ts` turns each event into pushes.
 */
export interface DomainEvents {
  /** A committed batch, each conversation's messages in order. */
  'messages:sent': readonly StoredMessage[];
  /** A send was tried again: the first message is pushed once more, in case the first push was lost. */
  'message:repeated': StoredMessage;
  /** A stored message as it is now. `was_unread`: it was deleted before its receiver had read it. */
  'message:changed': { message: Message; was_unread: boolean };
  /** `is_told`: the other hears of it. */
  'messages:read': ReadReceipt & { is_told: boolean };
  /** A member marked a conversation as unread. */
  'unread:marked': { user_id: number; other_id: number };
  /** A member saved a message, removed it, or it was deleted. */
  'saved:changed': { user_id: number; change: SavedChange };
  'block:changed': { user_id: number; change: BlockChange };
  /** The other is not told, but for what they are shown from now on. */
  'message-request:changed': { user_id: number; change: MessageRequestChange };
  'sessions:ended': { session_ids: string[] };
  'profile:changed': User;
  'presence:changed': Presence;
  'project:created': Project;
  'project:updated': Project;
  /** Of one that a moderator hid: for its team alone. */
  'project:updated-hidden': { project: Project; team_ids: readonly number[] };
  'join-request:created': { creator_id: number; request: JoinRequest };
  'join-request:decided': { creator_id: number; requester_id: number; decision: JoinRequestDecision };
  'join-request:withdrawn': { creator_id: number; requester_id: number; end: JoinRequestEnd };
  /** Pending requests of one project that stand elsewhere in line now, or are offered a seat. */
  'join-request:line': Omit<JoinRequestLine, 'moved'> & {
    creator_id: number;
    moved: (JoinRequestLine['moved'][number] & { requester_id: number })[];
  };
  'project:deleted': ProjectDeletion;
  'team:removed': TeamRemoval;
  /** `requests`: those that wait for the new creator, with their new clock. */
  'project:taken-over': { takeover: Takeover; team_ids: readonly number[]; requests: readonly JoinRequest[] };
  'offer:changed': OfferChange;
  'team:left': { creator_id: number; departure: TeamDeparture };
  /** `mine`: as its requester sees it. */
  'interest:created': { creator_id: number; interest: Interest; mine: MyInterest };
  'interest:decided': { creator_id: number; decision: InterestDecision };
  /** Each member's change, of one transaction. */
  'inboxes:changed': readonly { user_id: number; change: InboxChange }[];
  'choices:changed': { user_id: number; choices: NotificationChoices };
  /** Who sees the member's presence, and whose they see, is another by now. */
  'presence:reserved': { user_id: number };
  /** Jobs of this kind were written, the first of them due at this time. */
  'jobs:added': { kind: string; due_at: Date };
}
