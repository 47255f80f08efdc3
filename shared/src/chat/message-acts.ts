import { type Static, Type } from 'typebox';
import { Id, Strict, Text, Uuid } from '../core/schemas.js';
import { chatLimits } from './limits.js';

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
};
/** A message, by the other member of its conversation and its number. */
const target = { user_id: Id, seq: MessageSeq };

const reaction = { emoji: Text(chatLimits.emojiMaxUnits, 1) };

export const MessageParams = Type.Object({ userId: Id, seq: MessageSeq });
export const EditBody = Strict({ ...key, ...wording });
export const DeleteBody = Strict(key);

export const MessageEdit = Strict({ ...target, ...key, ...wording });
export type MessageEdit = Static<typeof MessageEdit>;
export const MessageDelete = Strict({ ...target, ...key });
export type MessageDelete = Static<typeof MessageDelete>;

export const PinBody = Strict(key);
export const MessagePin = Strict({ ...target, ...key });
export type MessagePin = Static<typeof MessagePin>;

export const SaveBody = Strict(key);
export const MessageSave = Strict({ ...target, ...key });
export type MessageSave = Static<typeof MessageSave>;

export const ReactionBody = Strict({ ...key, ...reaction });
export const MessageReact = Strict({ ...target, ...key, ...reaction });
export type MessageReact = Static<typeof MessageReact>;
