import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { postProject } from '@sangam/testing/post-project';
import { everyNth } from '@sangam/testing/runs';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The callers, from a project's view: a visitor, a member, the applicant, its creator, an ended session. */
const roles = ['visitor', 'other', 'requester', 'creator', 'revoked'] as const;
type Role = (typeof roles)[number];

/** A project on which the requester has a pending join request and a pending interest. */
interface Scene {
  project: number;
  request: number;
  interest: number;
  /** An invitation for the requester, to another project of the creator. */
  invitation: number;
  /** The creator's notification about the request. */
  notification: number;
  bystander: TestMember;
  /** A listed member, whom strangers may invite. */
  invitee: TestMember;
  /** Members whom no other row writes to. */
  unknown: TestMember;
  unused: string;
}

interface Row {
  /** The expected status for each role, in the order of `roles`. */
  expected: readonly [visitor: number, other: number, requester: number, creator: number, revoked: number];
  /** Values for `:id`, `:userId` and the like, and the body. */
  params?: (scene: Scene) => number | string;
  body?: (scene: Scene) => object;
  query?: (scene: Scene) => string;
  /** The call without `/api`, which must answer the same. */
  alias?: string;
  /** The call ends its own session. */
  ownSession?: true;
}

const anybody = (status: number) => [status, status, status, status, status] as const;
const members = (status = 200) => [401, status, status, status, 401] as const;
const password = 'Zq-7kvxw';

const noConversation = () => 9_999_999;

const rights: Record<CallName, Row> = {
  'POST /api/auth/login': { expected: anybody(200), body: ({ bystander: { email } }) => ({ email, password }) },
  'POST /api/auth/register': { expected: anybody(201), body: ({ unused }) => ({ name: 'N', email: unused, password }) },
  'POST /api/auth/signup': { expected: anybody(201), body: ({ unused }) => ({ name: 'N', email: unused, password }) },
  'GET /api/auth/me': { expected: members() },
  'POST /api/auth/logout': { expected: members(), ownSession: true },
  'POST /api/auth/remember': { expected: members() },
  'POST /api/auth/forgot-password': { expected: anybody(200), body: ({ unused }) => ({ email: unused }) },
  'POST /api/auth/verify-reset-token': { expected: anybody(400), body: () => ({ token: 'made-up' }) },
  'POST /api/auth/reset-password': { expected: anybody(400), body: () => ({ token: 'made-up', password }) },
  'POST /api/auth/password-check': { expected: anybody(200), body: () => ({ password: 'Zq-7kvxw' }) },
  'POST /api/auth/verify-email': { expected: anybody(400), body: () => ({ token: 'made-up' }) },
  'POST /api/auth/oauth/exchange': { expected: anybody(400), body: () => ({ code: 'made-up' }) },

  'GET /api/site': { expected: anybody(200) },
  'GET /api/site/pages/:page': { expected: anybody(200), params: () => 'terms' },
  'GET /api/dashboard/public-stats': { expected: anybody(200) },
  'GET /api/dashboard/stats': { expected: members() },
  'GET /api/dashboard/analytics': { expected: members() },
  'GET /api/dashboard/recent-activity': { expected: members() },

  'GET /api/projects': { expected: [200, 200, 200, 200, 401] },
  'POST /api/projects': {
    expected: members(201),
    body: () => ({ title: 'T', description: 'D', category: 'other' }),
  },
  'GET /api/projects/mine': { expected: members() },
  'GET /api/projects/suited': { expected: members() },
  'GET /api/projects/:id': {
    expected: [200, 200, 200, 200, 401],
    params: ({ project }) => project,
    alias: 'GET /projects/:id',
  },
  'GET /api/projects/:id/hours': { expected: [401, 404, 404, 200, 401], params: ({ project }) => project },
  'PATCH /api/projects/:id': {
    expected: [401, 403, 403, 200, 401],
    params: ({ project }) => project,
    body: () => ({ title: 'T' }),
  },
  'PUT /api/projects/:id/state': {
    expected: [401, 403, 403, 200, 401],
    params: ({ project }) => project,
    body: () => ({ state: 'closed' }),
  },
  // The project isn't finished.
  'POST /api/projects/:id/reopen': { expected: [401, 403, 403, 409, 401], params: ({ project }) => project },
  'PUT /api/projects/:id/confirmation': { expected: [401, 403, 403, 200, 401], params: ({ project }) => project },
  'DELETE /api/projects/:id': { expected: [401, 403, 403, 200, 401], params: ({ project }) => project },
  'DELETE /api/projects/:id/members/:userId': {
    expected: [401, 403, 403, 404, 401],
    params: ({ project }) => project,
    body: () => ({ word: 'Thanks' }),
  },
  'GET /api/projects/offers': { expected: members() },
  // Nobody has a seat, nor an offer.
  'PUT /api/projects/:id/offer': {
    expected: [401, 403, 403, 404, 401],
    params: ({ project }) => project,
    body: ({ bystander }) => ({ user_id: bystander.id }),
  },
  'DELETE /api/projects/:id/offer': { expected: [401, 403, 403, 409, 401], params: ({ project }) => project },
  'PUT /api/projects/:id/offer/status': {
    expected: [401, 409, 409, 409, 401],
    params: ({ project }) => project,
    body: () => ({ status: 'accepted' }),
  },
  'DELETE /api/projects/:id/members/me': { expected: [401, 404, 404, 403, 401], params: ({ project }) => project },

  'POST /api/projects/:id/connect': {
    expected: [401, 201, 409, 403, 401],
    params: ({ project }) => project,
    alias: 'POST /projects/:id/connect',
  },
  'GET /api/projects/connections/incoming': { expected: members() },
  'GET /api/projects/connections/mine': { expected: members() },
  'PUT /api/projects/connections/:id': {
    expected: [401, 403, 403, 200, 401],
    params: ({ interest }) => interest,
    body: () => ({ status: 'approved' }),
    alias: 'PUT /projects/connections/:id',
  },
  'DELETE /api/projects/connections/:id': {
    expected: [401, 403, 200, 403, 401],
    params: ({ interest }) => interest,
    alias: 'DELETE /projects/connections/:id',
  },

  'POST /api/projects/:id/invitations': {
    expected: [401, 403, 403, 201, 401],
    params: ({ project }) => project,
    body: ({ invitee }) => ({ user_id: invitee.id }),
  },
  'GET /api/invitations/received': { expected: members() },
  'GET /api/invitations/sent': { expected: members() },
  'PUT /api/invitations/:id/status': {
    expected: [401, 404, 200, 404, 401],
    params: ({ invitation }) => invitation,
    body: () => ({ status: 'accepted' }),
  },
  'DELETE /api/invitations/:id': { expected: [401, 404, 404, 200, 401], params: ({ invitation }) => invitation },

  'POST /api/project-requests': {
    expected: [401, 201, 409, 403, 401],
    body: ({ project }) => ({ project_id: project }),
  },
  'GET /api/project-requests/incoming': { expected: members() },
  'GET /api/project-requests/decided': { expected: members() },
  'GET /api/project-requests/mine': { expected: members() },
  'PUT /api/project-requests/:id/status': {
    expected: [401, 403, 403, 200, 401],
    params: ({ request }) => request,
    body: () => ({ status: 'accepted' }),
  },
  // The request was not rejected.
  'POST /api/project-requests/:id/reopen': { expected: [401, 403, 403, 409, 401], params: ({ request }) => request },
  'PUT /api/project-requests/:id/line': { expected: [401, 403, 403, 200, 401], params: ({ request }) => request },
  // The request is not on the waitlist.
  'PUT /api/project-requests/:id/wait': { expected: [401, 403, 409, 403, 401], params: ({ request }) => request },
  // The applicant has no offer.
  'PUT /api/project-requests/:id/offer': {
    expected: [401, 403, 409, 403, 401],
    params: ({ request }) => request,
    body: () => ({ status: 'accepted' }),
  },
  'DELETE /api/project-requests/:id': { expected: [401, 403, 200, 403, 401], params: ({ request }) => request },
  'POST /api/project-requests/withdrawals': {
    expected: [401, 403, 200, 403, 401],
    body: ({ request }) => ({ request_ids: [request] }),
  },
  'POST /api/project-requests/rejections': {
    expected: [401, 403, 403, 200, 401],
    body: ({ request }) => ({ request_ids: [request] }),
  },
  'POST /api/project-requests/line': {
    expected: [401, 403, 403, 200, 401],
    body: ({ request }) => ({ request_ids: [request] }),
  },

  'GET /api/knocks': { expected: members(), query: ({ bystander }) => `?user_id=${bystander.id}` },
  'GET /api/conversations/requests': { expected: members() },
  'GET /api/conversations/:userId/requests': { expected: members(), params: ({ bystander }) => bystander.id },

  'PUT /api/users/profile': {
    expected: members(),
    body: () => ({ name: 'N', college: 'C', skills: ['S'] }),
  },
  'PATCH /api/users/profile': { expected: members(), body: () => ({ headline: 'H' }) },
  'GET /api/people': { expected: members() },
  'GET /api/people/suggested': {
    expected: [401, 404, 404, 200, 401],
    query: ({ project }) => `?project_id=${project}`,
  },
  'POST /api/suggestions/dismissals': { expected: members(), body: ({ bystander }) => ({ member_id: bystander.id }) },
  // The bystander has no page for strangers.
  'GET /api/people/:id': { expected: [404, 404, 404, 404, 401], params: ({ bystander }) => bystander.id },
  'GET /api/hours': { expected: members() },
  'PUT /api/hours': {
    expected: members(),
    body: () => ({ hours: '0'.repeat(672), zone: 'Asia/Kolkata' }),
  },
  'GET /api/people/:id/hours': { expected: members(), params: ({ bystander }) => bystander.id },
  // Not a picture.
  'PUT /api/users/picture': { expected: members(400), body: () => new Uint8Array(2) },
  'DELETE /api/users/picture': { expected: members() },
  'GET /api/pictures': { expected: members(), query: ({ bystander }) => `?ids=${bystander.id}` },
  'GET /api/users': { expected: members(), query: ({ bystander }) => `?ids=${bystander.id}` },
  'GET /api/users/suggestions': { expected: [200, 200, 200, 200, 401] },
  'POST /api/users/update-status': {
    expected: members(),
    body: () => ({ isActive: true, lastActive: new Date().toISOString() }),
  },
  'POST /api/users/status': { expected: members(), body: ({ bystander }) => ({ userIds: [bystander.id] }) },
  'GET /api/users/:id/status': { expected: members(), params: ({ bystander }) => bystander.id },

  'GET /api/inbox': { expected: members() },
  'PUT /api/inbox/read': { expected: members(), body: ({ notification }) => ({ ids: [notification] }) },
  'PUT /api/inbox/read-all': { expected: members() },
  'PUT /api/inbox/seen': { expected: members(), body: ({ project }) => ({ place: 'project', project_id: project }) },
  'DELETE /api/inbox/:id': { expected: [401, 404, 404, 200, 401], params: ({ notification }) => notification },

  'GET /api/push': { expected: members() },
  'PUT /api/push': {
    expected: members(),
    body: () => ({
      endpoint: 'https://push.example.org/x',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'A'.repeat(22),
      shows_text: false,
    }),
  },
  'DELETE /api/push': { expected: members() },

  'GET /api/account': { expected: members() },
  // With the password it would delete the caller, for every row below: `people/account/deletion.test.ts` covers that.
  // Nobody is suspended.
  'GET /api/account/suspension': { expected: members(404) },
  'DELETE /api/account': { expected: members(400), body: () => ({ current_password: 'not-mine' }) },
  'PUT /api/account/email': {
    expected: members(),
    body: ({ unused }) => ({ email: unused, current_password: password }),
  },
  'DELETE /api/account/email': { expected: members() },
  'POST /api/account/verification': { expected: members() },
  'PUT /api/account/password': {
    expected: members(400),
    body: () => ({ current_password: 'not-mine', password: 'Another-horse-7' }),
  },
  'DELETE /api/account/sessions': { expected: members() },
  // An id of nobody's.
  'DELETE /api/account/sessions/:sessionId': { expected: members(404), params: () => crypto.randomUUID() },
  // None is configured, and none linked.
  'POST /api/account/providers/:provider': {
    expected: members(404),
    params: () => 'google',
    body: () => ({ current_password: password }),
  },
  'DELETE /api/account/providers/:provider': {
    expected: members(404),
    params: () => 'google',
    body: () => ({ current_password: password }),
  },
  'GET /api/account/activity': { expected: members() },
  'GET /api/notification-choices': { expected: members() },
  'PATCH /api/notification-choices': { expected: members(), body: () => ({ mail_pace: 'daily' }) },
  'PUT /api/messages/mute/:userId': { expected: members(), params: ({ bystander }) => bystander.id },
  'DELETE /api/messages/mute/:userId': { expected: members(), params: ({ bystander }) => bystander.id },
  'PUT /api/projects/:id/mute': { expected: members(), params: ({ project }) => project },
  'DELETE /api/projects/:id/mute': { expected: members(), params: ({ project }) => project },
  'POST /api/attachments': {
    expected: members(),
    body: () => ({ id: crypto.randomUUID(), name: 'notes.txt', bytes: 2 }),
  },
  'PUT /api/attachments/:attachmentId/content': {
    expected: members(404),
    params: () => crypto.randomUUID(),
    query: () => '?offset=0',
    body: () => new Uint8Array(2),
  },
  'DELETE /api/attachments/:attachmentId': { expected: members(404), params: () => crypto.randomUUID() },
  'GET /api/attachments/links': { expected: members(), query: () => `?ids=${crypto.randomUUID()}` },
  'GET /api/messages/requests': { expected: members() },
  // An id of nobody's.
  'PUT /api/messages/requests/:userId': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ decision: 'accepted' }),
  },
  'GET /api/blocks': { expected: members() },
  'PUT /api/blocks/:userId': { expected: members(), params: ({ unknown }) => unknown.id },
  'DELETE /api/blocks/:userId': { expected: members(), params: ({ unknown }) => unknown.id },

  'POST /api/reports': {
    expected: members(),
    body: ({ bystander }) => ({ kind: 'member', id: bystander.id, reason: 'spam' }),
  },
  // None of them has left a team.
  'GET /api/reports/members': { expected: members(404), query: () => '?conversation_id=1' },
  // None of them is a moderator.
  'GET /api/moderation/reports': { expected: members(403) },
  'GET /api/moderation/reports/:id': { expected: members(403), params: () => 1 },
  'GET /api/moderation/reports/:id/context': { expected: members(403), params: () => 1 },
  'PUT /api/moderation/reports/:id/decision': {
    expected: members(403),
    params: () => 1,
    body: () => ({ decision: 'dismiss', reason: 'spam', note: 'N' }),
  },
  'DELETE /api/moderation/members/:userId/suspension': {
    expected: members(403),
    params: ({ bystander }) => bystander.id,
    body: () => ({ note: 'N' }),
  },
  'DELETE /api/moderation/projects/:id/hiding': {
    expected: members(403),
    params: ({ project }) => project,
    body: () => ({ note: 'N' }),
  },
  'GET /api/messages/conversations': { expected: members() },
  'GET /api/messages/conversation/:userId': { expected: members(), params: ({ bystander }) => bystander.id },
  'PUT /api/messages/mark-unread/:userId': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/mark-read/:userId': { expected: members(), params: ({ bystander }) => bystander.id },
  'POST /api/messages': {
    expected: members(201),
    body: ({ bystander }) => ({ receiver_id: bystander.id, content: 'Hi' }),
  },
  // A message that does not exist; `chat/acts/acts.test.ts` covers whose messages a member may change.
  'PATCH /api/messages/conversation/:userId/:seq': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ content: 'Hi', client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/conversation/:userId/:seq': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/conversation/:userId/:seq/reactions': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/conversation/:userId/:seq/reactions': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/conversation/:userId/:seq/pin': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/conversation/:userId/:seq/pin': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/conversation/:userId/:seq/saved': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/conversation/:userId/:seq/saved': {
    expected: members(404),
    params: ({ unknown }) => unknown.id,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  // A conversation of nobody's; `chat/conversations/conversation-ids.test.ts` covers whose they are.
  'GET /api/messages/c/:conversationId': { expected: members(404), params: noConversation },
  'GET /api/messages/c/:conversationId/team': { expected: members(404), params: noConversation },
  'PUT /api/messages/c/:conversationId/notify': {
    expected: members(404),
    params: noConversation,
    body: () => ({ notify: 'off' }),
  },
  'GET /api/messages/c/:conversationId/files': { expected: members(404), params: noConversation },
  'GET /api/messages/c/:conversationId/links': { expected: members(404), params: noConversation },
  'GET /api/messages/c/:conversationId/requests': { expected: members(404), params: noConversation },
  'PUT /api/messages/c/:conversationId/read': { expected: members(404), params: noConversation },
  'PUT /api/messages/c/:conversationId/unread': {
    expected: members(404),
    params: noConversation,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/c/:conversationId/archive': {
    expected: members(404),
    params: noConversation,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/c/:conversationId/archive': {
    expected: members(404),
    params: noConversation,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/c/:conversationId/request': {
    expected: members(404),
    params: noConversation,
    body: () => ({ decision: 'accepted' }),
  },
  'PUT /api/messages/c/:conversationId/mute': { expected: members(404), params: noConversation },
  'DELETE /api/messages/c/:conversationId/mute': { expected: members(404), params: noConversation },
  'PATCH /api/messages/c/:conversationId/:seq': {
    expected: members(404),
    params: noConversation,
    body: () => ({ content: 'Hi', client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/c/:conversationId/:seq': {
    expected: members(404),
    params: noConversation,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/c/:conversationId/:seq/reactions': {
    expected: members(404),
    params: noConversation,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/c/:conversationId/:seq/reactions': {
    expected: members(404),
    params: noConversation,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/c/:conversationId/:seq/pin': {
    expected: members(404),
    params: noConversation,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/c/:conversationId/:seq/pin': {
    expected: members(404),
    params: noConversation,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'PUT /api/messages/c/:conversationId/:seq/saved': {
    expected: members(404),
    params: noConversation,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'DELETE /api/messages/c/:conversationId/:seq/saved': {
    expected: members(404),
    params: noConversation,
    body: () => ({ client_id: crypto.randomUUID() }),
  },
  'GET /api/messages/saved': { expected: members() },
  'GET /api/messages/unread-count': { expected: members() },
  'GET /api/messages/notifications': { expected: members() },

  'GET /api/search/messages': { expected: members() },
  'GET /api/search/people': { expected: members() },
  'GET /api/search/projects': { expected: members() },

  'GET /api/refresh': { expected: members() },
};

let server: TestServer;
let bystander: TestMember;
let invitee: TestMember;
let unknown: TestMember;
const known = {} as Record<Exclude<Role, 'visitor' | 'revoked'>, TestMember>;
let revoked: string;
let scene: Scene | undefined;
let scenes = 0;

const signIn = async ({ email }: TestMember): Promise<string> =>
  (await server.call('POST /api/auth/login', null, { email, password })).body.token;

beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['other', 'requester', 'creator'] as const) known[role] = await server.signUp(role);
  bystander = await server.signUp('Bystander');
  invitee = await server.signUp('Invitee');
  const list = 'UPDATE users SET listed = true, active_on = current_date WHERE id = $1';
  await server.database.pool.query(list, [invitee.id]);
  unknown = await server.signUp('Unknown');
  // A second session of the creator, which is like the first except that it has ended.
  revoked = await signIn(known.creator);
  await server.call('POST /api/auth/logout', revoked);
});
afterAll(() => server.close());

/** The invitation of the last scene. */
let invitation = 0;
async function setScene(): Promise<Scene> {
  const { creator, requester } = known;
  const fields = { title: 'Scene', description: 'D' };
  const project = await postProject(server, creator, fields);
  const asked = await server.call('POST /api/project-requests', requester.token, { project_id: project });
  const interested = await server.call(`POST /api/projects/${project}/connect`, requester.token);
  const other = await postProject(server, creator, fields);
  const invite = { user_id: requester.id };
  // A sixth pending one would be queued.
  if (invitation > 0) await server.call(`DELETE /api/invitations/${invitation}`, creator.token);
  const invited = await server.call(`POST /api/projects/${other}/invitations`, creator.token, invite);
  invitation = invited.body.data.invitation.id;
  const inbox = await server.call('GET /api/inbox?limit=1', creator.token);
  scenes += 1;
  return {
    project,
    request: asked.body.data.request.id,
    interest: interested.body.data.connection.id,
    invitation,
    notification: inbox.body.data.items[0].id,
    bystander,
    invitee,
    unknown,
    unused: `unused${scenes}@example.org`,
  };
}

async function tokenOf(role: Role, row: Row): Promise<string | null> {
  if (role === 'visitor') return null;
  if (role === 'revoked') return revoked;
  return row.ownSession ? signIn(known[role]) : known[role].token;
}

/** A call that changed something needs another scene for the next caller. */
const changes = (name: string, status: number): boolean => !name.startsWith('GET ') && status < 300;

async function answers(name: string, row: Row): Promise<number[]> {
  const statuses: number[] = [];
  for (const role of roles) {
    scene ??= await setScene();
    const path = name.replace(/:\w+/gu, String(row.params?.(scene))) + (row.query?.(scene) ?? '');
    const { status, body } = await server.call(path, await tokenOf(role, row), row.body?.(scene));
    expect(body.success, `${name} as ${role}: ${JSON.stringify(body)}`).toBe(status < 300);
    statuses.push(status);
    if (changes(name, status)) scene = undefined;
  }
  return statuses;
}

describe('every call, for every role', () => {
  it('has its row', () => expect(Object.keys(rights).toSorted()).toEqual(Object.keys(http).toSorted()));

  it.each(everyNth(3, Object.entries(rights)))('%s', async (name, row) => {
    expect(await answers(name, row)).toEqual(row.expected);
  });

  it.each(
    everyNth(
      3,
      Object.values(rights).filter((row) => row.alias),
    ),
  )('$alias', async (row) => {
    expect(await answers(row.alias ?? '', row)).toEqual(row.expected);
  });
});
