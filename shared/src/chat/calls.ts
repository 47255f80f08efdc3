import type { TObject } from 'typebox';
import type { HttpCall } from '../core/contract.js';
import { ChangeQuery, ConversationIdParams, UserIdParams } from '../core/schemas.js';
import * as acts from './acts.js';
import * as attachments from './attachments.js';
import * as contents from './contents.js';
import * as conversationRequests from './conversation-requests.js';
import { chatLimits } from './limits.js';
import * as messages from './messages.js';
import * as saved from './saved-messages.js';
import * as search from './search.js';
import * as teams from './teams.js';

/** Acts on a message, by method and the end of the path, which begins with its conversation. */
export const actsOnMessage = {
  'PATCH /:seq': { summary: 'Edit a message', body: acts.EditBody, answer: messages.MessageAnswer },
  'DELETE /:seq': {
    summary: 'Delete a message: its text is removed, its number stays',
    body: acts.DeleteBody,
    answer: messages.MessageAnswer,
  },
  'PUT /:seq/reactions': {
    summary: 'React to a message with an emoji',
    body: acts.ReactionBody,
    answer: messages.MessageAnswer,
  },
  'DELETE /:seq/reactions': {
    summary: 'Remove a reaction from a message',
    body: acts.ReactionBody,
    answer: messages.MessageAnswer,
  },
  'PUT /:seq/pin': { summary: 'Pin a message for all members', body: acts.PinBody, answer: messages.MessageAnswer },
  'DELETE /:seq/pin': {
    summary: 'Unpin a message for all members',
    body: acts.PinBody,
    answer: messages.MessageAnswer,
  },
  'PUT /:seq/saved': {
    summary: 'Save a message for the member; no other member is notified',
    body: acts.SaveBody,
    answer: saved.SavedChangeAnswer,
  },
  'DELETE /:seq/saved': {
    summary: 'Remove a message from the saved ones',
    body: acts.SaveBody,
    answer: saved.SavedChangeAnswer,
  },
} as const;

/** The name of an act's call under the path of a conversation. */
export type ActCall<Path extends string, Act extends string> = Act extends `${infer Method} ${infer End}`
  ? `${Method} ${Path}${End}`
  : never;
export const actCall = <Path extends string, Act extends string>(path: Path, act: Act) =>
  act.replace(' ', ` ${path}`) as ActCall<Path, Act>;

type Acts = typeof actsOnMessage;
type ActCalls<Path extends string, Params> = {
  [Act in keyof Acts as ActCall<Path, Act>]: Acts[Act] & { tag: 'messages'; access: 'member'; params: Params };
};

const actsUnder = <Path extends string, Params extends TObject>(path: Path, params: Params) =>
  // There is one call for each act, but the type of a list can't express that.
  Object.fromEntries(
    Object.entries(actsOnMessage).map(([act, call]) => [
      actCall(path, act),
      { tag: 'messages', access: 'member', params, ...call },
    ]),
  ) as object as ActCalls<Path, Params>;

/** Calls that name a conversation by its id. Each answers like the call that names the other member of a direct conversation. */
const conversationCalls = {
  'GET /api/messages/c/:conversationId': {
    tag: 'messages',
    summary: 'Get the messages of a conversation',
    access: 'member',
    params: ConversationIdParams,
    query: messages.ThreadQuery,
    answer: messages.ThreadAnswer,
  },
  'GET /api/messages/c/:conversationId/team': {
    tag: 'messages',
    summary: "Get a team's conversation: participants, read marks and events",
    access: 'member',
    params: ConversationIdParams,
    answer: teams.TeamInfoAnswer,
  },
  'PUT /api/messages/c/:conversationId/notify': {
    tag: 'messages',
    summary: "Choose which messages of a team's conversation notify the member",
    access: 'member',
    params: ConversationIdParams,
    query: ChangeQuery,
    body: teams.TeamNotifyBody,
    answer: teams.TeamNotifyAnswer,
  },
  'GET /api/messages/c/:conversationId/files': {
    tag: 'messages',
    summary: "List a conversation's messages with pictures or files, newest first",
    access: 'member',
    params: ConversationIdParams,
    query: contents.ContentsQuery,
    answer: contents.FilesAnswer,
  },
  'GET /api/messages/c/:conversationId/links': {
    tag: 'messages',
    summary: "List a conversation's messages with links, newest first",
    access: 'member',
    params: ConversationIdParams,
    query: contents.ContentsQuery,
    answer: contents.ContentLinksAnswer,
  },
  'GET /api/messages/c/:conversationId/requests': {
    tag: 'join requests',
    summary: 'List the newest join requests and interest between the members of a direct conversation',
    access: 'member',
    params: ConversationIdParams,
    answer: conversationRequests.ConversationRequestsAnswer,
  },
  'PUT /api/messages/c/:conversationId/read': {
    tag: 'messages',
    summary: 'Mark a conversation as read, by its id',
    access: 'member',
    params: ConversationIdParams,
    body: messages.MarkReadBody,
    bodyOptional: true,
    answer: messages.MarkReadAnswer,
  },
  'PUT /api/messages/c/:conversationId/unread': {
    tag: 'messages',
    summary: 'Mark a conversation as unread from a message, by its id; no other member is notified',
    access: 'member',
    params: ConversationIdParams,
    body: acts.MarkUnreadBody,
    answer: messages.MarkReadAnswer,
  },
  'PUT /api/messages/c/:conversationId/archive': {
    tag: 'messages',
    summary: 'Archive a conversation for the member, by its id; no other member is notified',
    access: 'member',
    params: ConversationIdParams,
    body: acts.ArchiveBody,
    answer: messages.MarkReadAnswer,
  },
  'DELETE /api/messages/c/:conversationId/archive': {
    tag: 'messages',
    summary: 'Unarchive a conversation, by its id',
    access: 'member',
    params: ConversationIdParams,
    body: acts.ArchiveBody,
    answer: messages.MarkReadAnswer,
  },
  ...actsUnder('/api/messages/c/:conversationId', acts.ConversationMessageParams),
} as const satisfies Record<string, HttpCall>;

/** Conversations, messages, attachments, and search. */
export const chatCalls = {
  ...conversationCalls,
  'GET /api/search/messages': {
    tag: 'search',
    summary: "Search the member's messages, newest first; `q` takes filters such as from:, in: and before:",
    access: 'member',
    query: search.SearchMessagesQuery,
    answer: search.SearchMessagesAnswer,
  },
  'GET /api/search/people': {
    tag: 'search',
    summary: 'Find members to write to, by the beginning of their name',
    access: 'member',
    query: search.SearchPeopleQuery,
    answer: search.SearchPeopleAnswer,
  },
  'GET /api/search/projects': {
    tag: 'search',
    summary: "Find the member's own projects, by the beginnings of words in the title",
    access: 'member',
    query: search.SearchNameQuery,
    answer: search.SearchProjectsAnswer,
  },

  'GET /api/conversations/requests': {
    tag: 'join requests',
    summary: 'List members with requests or interest but no messages between them and the caller, newest first',
    access: 'member',
    query: conversationRequests.RequestConversationsQuery,
    answer: conversationRequests.RequestConversationsAnswer,
  },
  'GET /api/conversations/:userId/requests': {
    tag: 'join requests',
    summary: 'List the newest join requests and interest between the caller and another member',
    access: 'member',
    params: UserIdParams,
    answer: conversationRequests.ConversationRequestsAnswer,
  },

  'POST /api/attachments': {
    tag: 'attachments',
    summary: 'Start the upload of a picture or file; repeated with the same id, it returns how much has arrived',
    access: 'member',
    body: attachments.UploadBody,
    answer: attachments.UploadAnswer,
  },
  'PUT /api/attachments/:attachmentId/content': {
    tag: 'attachments',
    summary: 'Upload the next piece; one that begins elsewhere is not stored. Returns where the next one begins',
    access: 'member',
    params: attachments.AttachmentParams,
    query: attachments.PieceQuery,
    body: attachments.Piece,
    bytesMax: chatLimits.attachmentPieceBytes,
    answer: attachments.UploadAnswer,
  },
  'DELETE /api/attachments/:attachmentId': {
    tag: 'attachments',
    summary: 'Delete an upload that no message uses',
    access: 'member',
    params: attachments.AttachmentParams,
    answer: attachments.UploadEndedAnswer,
  },
  'GET /api/attachments/links': {
    tag: 'attachments',
    summary: 'Get short-lived links to those pictures and files that the member may read',
    access: 'member',
    query: attachments.LinksQuery,
    holdsSecret: true,
    answer: attachments.LinksAnswer,
  },

  'GET /api/messages/conversations': {
    tag: 'messages',
    summary: 'List direct conversations, most recent first; those of teams are in a refresh',
    access: 'member',
    query: messages.ConversationsQuery,
    answer: messages.ConversationsAnswer,
  },
  'GET /api/messages/requests': {
    tag: 'messages',
    summary: 'List message requests, newest first',
    access: 'member',
    query: messages.ConversationsQuery,
    answer: messages.ConversationsAnswer,
  },
  'GET /api/messages/conversation/:userId': {
    tag: 'messages',
    summary: 'Get the messages with a member',
    access: 'member',
    params: UserIdParams,
    query: messages.ThreadQuery,
    answer: messages.ThreadAnswer,
  },
  'PUT /api/messages/mark-read/:userId': {
    tag: 'messages',
    summary: 'Mark a conversation as read',
    access: 'member',
    params: UserIdParams,
    body: messages.MarkReadBody,
    bodyOptional: true,
    answer: messages.MarkReadAnswer,
  },
  'PUT /api/messages/mark-unread/:userId': {
    tag: 'messages',
    summary: 'Mark a conversation as unread from a message; the other member is not notified',
    access: 'member',
    params: UserIdParams,
    body: acts.MarkUnreadBody,
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
  ...actsUnder('/api/messages/conversation/:userId', acts.MessageParams),
  'GET /api/messages/saved': {
    tag: 'messages',
    summary: 'List saved messages, most recently saved first',
    access: 'member',
    query: saved.SavedQuery,
    answer: saved.SavedAnswer,
  },
  'GET /api/messages/unread-count': {
    tag: 'messages',
    summary: 'Count the unread messages in all direct conversations',
    access: 'member',
    answer: messages.UnreadCountAnswer,
  },
  'GET /api/messages/notifications': {
    tag: 'messages',
    summary: 'List direct conversations with unread messages',
    access: 'member',
    query: messages.UnreadConversationsQuery,
    answer: messages.UnreadConversationsAnswer,
  },
} as const satisfies Record<string, HttpCall>;
