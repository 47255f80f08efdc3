import { Type } from 'typebox';
import { byReceiver, ConversationId } from '../contact/conversation-id.js';
import type { ClientEvents, ServerEvents } from '../core/contract.js';
import { Id, StrictNaming } from '../core/schemas.js';
import {
  ConversationArchive,
  MessageDelete,
  MessageEdit,
  MessagePin,
  MessageReact,
  MessageSave,
  MessageUnread,
} from './acts.js';
import { LiveMessage, Message, MessageRead, MessageSend, ReadReceipt, Unread } from './messages.js';
import { SavedChange } from './saved-messages.js';
import { TeamChanged, TeamLeft, TeamRead } from './teams.js';

const TypingSend = StrictNaming(['receiver_id', 'conversation_id'], {
  ...byReceiver,
  typing: Type.Boolean(),
});
const Typing = Type.Object({
  conversation_id: ConversationId,
  sender_id: Id,
  sender_ids: Type.Optional(
    Type.Array(Id, {
      description: 'of a team: all members whom this event is about, perhaps the reader too; absent where it is one',
    }),
  ),
  typing: Type.Boolean(),
});

export const chatClientEvents = {
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
  'conversation:archive': { payload: ConversationArchive, answer: Unread },
  'conversation:unarchive': { payload: ConversationArchive, answer: Unread },
  typing: { payload: TypingSend, answer: Type.Object({}) },
} as const satisfies ClientEvents;

export const chatServerEvents = {
  'message:new': LiveMessage,
  'message:changed': LiveMessage,
  'message:read': ReadReceipt,
  'unread:changed': Unread,
  // For the other devices of the member who saved it.
  'saved:changed': SavedChange,
  typing: Typing,
  // Changes to teams' conversations, whose messages come in the events above. Sent only to sockets that announce `teams`.
  'conversation:changed': TeamChanged,
  'conversation:left': TeamLeft,
  'conversation:read': TeamRead,
} as const satisfies ServerEvents;
