import { type Static, Type } from 'typebox';
import type { HttpCall } from '../core/contract.js';
import { ConversationIdParams, Data, Id, Instant, Nullable, Strict, UserIdParams } from '../core/schemas.js';
import { ConversationId } from './conversation-id.js';

/** A member whom this member has blocked. */
export const BlockedMember = Type.Object({ id: Id, name: Type.String(), created_at: Instant });
export type BlockedMember = Static<typeof BlockedMember>;

/** Whether this member blocks another one now. */
export const BlockChange = Type.Object({
  user_id: Id,
  conversation_id: ConversationId,
  is_blocked: Type.Boolean(),
});
export type BlockChange = Static<typeof BlockChange>;
const BlockChangeAnswer = Data(BlockChange);

/** The state of a message request that its reader hasn't accepted. */
const MessageRequestState = Type.Enum(['waiting', 'ignored']);
export type MessageRequestState = Static<typeof MessageRequestState>;

/** The new state of a stranger's first messages to this member; null once they are ordinary messages. */
export const MessageRequestChange = Type.Object({
  user_id: Id,
  conversation_id: ConversationId,
  request: Nullable(MessageRequestState),
});
export type MessageRequestChange = Static<typeof MessageRequestChange>;

/** A member's decision on a message request. */
const MessageRequestBody = Strict({ decision: Type.Enum(['accepted', 'ignored']) });
export type MessageRequestBody = Static<typeof MessageRequestBody>;

const left = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));

/** The requests and messages that the member may still send before an answer; null where nothing is counted. */
const ContactLeft = Type.Object({
  requests_left: left("join requests, interest and invitations; null for a teammate's project"),
  waitlists_left: Type.Optional(left('waitlists; null where requests_left is')),
  first_messages_left: left('first messages to members without a conversation'),
  messages_left: left(
    'messages to this member before their first answer; null once they have written, and between teammates and members with a request',
  ),
});
export type ContactLeft = Static<typeof ContactLeft>;

/** Blocks, message requests, and contact limits. */
export const contactCalls = {
  'GET /api/knocks': {
    tag: 'messages',
    summary: 'Get the numbers of requests and messages that the member may still send before an answer',
    access: 'member',
    query: Strict({ user_id: Id }),
    answer: Data(ContactLeft),
  },

  'GET /api/blocks': {
    tag: 'account',
    summary: 'List blocked members',
    access: 'member',
    // The latest block first.
    answer: Data(Type.Object({ blocked: Type.Array(BlockedMember) })),
  },
  'PUT /api/blocks/:userId': {
    tag: 'account',
    summary: 'Block a member',
    access: 'member',
    params: UserIdParams,
    answer: BlockChangeAnswer,
  },
  'DELETE /api/blocks/:userId': {
    tag: 'account',
    summary: 'Unblock a member',
    access: 'member',
    params: UserIdParams,
    answer: BlockChangeAnswer,
  },

  'PUT /api/messages/requests/:userId': {
    tag: 'messages',
    summary: 'Accept or ignore a message request',
    access: 'member',
    params: UserIdParams,
    body: MessageRequestBody,
    answer: Data(MessageRequestChange),
  },
  'PUT /api/messages/c/:conversationId/request': {
    tag: 'messages',
    summary: "Accept or ignore a message request, by its conversation's id",
    access: 'member',
    params: ConversationIdParams,
    body: MessageRequestBody,
    answer: Data(MessageRequestChange),
  },
} as const satisfies Record<string, HttpCall>;
