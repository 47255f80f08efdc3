import type { HttpCall } from '../core/contract.js';
import { UserIdParams } from '../core/schemas.js';
import * as attachments from './attachments.js';
import * as conversationRequests from './conversation-requests.js';
import { chatLimits } from './limits.js';
import * as messageActs from './message-acts.js';
import * as messages from './messages.js';
import * as saved from './saved-messages.js';
import * as search from './search.js';

/** Conversations, messages, attachments, and search. */
export const chatCalls = {
  'GET /api/search/messages': {
    tag: 'search',
    summary: "The member's own messages with these words, newest first; q takes from:, in: and before: as well",
    access: 'member',
    query: search.SearchMessagesQuery,
    answer: search.SearchMessagesAnswer,
  },
  'GET /api/search/people': {
    tag: 'search',
    summary: 'Whom the member may write to, by the beginning of their name',
    access: 'member',
    query: search.SearchNameQuery,
    answer: search.SearchPeopleAnswer,
  },
  'GET /api/search/projects': {
    tag: 'search',
    summary: "The member's own projects, by the beginnings of words of their title",
    access: 'member',
    query: search.SearchNameQuery,
    answer: search.SearchProjectsAnswer,
  },

  'GET /api/conversations/requests': {
    tag: 'join requests',
    summary: 'Members with whom one has requests or interest, and no message; newest first',
    access: 'member',
    query: conversationRequests.RequestConversationsQuery,
    answer: conversationRequests.RequestConversationsAnswer,
  },
  'GET /api/conversations/:userId/requests': {
    tag: 'join requests',
    summary: 'The newest join requests and interest between oneself and another member',
    access: 'member',
    params: UserIdParams,
    answer: conversationRequests.ConversationRequestsAnswer,
  },

  'POST /api/attachments': {
    tag: 'attachments',
    summary: 'Begin to upload a picture or file; again with the same id, it answers how much has arrived',
    access: 'member',
    body: attachments.UploadBody,
    answer: attachments.UploadAnswer,
  },
  'PUT /api/attachments/:attachmentId/content': {
    tag: 'attachments',
    summary:
      'The next piece of its content; one that begins elsewhere is not taken. The answer says where the next one begins',
    access: 'member',
    params: attachments.AttachmentParams,
    query: attachments.PieceQuery,
    body: attachments.Piece,
    bytesMax: chatLimits.attachmentPieceBytes,
    answer: attachments.UploadAnswer,
  },
  'DELETE /api/attachments/:attachmentId': {
    tag: 'attachments',
    summary: 'Drop an upload that no message names',
    access: 'member',
    params: attachments.AttachmentParams,
    answer: attachments.UploadEndedAnswer,
  },
  'GET /api/attachments/links': {
    tag: 'attachments',
    summary: 'Where the member may read these for a while; those of others are left out',
    access: 'member',
    query: attachments.LinksQuery,
    answer: attachments.LinksAnswer,
  },

  'GET /api/messages/conversations': {
    tag: 'messages',
    summary: 'Conversations, most recent first',
    access: 'member',
    query: messages.ConversationsQuery,
    answer: messages.ConversationsAnswer,
  },
  'GET /api/messages/requests': {
    tag: 'messages',
    summary: 'Message requests, newest first: conversations that a stranger has begun',
    access: 'member',
    query: messages.ConversationsQuery,
    answer: messages.ConversationsAnswer,
  },
  'GET /api/messages/conversation/:userId': {
    tag: 'messages',
    summary: 'The thread with one member',
    access: 'member',
    params: UserIdParams,
    query: messages.ThreadQuery,
    answer: messages.ThreadAnswer,
  },
  'PUT /api/messages/mark-read/:userId': {
    tag: 'messages',
    summary: 'Mark a conversation read',
    access: 'member',
    params: UserIdParams,
    body: messages.MarkReadBody,
    bodyOptional: true,
    answer: messages.MarkReadAnswer,
  },
  'PUT /api/messages/mark-unread/:userId': {
    tag: 'messages',
    summary: 'Mark a conversation unread from a message on; the other member is not told',
    access: 'member',
    params: UserIdParams,
    body: messages.MarkUnreadBody,
    answer: messages.MarkReadAnswer,
  },
  'POST /api/messages': {
    tag: 'messages',
    summary: 'Send a message',
    access: 'member',
    status: 201,
    body: messages.MessageBody,
    answer: messages.MessageAnswer,
  },
  'PATCH /api/messages/conversation/:userId/:seq': {
    tag: 'messages',
    summary: "Edit one's own message",
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.EditBody,
    answer: messages.MessageAnswer,
  },
  'DELETE /api/messages/conversation/:userId/:seq': {
    tag: 'messages',
    summary: "Delete one's own message: its words are gone, its number stays",
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.DeleteBody,
    answer: messages.MessageAnswer,
  },
  'PUT /api/messages/conversation/:userId/:seq/reactions': {
    tag: 'messages',
    summary: 'Put an emoji on a message',
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.ReactionBody,
    answer: messages.MessageAnswer,
  },
  'DELETE /api/messages/conversation/:userId/:seq/reactions': {
    tag: 'messages',
    summary: 'Take an emoji from a message',
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.ReactionBody,
    answer: messages.MessageAnswer,
  },
  'PUT /api/messages/conversation/:userId/:seq/pin': {
    tag: 'messages',
    summary: 'Pin a message, for both members',
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.PinBody,
    answer: messages.MessageAnswer,
  },
  'DELETE /api/messages/conversation/:userId/:seq/pin': {
    tag: 'messages',
    summary: 'Unpin a message, for both members',
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.PinBody,
    answer: messages.MessageAnswer,
  },
  'PUT /api/messages/conversation/:userId/:seq/saved': {
    tag: 'messages',
    summary: 'Save a message for oneself; nobody else is told',
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.SaveBody,
    answer: saved.SavedChangeAnswer,
  },
  'DELETE /api/messages/conversation/:userId/:seq/saved': {
    tag: 'messages',
    summary: 'Take a message from the saved ones',
    access: 'member',
    params: messageActs.MessageParams,
    body: messageActs.SaveBody,
    answer: saved.SavedChangeAnswer,
  },
  'GET /api/messages/saved': {
    tag: 'messages',
    summary: "One's saved messages, the one saved last first",
    access: 'member',
    query: saved.SavedQuery,
    answer: saved.SavedAnswer,
  },
  'GET /api/messages/unread-count': {
    tag: 'messages',
    summary: 'Unread messages over all conversations',
    access: 'member',
    answer: messages.UnreadCountAnswer,
  },
  'GET /api/messages/notifications': {
    tag: 'messages',
    summary: 'Conversations with unread messages',
    access: 'member',
    query: messages.UnreadConversationsQuery,
    answer: messages.UnreadConversationsAnswer,
  },
} as const satisfies Record<string, HttpCall>;
