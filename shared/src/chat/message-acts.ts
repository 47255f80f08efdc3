import { type Static, Type } from 'typebox';
import { byMember } from '../contact/conversation-id.js';
import { Id, Strict, StrictNaming, Text, Uuid } from '../core/schemas.js';
import { chatLimits } from './limits.js';
import { Mentions } from './mentions.js';

const MessageSeq = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "the message's number in its conversation",
});
/** The idempotency key of an act. */
const key = { client_id: Uuid };
const wording = {
  // Leaves room for white space that is trimmed, as for a new message.
  content: Text(chatLimits.messageMaxChars * 2, 1),
  mentions: Type.Optional({
    ...Mentions,
    description:
      'members of the team whom the new words mention; earlier mentions stay as long as the words have them, also without this field',
  }),
};
/** A message, by its conversation and its number. */
const target = { ...byMember, seq: MessageSeq };
const either = ['user_id', 'conversation_id'] as const;

const reaction = { emoji: Text(chatLimits.emojiMaxUnits, 1) };

export const MessageParams = Type.Object({ userId: Id, seq: MessageSeq });
export const ConversationMessageParams = Type.Object({ conversationId: Id, seq: MessageSeq });
export const EditBody = Strict({ ...key, ...wording });
export const DeleteBody = Strict(key);

export const MessageEdit = StrictNaming(either, { ...target, ...key, ...wording });
export type MessageEdit = Static<typeof MessageEdit>;
export const MessageDelete = StrictNaming(either, { ...target, ...key });
export type MessageDelete = Static<typeof MessageDelete>;

export const PinBody = Strict(key);
export const MessagePin = StrictNaming(either, { ...target, ...key });
export type MessagePin = Static<typeof MessagePin>;

export const SaveBody = Strict(key);
export const MessageSave = StrictNaming(either, { ...target, ...key });
export type MessageSave = Static<typeof MessageSave>;

export const ReactionBody = Strict({ ...key, ...reaction });
export const MessageReact = StrictNaming(either, { ...target, ...key, ...reaction });
export type MessageReact = Static<typeof MessageReact>;
