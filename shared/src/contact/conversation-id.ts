import { Type } from 'typebox';
import { Id } from '../core/schemas.js';

/** The conversation in answers and events. Servers of the previous version omit it. */
export const ConversationId = Type.Optional(
  Type.Integer({ ...Id, description: "the conversation's id; absent while it has no message" }),
);

const OtherId = Type.Optional(Type.Integer({ ...Id, description: 'the other member of a direct conversation' }));
const NamedId = Type.Optional(
  Type.Integer({ ...Id, description: "instead: the id of one of the member's conversations" }),
);

// In what a client sends: exactly one of the two (`StrictNaming`).
export const byReceiver = { receiver_id: OtherId, conversation_id: NamedId };
export const byMember = { user_id: OtherId, conversation_id: NamedId };
