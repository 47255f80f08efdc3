import { type Static, Type } from 'typebox';
import { ConversationId } from '../contact/conversation-id.js';
import { Data, Id, Instant, Limit, Nullable, Strict } from '../core/schemas.js';
import { Attachment } from './attachments.js';
import { chatLimits } from './limits.js';
import { MessageSeq } from './messages.js';

const SavedVersion = Type.Integer({
  minimum: 0,
  description: 'counts saves and removals; 0 if there were none',
});

const otherOfConversation = Type.Optional(
  Type.Integer({ ...Id, description: 'the other member of its conversation; absent from a team’s' }),
);

/** A message that was saved or removed, for the devices of the member who did it. */
export const SavedChange = Type.Object({
  conversation_id: ConversationId,
  user_id: otherOfConversation,
  seq: MessageSeq,
  saved_at: Nullable(Instant),
  version: SavedVersion,
});
export type SavedChange = Static<typeof SavedChange>;

/** The numbers of a member's saved messages, by conversation. */
export const SavedNumbers = Type.Object({
  version: SavedVersion,
  conversations: Type.Array(
    Type.Object({ conversation_id: ConversationId, user_id: otherOfConversation, seqs: Type.Array(MessageSeq) }),
  ),
});
export type SavedNumbers = Static<typeof SavedNumbers>;

/** A saved message as it is now. */
export const SavedMessage = Type.Object({
  number: Type.Integer({ minimum: 1, description: 'the order of saving' }),
  conversation_id: ConversationId,
  user_id: otherOfConversation,
  name: Type.String({ description: "the other member's name, or the title of the team's project" }),
  seq: MessageSeq,
  sender_id: Id,
  sender_name: Type.Optional(Type.String({ description: "in a team's conversation only" })),
  content: Type.String(),
  created_at: Instant,
  saved_at: Instant,
  attachments: Type.Optional(
    Type.Array(Attachment, { description: 'pictures and files, in order; absent from one without' }),
  ),
});
export type SavedMessage = Static<typeof SavedMessage>;

export const SavedQuery = Strict({
  before: Type.Optional(Type.Integer({ ...Id, description: '`number` of the last row seen' })),
  limit: Limit(chatLimits.savedPage, chatLimits.savedPageMax),
});

export const SavedChangeAnswer = Data(SavedChange);
export const SavedAnswer = Data(Type.Object({ saved: Type.Array(SavedMessage), has_more: Type.Boolean() }));
