import type { TObject, TSchema } from 'typebox';
import * as attachments from '../chat/attachments.js';
import * as conversationRequests from '../chat/conversation-requests.js';
import { chatLimits } from '../chat/limits.js';
import * as messageActs from '../chat/message-acts.js';
import * as messages from '../chat/messages.js';
import * as saved from '../chat/saved-messages.js';
import * as search from '../chat/search.js';
import * as blocks from '../contact/blocks.js';
import * as knocks from '../contact/contact-limits.js';
import * as messageRequests from '../contact/message-requests.js';
import { Done, IdParams, PageQuery, UserIdParams } from '../core/schemas.js';
import * as choices from '../notices/choices.js';
import * as inbox from '../notices/notifications.js';
import * as push from '../notices/web-push.js';
import * as account from '../people/account.js';
import * as auth from '../people/auth.js';
import * as users from '../people/users.js';
import * as projects from '../projects/projects.js';
import * as offers from '../projects/transfers.js';
import * as interests from '../requests/interests.js';
import * as joinRequests from '../requests/join-requests.js';
import { IncomingQuery } from '../requests/request-parts.js';
import * as moderation from '../trust/moderation.js';
import * as dashboard from './dashboard.js';
import * as projectPages from './project-pages.js';
import * as refresh from './refresh.js';

/** Who may call: anybody, anybody (with the member when signed in), or members only. */
export type Access = 'public' | 'optional' | 'member';

export interface HttpCall {
  tag: string;
  summary: string;
  access: Access;
  /** 200 unless it says otherwise. */
  status?: 201;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body is bytes, not JSON, and at most this many. */
  bytesMax?: number;
  /** No body at all means {}. */
  bodyOptional?: true;
  answer: TSchema;
}

/**
 * The table of REST calls (R11.1), `METHOD path` → schemas. Routes, validation, serialisation, the OpenAPI
 * page and the client's types all come from it. The two OAuth redirects answer no JSON; they are in `modules/oauth`.
 */
export const http = {
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

  'POST /api/auth/login': {
    tag: 'auth',
    summary: 'Sign in',
    access: 'public',
    body: auth.LoginBody,
    answer: auth.SignedIn,
  },
  'POST /api/auth/register': {
    tag: 'auth',
    summary: 'Create an account',
    access: 'public',
    status: 201,
    body: auth.RegisterBody,
    answer: auth.SignedIn,
  },
  'POST /api/auth/signup': {
    tag: 'auth',
    summary: 'Create an account',
    access: 'public',
    status: 201,
    body: auth.SignupBody,
    answer: auth.SignedIn,
  },
  'GET /api/auth/me': { tag: 'auth', summary: 'The signed-in member', access: 'member', answer: auth.Me },
  'POST /api/auth/logout': { tag: 'auth', summary: 'End this session', access: 'member', answer: Done },
  'POST /api/auth/forgot-password': {
    tag: 'auth',
    summary: 'Mail a reset link',
    access: 'public',
    body: auth.ForgotPasswordBody,
    answer: Done,
  },
  'POST /api/auth/verify-reset-token': {
    tag: 'auth',
    summary: 'Check a reset link',
    access: 'public',
    body: auth.VerifyResetTokenBody,
    answer: auth.VerifyResetTokenAnswer,
  },
  'POST /api/auth/reset-password': {
    tag: 'auth',
    summary: 'Set a new password',
    access: 'public',
    body: auth.ResetPasswordBody,
    answer: Done,
  },
  'POST /api/auth/verify-email': {
    tag: 'auth',
    summary: 'Confirm an email address by a mailed link',
    access: 'public',
    body: auth.VerifyEmailBody,
    answer: Done,
  },
  'POST /api/auth/oauth/exchange': {
    tag: 'auth',
    summary: 'Turn a one-time code into a session',
    access: 'public',
    body: auth.OauthExchangeBody,
    answer: auth.SignedIn,
  },

  'GET /api/dashboard/public-stats': {
    tag: 'dashboard',
    summary: 'Counts anybody may see',
    access: 'public',
    answer: dashboard.PublicStatsAnswer,
  },
  'GET /api/dashboard/stats': {
    tag: 'dashboard',
    summary: "The member's own counts",
    access: 'member',
    answer: dashboard.StatsAnswer,
  },
  'GET /api/dashboard/recent-activity': {
    tag: 'dashboard',
    summary: 'What happened lately, newest first',
    access: 'member',
    query: dashboard.ActivityQuery,
    answer: dashboard.ActivityAnswer,
  },

  'GET /api/projects': {
    tag: 'projects',
    summary: 'Browse projects, newest first',
    access: 'optional',
    query: projects.ProjectsQuery,
    answer: projectPages.ProjectsAnswer,
  },
  'POST /api/projects': {
    tag: 'projects',
    summary: 'Create a project',
    access: 'member',
    status: 201,
    body: projects.ProjectBody,
    answer: projects.ProjectAnswer,
  },
  'GET /api/projects/mine': {
    tag: 'projects',
    summary: 'The projects that one has created, newest first',
    access: 'member',
    query: projects.MyProjectsQuery,
    answer: projects.MyProjectsAnswer,
  },
  'GET /api/projects/suited': {
    tag: 'projects',
    summary: 'Up to three open projects whose missing skills one has',
    access: 'member',
    answer: projects.SuitedProjectsAnswer,
  },
  'GET /api/projects/:id': {
    tag: 'projects',
    summary: 'One project',
    access: 'optional',
    params: IdParams,
    answer: projectPages.ProjectPageAnswer,
  },
  'PATCH /api/projects/:id': {
    tag: 'projects',
    summary: "Change fields of one's own project",
    access: 'member',
    params: IdParams,
    body: projects.ProjectEditBody,
    answer: projects.ProjectAnswer,
  },
  'PUT /api/projects/:id/state': {
    tag: 'projects',
    summary: "Close one's own project to requests, open it again, or finish it",
    access: 'member',
    params: IdParams,
    body: projects.ProjectStateBody,
    answer: projects.ProjectAnswer,
  },
  'PUT /api/projects/:id/confirmation': {
    tag: 'projects',
    summary: "Say that one's own open project is still looking, which keeps it in the list or brings it back",
    access: 'member',
    params: IdParams,
    answer: projects.ProjectAnswer,
  },
  'DELETE /api/projects/:id': {
    tag: 'projects',
    summary: "Delete one's own project while nobody else is in it",
    access: 'member',
    params: IdParams,
    answer: projects.ProjectDeletionAnswer,
  },
  'DELETE /api/projects/:id/members/:userId': {
    tag: 'projects',
    summary: "Remove a member from one's own project",
    access: 'member',
    params: projects.MemberParams,
    body: projects.RemoveMemberBody,
    bodyOptional: true,
    answer: projects.ProjectAnswer,
  },
  'GET /api/projects/offers': {
    tag: 'projects',
    summary: 'The projects that one is asked to take over, newest first',
    access: 'member',
    query: PageQuery,
    answer: offers.OffersAnswer,
  },
  'PUT /api/projects/:id/offer': {
    tag: 'projects',
    summary: "Ask a member of the team to take one's own project over",
    access: 'member',
    params: IdParams,
    body: offers.OfferBody,
    answer: offers.OfferAnswer,
  },
  'DELETE /api/projects/:id/offer': {
    tag: 'projects',
    summary: "Stop the hand-over of one's own project",
    access: 'member',
    params: IdParams,
    answer: offers.OfferAnswer,
  },
  'PUT /api/projects/:id/offer/status': {
    tag: 'projects',
    summary: 'Take over a project, as one is asked to, or decline',
    access: 'member',
    params: IdParams,
    body: offers.OfferAnswerBody,
    answer: projects.ProjectAnswer,
  },
  'DELETE /api/projects/:id/members/me': {
    tag: 'projects',
    summary: 'Leave a project',
    access: 'member',
    params: IdParams,
    answer: joinRequests.LeaveAnswer,
  },

  'POST /api/projects/:id/connect': {
    tag: 'interests',
    summary: 'Show interest in a project',
    access: 'member',
    status: 201,
    params: IdParams,
    answer: interests.MyInterestAnswer,
  },
  'GET /api/projects/connections/incoming': {
    tag: 'interests',
    summary: "Pending interest in one's own projects, newest first",
    access: 'member',
    query: IncomingQuery,
    answer: interests.InterestsAnswer,
  },
  'GET /api/projects/connections/mine': {
    tag: 'interests',
    summary: "One's own interest in projects, newest first",
    access: 'member',
    query: PageQuery,
    answer: interests.MyInterestsAnswer,
  },
  'PUT /api/projects/connections/:id': {
    tag: 'interests',
    summary: 'Approve or deny interest',
    access: 'member',
    params: IdParams,
    body: interests.InterestDecisionBody,
    answer: interests.InterestAnswer,
  },

  'POST /api/project-requests': {
    tag: 'join requests',
    summary: 'Ask to join a project',
    access: 'member',
    status: 201,
    body: joinRequests.JoinRequestBody,
    answer: joinRequests.JoinRequestAnswer,
  },
  'GET /api/project-requests/incoming': {
    tag: 'join requests',
    summary: "Pending requests on one's own projects",
    access: 'member',
    query: IncomingQuery,
    answer: joinRequests.JoinRequestsAnswer,
  },
  'GET /api/project-requests/mine': {
    tag: 'join requests',
    summary: "One's own requests",
    access: 'member',
    query: joinRequests.MyRequestsQuery,
    answer: joinRequests.JoinRequestsAnswer,
  },
  'PUT /api/project-requests/:id/status': {
    tag: 'join requests',
    summary: 'Accept or reject a request',
    access: 'member',
    params: IdParams,
    body: joinRequests.JoinRequestDecisionBody,
    answer: joinRequests.JoinRequestDecisionAnswer,
  },
  'PUT /api/project-requests/:id/line': {
    tag: 'join requests',
    summary: 'Put a pending request in line for the next free seat',
    access: 'member',
    params: IdParams,
    answer: joinRequests.JoinRequestAnswer,
  },
  'PUT /api/project-requests/:id/offer': {
    tag: 'join requests',
    summary: 'Take the free seat that is offered to one, or decline it',
    access: 'member',
    params: IdParams,
    body: joinRequests.SeatOfferBody,
    answer: joinRequests.JoinRequestDecisionAnswer,
  },
  'DELETE /api/project-requests/:id': {
    tag: 'join requests',
    summary: 'Withdraw a pending request',
    access: 'member',
    params: IdParams,
    answer: joinRequests.JoinRequestAnswer,
  },
  'POST /api/project-requests/withdrawals': {
    tag: 'join requests',
    summary: "Withdraw several of one's own requests; answers each as it stands then, also one that had ended before",
    access: 'member',
    body: joinRequests.WithdrawalsBody,
    answer: joinRequests.WithdrawalsAnswer,
  },

  'GET /api/knocks': {
    tag: 'messages',
    summary: 'How many requests and messages may still be sent before an answer',
    access: 'member',
    query: knocks.KnocksQuery,
    answer: knocks.KnocksAnswer,
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

  'PUT /api/users/profile': {
    tag: 'users',
    summary: "Change one's profile",
    access: 'member',
    body: users.ProfileBody,
    answer: users.ProfileAnswer,
  },
  'GET /api/users': {
    tag: 'users',
    summary: 'Members by their ids, as far as one may see them',
    access: 'member',
    query: users.MembersQuery,
    answer: users.MembersAnswer,
  },
  'GET /api/users/suggestions': {
    tag: 'users',
    summary: 'Colleges and skills in use',
    access: 'optional',
    answer: users.SuggestionsAnswer,
  },
  'POST /api/users/update-status': {
    tag: 'users',
    summary: 'Report activity',
    access: 'member',
    body: users.PresenceReport,
    answer: users.PresenceAnswer,
  },
  'POST /api/users/status': {
    tag: 'users',
    summary: 'Presence of several members',
    access: 'member',
    body: users.UserIds,
    answer: users.PresenceListAnswer,
  },
  'GET /api/users/:id/status': {
    tag: 'users',
    summary: 'Presence of one member',
    access: 'member',
    params: IdParams,
    answer: users.PresenceAnswer,
  },

  'GET /api/inbox': {
    tag: 'inbox',
    summary: 'Notifications, read and unread, newest first',
    access: 'member',
    query: inbox.InboxQuery,
    answer: inbox.InboxAnswer,
  },
  'PUT /api/inbox/read': {
    tag: 'inbox',
    summary: 'Mark notifications read',
    access: 'member',
    body: inbox.InboxReadBody,
    answer: inbox.InboxChangeAnswer,
  },
  'PUT /api/inbox/read-all': {
    tag: 'inbox',
    summary: 'Mark all notifications read',
    access: 'member',
    answer: inbox.InboxChangeAnswer,
  },
  'PUT /api/inbox/seen': {
    tag: 'inbox',
    summary: 'Mark read what a screen has shown',
    access: 'member',
    body: inbox.InboxSeenBody,
    answer: inbox.InboxChangeAnswer,
  },
  'DELETE /api/inbox/:id': {
    tag: 'inbox',
    summary: 'Take a notification off the list',
    access: 'member',
    params: IdParams,
    answer: inbox.InboxChangeAnswer,
  },

  'GET /api/push': {
    tag: 'push',
    summary: "The installation's key, and whether this device is told of news while its tabs are closed",
    access: 'member',
    answer: push.PushAnswer,
  },
  'PUT /api/push': {
    tag: 'push',
    summary: 'Tell this device of news while its tabs are closed, until its session ends',
    access: 'member',
    body: push.PushBody,
    answer: push.PushAnswer,
  },
  'DELETE /api/push': {
    tag: 'push',
    summary: 'Tell this device no more',
    access: 'member',
    answer: push.PushAnswer,
  },

  'GET /api/account': {
    tag: 'account',
    summary: 'How one signs in, and the devices that are signed in',
    access: 'member',
    answer: account.AccountAnswer,
  },
  'DELETE /api/account': {
    tag: 'account',
    summary: 'Ask for the own account to be deleted; within 30 days one may come back by signing in',
    access: 'member',
    body: account.DeletionBody,
    answer: account.Deletion,
  },
  'PUT /api/account/email': {
    tag: 'account',
    summary: 'Mail a link to another address, which replaces the own once it is confirmed',
    access: 'member',
    body: account.EmailBody,
    answer: account.NewEmail,
  },
  'DELETE /api/account/email': {
    tag: 'account',
    summary: 'Stop the change of the address',
    access: 'member',
    answer: account.NewEmail,
  },
  'POST /api/account/verification': {
    tag: 'account',
    summary: 'Mail another link that confirms the address',
    access: 'member',
    answer: Done,
  },
  'PUT /api/account/password': {
    tag: 'account',
    summary: 'Change the password; every other device is signed out',
    access: 'member',
    body: account.PasswordBody,
    answer: account.EndedSessions,
  },
  'DELETE /api/account/sessions/:sessionId': {
    tag: 'account',
    summary: 'Sign a device out',
    access: 'member',
    params: account.SessionIdParams,
    answer: account.EndedSessions,
  },
  'DELETE /api/account/sessions': {
    tag: 'account',
    summary: 'Sign all other devices out',
    access: 'member',
    answer: account.EndedSessions,
  },

  'POST /api/account/providers/:provider': {
    tag: 'account',
    summary: 'Begin to link a provider, to sign in through it as well',
    access: 'member',
    params: account.ProviderParams,
    body: account.ProofBody,
    answer: account.LinkingAnswer,
  },
  'DELETE /api/account/providers/:provider': {
    tag: 'account',
    summary: 'Sign in through a provider no more',
    access: 'member',
    params: account.ProviderParams,
    body: account.ProofBody,
    answer: Done,
  },
  'GET /api/account/activity': {
    tag: 'account',
    summary: "What happened to one's own account: sign-ins, changes of secrets, decisions of moderators; newest first",
    access: 'member',
    query: account.AccountActivityQuery,
    answer: account.AccountActivityAnswer,
  },

  'GET /api/notification-choices': {
    tag: 'inbox',
    summary: 'How one wants to be told of news',
    access: 'member',
    answer: choices.NotificationChoicesAnswer,
  },
  'PATCH /api/notification-choices': {
    tag: 'inbox',
    summary: 'Choose how one wants to be told of news',
    access: 'member',
    body: choices.NotificationChoicesBody,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/messages/mute/:userId': {
    tag: 'inbox',
    summary: 'Be told nothing of a conversation',
    access: 'member',
    params: UserIdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/messages/mute/:userId': {
    tag: 'inbox',
    summary: 'Be told of a conversation again',
    access: 'member',
    params: UserIdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/projects/:id/mute': {
    tag: 'inbox',
    summary: 'Be told nothing of a project',
    access: 'member',
    params: IdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/projects/:id/mute': {
    tag: 'inbox',
    summary: 'Be told of a project again',
    access: 'member',
    params: IdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'GET /api/blocks': {
    tag: 'account',
    summary: 'Whom the member has blocked',
    access: 'member',
    answer: blocks.BlocksAnswer,
  },
  'PUT /api/blocks/:userId': {
    tag: 'account',
    summary: 'Block a member',
    access: 'member',
    params: UserIdParams,
    answer: blocks.BlockChangeAnswer,
  },
  'DELETE /api/blocks/:userId': {
    tag: 'account',
    summary: 'End a block',
    access: 'member',
    params: UserIdParams,
    answer: blocks.BlockChangeAnswer,
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

  'POST /api/reports': {
    tag: 'reports',
    summary: 'Report a message, a member or a project to the moderators; again, it answers the first report',
    access: 'member',
    body: moderation.ReportBody,
    answer: moderation.ReportAnswer,
  },
  'GET /api/moderation/reports': {
    tag: 'reports',
    summary: 'For moderators: what was reported, the oldest that waits first; or what is decided, newest first',
    access: 'member',
    query: moderation.ReportsQuery,
    answer: moderation.ReportsAnswer,
  },
  'GET /api/moderation/reports/:id': {
    tag: 'reports',
    summary: 'For moderators: a report, what was said, and the history of both sides',
    access: 'member',
    params: IdParams,
    answer: moderation.ReportCaseAnswer,
  },
  'PUT /api/moderation/reports/:id/decision': {
    tag: 'reports',
    summary: 'For moderators: decide on all that waits about the same',
    access: 'member',
    params: IdParams,
    body: moderation.DecisionBody,
    answer: moderation.ReportCaseAnswer,
  },
  'DELETE /api/moderation/members/:userId/suspension': {
    tag: 'reports',
    summary: 'For moderators: lift a suspension',
    access: 'member',
    params: UserIdParams,
    body: moderation.NoteBody,
    answer: Done,
  },
  'DELETE /api/moderation/projects/:id/hiding': {
    tag: 'reports',
    summary: 'For moderators: show a hidden project to everybody again',
    access: 'member',
    params: IdParams,
    body: moderation.NoteBody,
    answer: Done,
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
  'PUT /api/messages/requests/:userId': {
    tag: 'messages',
    summary: 'Accept or ignore a message request',
    access: 'member',
    params: UserIdParams,
    body: messageRequests.MessageRequestBody,
    answer: messageRequests.MessageRequestAnswer,
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
    query: messages.NotificationsQuery,
    answer: messages.NotificationsAnswer,
  },

  'GET /api/refresh': {
    tag: 'refresh',
    summary: 'What is new of the lists that every screen shows',
    access: 'member',
    query: refresh.RefreshQuery,
    answer: refresh.RefreshAnswer,
  },
} as const satisfies Record<string, HttpCall>;
