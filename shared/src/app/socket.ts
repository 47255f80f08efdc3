import { type Static, type TSchema, Type } from 'typebox';
import { MessageDelete, MessageEdit, MessagePin, MessageReact, MessageSave } from '../chat/message-acts.js';
import { Message, MessageRead, MessageSend, MessageUnread, ReadReceipt, Unread } from '../chat/messages.js';
import { SavedChange } from '../chat/saved-messages.js';
import { BlockChange } from '../contact/blocks.js';
import { MessageRequestChange } from '../contact/message-requests.js';
import type { ErrorCode } from '../core/errors.js';
import { Id, Strict } from '../core/schemas.js';
import { NotificationChoices } from '../notices/choices.js';
import { InboxChange } from '../notices/notifications.js';
import { Presence, PresenceReport, User, UserIds } from '../people/users.js';
import { Project, ProjectDeletion, TeamDeparture, TeamRemoval } from '../projects/projects.js';
import { OfferChange, Takeover } from '../projects/transfers.js';
import { Interest, InterestDecision, MyInterest } from '../requests/interests.js';
import { JoinRequest, JoinRequestDecision, JoinRequestEnd, JoinRequestLine } from '../requests/join-requests.js';

export const TypingSend = Strict({ receiver_id: Id, typing: Type.Boolean() });
export const Typing = Type.Object({ sender_id: Id, typing: Type.Boolean() });

/** client → server: the payload of each event, and what its acknowledgement carries. */
export const clientEvents = {
  'message:send': { payload: MessageSend, answer: Message },
  'message:edit': { payload: MessageEdit, answer: Message },
  'message:delete': { payload: MessageDelete, answer: Message },
  'message:react': { payload: MessageReact, answer: Message },
  'message:unreact': { payload: MessageReact, answer: Message },
  'message:pin': { payload: MessagePin, answer: Message },
  'message:unpin': { payload: MessagePin, answer: Message },
  'message:save': { payload: MessageSave, answer: SavedChange },
  'message:unsave': { payload: MessageSave, answer: SavedChange },
  'message:read': { payload: MessageRead, answer: Unread },
  'message:unread': { payload: MessageUnread, answer: Unread },
  'presence:report': { payload: PresenceReport, answer: Presence },
  'presence:watch': { payload: UserIds, answer: Type.Array(Presence) },
  'project:watch': {
    payload: Strict({ list: Type.Boolean(), project_id: Type.Union([Id, Type.Null()]) }),
    answer: Type.Object({}),
  },
  typing: { payload: TypingSend, answer: Type.Object({}) },
} as const satisfies Record<string, { payload: TSchema; answer: TSchema }>;

/** server → client: the payload of each event. */
export const serverEvents = {
  'message:new': Message,
  // It was edited, deleted or pinned, or somebody reacted to it: as it is now.
  'message:changed': Message,
  'message:read': ReadReceipt,
  'unread:changed': Unread,
  'presence:changed': Presence,
  'join-request:created': JoinRequest,
  // What the member has done on one device, for the others.
  'join-request:mine': JoinRequest,
  'join-request:decided': JoinRequestDecision,
  'join-request:withdrawn': JoinRequestEnd,
  'join-request:line': JoinRequestLine,
  'connection:created': Interest,
  'connection:mine': MyInterest,
  'connection:decided': InterestDecision,
  'project:created': Project,
  'project:mine': Project,
  'project:updated': Project,
  'project:deleted': ProjectDeletion,
  'project:taken-over': Takeover,
  'offer:changed': OfferChange,
  'team:left': TeamDeparture,
  'team:removed': TeamRemoval,
  'profile:changed': User,
  'inbox:changed': InboxChange,
  'choices:changed': NotificationChoices,
  // For the devices of who saved it alone.
  'saved:changed': SavedChange,
  'block:changed': BlockChange,
  'message-request:changed': MessageRequestChange,
  typing: Typing,
  // Pushes of other servers may not have arrived: refresh. While `paused` they do not: poll until it is said otherwise.
  'pushes:missed': Type.Object({ paused: Type.Boolean() }),
} as const satisfies Record<string, TSchema>;

export interface AckError {
  code: ErrorCode;
  message: string;
  /** Seconds to wait before the next try. */
  retry_after?: number;
}
export type Ack<T> = { ok: true; data: T } | { ok: false; error: AckError };

export type ClientEvent = keyof typeof clientEvents;
export type ServerEvent = keyof typeof serverEvents;

// Tables, so that generic code compares them by name (see contract/calls.ts).
type ClientPayloads = { [E in ClientEvent]: Static<(typeof clientEvents)[E]['payload']> };
type ClientAnswers = { [E in ClientEvent]: Static<(typeof clientEvents)[E]['answer']> };
type ServerPayloads = { [E in ServerEvent]: Static<(typeof serverEvents)[E]> };
export type ClientPayload<E extends ClientEvent> = ClientPayloads[E];
export type ClientAnswer<E extends ClientEvent> = ClientAnswers[E];
export type ServerPayload<E extends ServerEvent> = ServerPayloads[E];

/** The event maps as Socket.IO types its two ends. */
export type ClientToServer = {
  [E in ClientEvent]: (payload: ClientPayload<E>, ack: (answer: Ack<ClientAnswer<E>>) => void) => void;
};
export type ServerToClient = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };

/**
 * Raise it when a wire schema changes in a way that an open tab would misread (`wire.test.ts` fails on every change). The
 * handshake carries it; a tab with another version is told to reload (`connect_error`, code OUTDATED_CLIENT).
 */
export const WIRE_VERSION = 1;
