import type { CallName } from '@sangam/shared/app/calls';
import type { Body, TestMember } from '@sangam/testing/test-server';

/**
 * How a member's call depends on another member. `own`: not at all. Else the answers to a stranger (no team, no request, never a
 * message), and to a member whom the other blocks.
 */
type Row = 'own' | CallBetween;
export interface CallBetween {
  stranger: number;
  blocked: number;
  params?: (scene: Scene) => number;
  body?: (scene: Scene) => object;
  query?: (scene: Scene) => string;
  /** The parts of the answer that depend on the two members, to a stranger and to a blocked member. */
  shown?: readonly [(data: Body) => unknown, stranger: unknown, blocked: unknown];
}

/** A member who is online, with an open project. */
export interface Scene {
  owner: TestMember;
  project: number;
  /** The caller's own. */
  ownProject: number;
  /** The conversation of a team that both are in. */
  team?: number;
}

const forBoth = (status: number, row: Partial<CallBetween> = {}): CallBetween => ({
  stranger: status,
  blocked: status,
  ...row,
});
const refused = (status: number, row: Partial<CallBetween>): CallBetween => ({
  stranger: status,
  blocked: 403,
  ...row,
});
const owner = ({ owner }: Scene) => owner.id;
const project = ({ project }: Scene) => project;
const isOnline = (presence: Body) => presence.is_online;

/** The team's conversation; without one, an id that does not exist. */
const team = ({ team = 9_999_999 }: Scene) => team;

export const callsBetween: Record<CallName, Row> = {
  'POST /api/auth/login': 'own',
  'POST /api/auth/register': 'own',
  'POST /api/auth/signup': 'own',
  'GET /api/auth/me': 'own',
  'POST /api/auth/logout': 'own',
  'POST /api/auth/remember': 'own',
  'POST /api/auth/forgot-password': 'own',
  'POST /api/auth/verify-reset-token': 'own',
  'POST /api/auth/reset-password': 'own',
  'POST /api/auth/password-check': 'own',
  'POST /api/auth/verify-email': 'own',
  'POST /api/auth/oauth/exchange': 'own',
  'GET /api/site': 'own',
  'GET /api/site/pages/:page': 'own',
  'GET /api/dashboard/public-stats': 'own',
  'GET /api/dashboard/stats': 'own',
  'GET /api/dashboard/analytics': 'own',
  'GET /api/dashboard/recent-activity': 'own',

  // Projects are open to everyone, visitors included: a block is between two members.
  'GET /api/projects': forBoth(200),
  'POST /api/projects': 'own',
  'GET /api/projects/mine': 'own',
  'GET /api/projects/suited': forBoth(200),
  'GET /api/projects/:id': forBoth(200, { params: project }),
  'GET /api/projects/:id/hours': forBoth(404, { params: project }),
  'PATCH /api/projects/:id': forBoth(403, { params: project, body: () => ({ title: 'T' }) }),
  'PUT /api/projects/:id/state': forBoth(403, { params: project, body: () => ({ state: 'closed' }) }),
  'POST /api/projects/:id/reopen': forBoth(403, { params: project }),
  'PUT /api/projects/:id/confirmation': forBoth(403, { params: project }),
  'DELETE /api/projects/:id': forBoth(403, { params: project }),
  'DELETE /api/projects/:id/members/:userId': forBoth(403, { params: project, body: () => ({ word: 'W' }) }),
  'GET /api/projects/offers': 'own',
  'PUT /api/projects/:id/offer': forBoth(403, { params: project, body: ({ owner }) => ({ user_id: owner.id }) }),
  'DELETE /api/projects/:id/offer': forBoth(403, { params: project }),
  'PUT /api/projects/:id/offer/status': forBoth(409, { params: project, body: () => ({ status: 'accepted' }) }),
  'DELETE /api/projects/:id/members/me': forBoth(404, { params: project }),
  'POST /api/projects/:id/connect': refused(201, { params: project }),
  'GET /api/projects/connections/incoming': 'own',
  'GET /api/projects/connections/mine': 'own',
  'PUT /api/projects/connections/:id': 'own',
  'DELETE /api/projects/connections/:id': 'own',
  // The answer is the same for a block, a member who is gone and one who doesn't exist.
  'POST /api/projects/:id/invitations': refused(201, {
    params: ({ ownProject }) => ownProject,
    body: ({ owner }) => ({ user_id: owner.id }),
  }),
  'GET /api/invitations/received': 'own',
  'GET /api/invitations/sent': 'own',
  'PUT /api/invitations/:id/status': 'own',
  'DELETE /api/invitations/:id': 'own',
  'POST /api/project-requests': refused(201, { body: ({ project }) => ({ project_id: project }) }),
  'GET /api/project-requests/incoming': 'own',
  'GET /api/project-requests/decided': 'own',
  'GET /api/project-requests/mine': 'own',
  'PUT /api/project-requests/:id/status': 'own',
  'POST /api/project-requests/:id/reopen': 'own',
  'PUT /api/project-requests/:id/line': 'own',
  'PUT /api/project-requests/:id/wait': 'own',
  'PUT /api/project-requests/:id/offer': 'own',
  'DELETE /api/project-requests/:id': 'own',
  'POST /api/project-requests/withdrawals': 'own',
  'POST /api/project-requests/rejections': 'own',
  'POST /api/project-requests/line': 'own',
  // The remaining contacts are the caller's own: a block does not show in them.
  'GET /api/knocks': forBoth(200, { query: ({ owner }) => `?user_id=${owner.id}` }),
  'GET /api/conversations/requests': 'own',
  'GET /api/conversations/:userId/requests': forBoth(200, { params: owner }),

  'PUT /api/users/profile': 'own',
  'PATCH /api/users/profile': 'own',
  // The owner is not listed.
  'GET /api/people': forBoth(200, { shown: [({ members }: Body) => members, [], []] }),
  // About the caller's own projects: the block is in `find-people/suggested-people.test.ts`. A dismissal reveals nothing about the other.
  'GET /api/people/suggested': 'own',
  'POST /api/suggestions/dismissals': forBoth(200, { body: ({ owner }) => ({ member_id: owner.id }) }),
  'GET /api/people/:id': { stranger: 200, blocked: 404, params: owner },
  'GET /api/hours': 'own',
  'PUT /api/hours': 'own',
  'GET /api/people/:id/hours': forBoth(200, { params: owner }),
  'PUT /api/users/picture': 'own',
  'DELETE /api/users/picture': 'own',
  // The owner has none; `people/picture/picture.test.ts` covers those who do.
  'GET /api/pictures': forBoth(200, { query: ({ owner }) => `?ids=${owner.id}` }),
  'GET /api/users': forBoth(200, {
    query: ({ owner }) => `?ids=${owner.id}`,
    shown: [({ members }: Body) => members.length > 0, true, false],
  }),
  'GET /api/users/suggestions': 'own',
  'POST /api/users/update-status': 'own',
  'POST /api/users/status': forBoth(200, {
    body: ({ owner }) => ({ userIds: [owner.id] }),
    shown: [([presence]: Body[]) => isOnline(presence), true, false],
  }),
  'GET /api/users/:id/status': forBoth(200, { params: owner, shown: [isOnline, true, false] }),

  'GET /api/inbox': 'own',
  'PUT /api/inbox/read': 'own',
  'PUT /api/inbox/read-all': 'own',
  'PUT /api/inbox/seen': 'own',
  'DELETE /api/inbox/:id': 'own',
  'GET /api/push': 'own',
  'PUT /api/push': 'own',
  'DELETE /api/push': 'own',

  'GET /api/account': 'own',
  'DELETE /api/account': 'own',
  'GET /api/account/suspension': 'own',
  'PUT /api/account/email': 'own',
  'DELETE /api/account/email': 'own',
  'POST /api/account/verification': 'own',
  'PUT /api/account/password': 'own',
  'DELETE /api/account/sessions': 'own',
  'DELETE /api/account/sessions/:sessionId': 'own',
  'POST /api/account/providers/:provider': 'own',
  'DELETE /api/account/providers/:provider': 'own',
  'GET /api/account/activity': 'own',
  'GET /api/notification-choices': 'own',
  'PATCH /api/notification-choices': 'own',
  'PUT /api/messages/mute/:userId': forBoth(200, { params: owner }),
  'DELETE /api/messages/mute/:userId': forBoth(200, { params: owner }),
  'PUT /api/projects/:id/mute': forBoth(200, { params: project }),
  'DELETE /api/projects/:id/mute': forBoth(200, { params: project }),
  'POST /api/attachments': 'own',
  'PUT /api/attachments/:attachmentId/content': 'own',
  'DELETE /api/attachments/:attachmentId': 'own',
  'GET /api/attachments/links': 'own',
  'GET /api/blocks': 'own',
  // A blocked member may block as well, and report.
  'PUT /api/blocks/:userId': forBoth(200, { params: owner }),
  'DELETE /api/blocks/:userId': forBoth(200, { params: owner }),
  'POST /api/reports': forBoth(200, { body: ({ owner }) => ({ kind: 'member', id: owner.id, reason: 'spam' }) }),
  // Both are still in the team, or never were.
  'GET /api/reports/members': forBoth(404, { query: (scene) => `?conversation_id=${team(scene)}` }),
  'GET /api/moderation/reports': 'own',
  'GET /api/moderation/reports/:id': 'own',
  'GET /api/moderation/reports/:id/context': 'own',
  'PUT /api/moderation/reports/:id/decision': 'own',
  'DELETE /api/moderation/members/:userId/suspension': 'own',
  'DELETE /api/moderation/projects/:id/hiding': 'own',

  'GET /api/messages/conversations': 'own',
  'GET /api/messages/requests': 'own',
  'PUT /api/messages/requests/:userId': forBoth(404, { params: owner, body: () => ({ decision: 'accepted' }) }),
  'GET /api/messages/conversation/:userId': forBoth(200, {
    params: owner,
    shown: [({ user }: Body) => isOnline(user), true, false],
  }),
  'PUT /api/messages/mark-read/:userId': forBoth(200, { params: owner }),
  'PUT /api/messages/mark-unread/:userId': forBoth(404, {
    params: owner,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  }),
  'POST /api/messages': refused(201, { body: ({ owner }) => ({ receiver_id: owner.id, content: 'Hi' }) }),
  'PATCH /api/messages/conversation/:userId/:seq': forBoth(404, {
    params: owner,
    body: () => ({ content: 'Hi', client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq': forBoth(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/conversation/:userId/:seq/reactions': forBoth(404, {
    params: owner,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/reactions': forBoth(404, {
    params: owner,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/conversation/:userId/:seq/pin': forBoth(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/pin': forBoth(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/conversation/:userId/:seq/saved': forBoth(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/saved': forBoth(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'GET /api/messages/c/:conversationId': forBoth(404, { params: team }),
  'GET /api/messages/c/:conversationId/team': forBoth(404, { params: team }),
  'PUT /api/messages/c/:conversationId/notify': forBoth(404, {
    params: team,
    body: () => ({ notify: 'off' }),
  }),
  'GET /api/messages/c/:conversationId/files': forBoth(404, { params: team }),
  'GET /api/messages/c/:conversationId/links': forBoth(404, { params: team }),
  'GET /api/messages/c/:conversationId/requests': forBoth(404, { params: team }),
  'PUT /api/messages/c/:conversationId/read': forBoth(404, { params: team }),
  'PUT /api/messages/c/:conversationId/unread': forBoth(404, {
    params: team,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/c/:conversationId/archive': forBoth(404, {
    params: team,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/c/:conversationId/archive': forBoth(404, {
    params: team,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/c/:conversationId/request': forBoth(404, {
    params: team,
    body: () => ({ decision: 'accepted' }),
  }),
  'PUT /api/messages/c/:conversationId/mute': forBoth(404, { params: team }),
  'DELETE /api/messages/c/:conversationId/mute': forBoth(404, { params: team }),
  'PATCH /api/messages/c/:conversationId/:seq': forBoth(404, {
    params: team,
    body: () => ({ content: 'Hi', client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/c/:conversationId/:seq': forBoth(404, {
    params: team,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/c/:conversationId/:seq/reactions': forBoth(404, {
    params: team,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/reactions': forBoth(404, {
    params: team,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/c/:conversationId/:seq/pin': forBoth(404, {
    params: team,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/pin': forBoth(404, {
    params: team,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/c/:conversationId/:seq/saved': forBoth(404, {
    params: team,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/saved': forBoth(404, {
    params: team,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'GET /api/messages/saved': 'own',
  'GET /api/messages/unread-count': 'own',
  'GET /api/messages/notifications': 'own',
  'GET /api/search/messages': 'own',
  'GET /api/search/people': forBoth(200, {
    query: ({ owner }) => `?q=${encodeURIComponent(owner.user.name)}`,
    shown: [({ people }: Body) => people.length > 0, true, false],
  }),
  'GET /api/search/projects': 'own',
  'GET /api/refresh': 'own',
};
