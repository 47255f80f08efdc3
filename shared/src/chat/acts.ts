import { type Static, Type } from 'typebox';
import { byMember } from '../contact/conversation-id.js';
import { Id, Strict, StrictNaming, Text, Uuid } from '../core/schemas.js';
import { chatLimits } from './limits.js';
import { Mentions } from './mentions.js';

/** Acts on a stored message or on a member's own side of a conversation. Each is done once for its key, the `client_id`. */
export type ActKind =
  | 'edit'
  | 'delete'
  | 'react'
  | 'unreact'
  | 'pin'
  | 'unpin'
  | 'save'
  | 'unsave'
  | 'archive'
  | 'unarchive'
  | 'unread';

const key = { client_id: Uuid };
const seqOf = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
const MessageSeq = seqOf("the message's number in its conversation");
const wording = {
  // Leaves room for white space that is trimmed, as for a new message.
  content: Text(chatLimits.messageMaxChars * 2, 1),
  mentions: Type.Optional({
    ...Mentions,
    description:
      'team members mentioned in the new text; earlier mentions stay while the text has them, even without this field',
  }),
};
const reaction = { emoji: Text(chatLimits.emojiMaxUnits, 1) };

/** A message as a socket event names it: by its conversation and its number. */
const target = { ...byMember, seq: MessageSeq };
const conversationKeys = ['user_id', 'conversation_id'] as const;

// The same message in the path of a call.
export const MessageParams = Type.Object({ userId: Id, seq: MessageSeq });
export const ConversationMessageParams = Type.Object({ conversationId: Id, seq: MessageSeq });

export const EditBody = Strict({ ...key, ...wording });
export const MessageEdit = StrictNaming(conversationKeys, { ...target, ...key, ...wording });
export type MessageEdit = Static<typeof MessageEdit>;

export const DeleteBody = Strict(key);
export const MessageDelete = StrictNaming(conversationKeys, { ...target, ...key });
export type MessageDelete = Static<typeof MessageDelete>;

export const PinBody = Strict(key);
export const MessagePin = StrictNaming(conversationKeys, { ...target, ...key });
export type MessagePin = Static<typeof MessagePin>;

export const SaveBody = Strict(key);
export const MessageSave = StrictNaming(conversationKeys, { ...target, ...key });
export type MessageSave = Static<typeof MessageSave>;

export const ReactionBody = Strict({ ...key, ...reaction });
export const MessageReact = StrictNaming(conversationKeys, { ...target, ...key, ...reaction });
export type MessageReact = Static<typeof MessageReact>;

export const MarkUnreadBody = Strict({
  seq: seqOf(
    'the number of the first unread message; for a message by the member, the next by another, or else the last before it',
  ),
  ...key,
});
export const MessageUnread = StrictNaming(conversationKeys, { ...byMember, ...MarkUnreadBody.properties });
export type MessageUnread = Static<typeof MessageUnread>;

export const ArchiveBody = Strict({
  seq: seqOf(
    'the number of the newest message that the member has seen; a later one by another participant returns the conversation',
  ),
  ...key,
});
export const ConversationArchive = StrictNaming(conversationKeys, { ...byMember, ...ArchiveBody.properties });
export type ConversationArchive = Static<typeof ConversationArchive>;
