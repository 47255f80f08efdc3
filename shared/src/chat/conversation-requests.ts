import { type Static, Type } from 'typebox';
import { chatLimits } from '../chat/limits.js';
import { Data, Id, Instant, Limit, Strict } from '../core/schemas.js';
import { Interest, MyInterest } from '../requests/interests.js';
import { Invitation } from '../requests/invitations.js';
import { JoinRequest } from '../requests/join-requests.js';

/** Requests and interest between the reader and one other member, newest first, in every state. */
export const ConversationRequestsAnswer = Data(
  Type.Object({
    requests: Type.Array(JoinRequest, { description: 'join requests by either member' }),
    connections: Type.Array(Interest, { description: "the other member's interest in the reader's projects" }),
    my_connections: Type.Array(MyInterest, { description: "the reader's interest in the other member's projects" }),
    invitations: Type.Optional(Type.Array(Invitation, { description: 'invitations by either member' })),
  }),
);

/** A member with whom there are requests and no message; `id` is that member's. */
export const RequestConversation = Type.Object({
  id: Id,
  name: Type.String(),
  kind: Type.Enum(['join_request', 'interest', 'invitation'], {
    description: 'the kind of the newest entry between the two',
  }),
  own: Type.Boolean({ description: 'the reader sent it' }),
  project_id: Type.Optional(Id),
  project_title: Type.String(),
  requested_at: Instant,
});
export type RequestConversation = Static<typeof RequestConversation>;

export const RequestConversationsQuery = Strict({
  before: Type.Optional(Type.String({ format: 'date-time', description: 'requested_at of the last row seen' })),
  before_id: Type.Optional(Type.Integer({ ...Id, description: 'id of the last row seen, with before' })),
  limit: Limit(chatLimits.conversationsPage, chatLimits.conversationsPageMax),
});
export const RequestConversationsAnswer = Data(
  Type.Object({ conversations: Type.Array(RequestConversation), has_more: Type.Boolean() }),
);
