import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { type ClientEvent, clientEvents } from '@sangam/shared/app/socket';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { everyNth } from '@sangam/testing/runs';
import { type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type LimitName, policies } from '../src/platform/limits/policies.js';

/**
 * Small limits: a member has 10 calls, 2 changes or events, one message, one connection, and nothing under narrower limits. So
 * repeating one call ends at that call's own limit.
 */
const FACTOR = 0.009;
/** An address may open 54 pages; that is the highest limit. */
const TRIES_MAX = 60;

interface Row {
  limit: LimitName;
  /** The body, where the limit is counted only after the call was found to be readable. */
  body?: object;
  /** Values that make its address readable. */
  query?: string;
}
const of = (limit: LimitName, body?: object): Row => ({ limit, ...(body ? { body } : {}) });
const [read, change] = [of('apiByMember'), of('eventByMember')];
/** Fewer than ten of them take all of a member's work. */
const dear = of('workByMember');
const account = { name: 'N', email: 'n@example.org', password: 'Zq-7kvxw' };

/** The limit that refuses repeated calls. */
const calls: Record<CallName, Row> = {
  'POST /api/auth/login': of('loginByAddress', { email: account.email, password: account.password }),
  'POST /api/auth/register': of('signupByAddress', account),
  'POST /api/auth/signup': of('signupByAddress', account),
  'GET /api/auth/me': read,
  // The first one ends the session, so a second one is not recognized as its member's.
  'POST /api/auth/logout': of('apiByAddress'),
  'POST /api/auth/remember': change,
  'POST /api/auth/forgot-password': of('forgotByAddress', { email: account.email }),
  'POST /api/auth/verify-reset-token': of('resetByAddress', { token: 'made-up' }),
  'POST /api/auth/reset-password': of('resetByAddress', { token: 'made-up', password: account.password }),
  'POST /api/auth/password-check': of('passwordCheckByAddress', { password: account.password }),
  'POST /api/auth/verify-email': of('resetByAddress', { token: 'made-up' }),
  'POST /api/auth/oauth/exchange': of('oauthByAddress', { code: 'made-up' }),
  'GET /api/site': of('apiByAddress'),
  'GET /api/site/pages/:page': of('apiByAddress'),
  'GET /api/dashboard/public-stats': of('apiByAddress'),
  'GET /api/dashboard/stats': read,
  'GET /api/dashboard/analytics': dear,
  'GET /api/dashboard/recent-activity': read,
  'GET /api/projects': read,
  'POST /api/projects': of('projectByMember', { title: 'T', description: 'D', category: 'other' }),
  'GET /api/projects/mine': read,
  'GET /api/projects/suited': dear,
  'GET /api/projects/:id': read,
  'GET /api/projects/:id/hours': read,
  'PATCH /api/projects/:id': of('projectChangeByMember', { title: 'T' }),
  'PUT /api/projects/:id/state': of('projectChangeByMember', { state: 'closed' }),
  'POST /api/projects/:id/reopen': of('projectChangeByMember'),
  'PUT /api/projects/:id/confirmation': of('projectChangeByMember'),
  'DELETE /api/projects/:id': change,
  'DELETE /api/projects/:id/members/:userId': change,
  'GET /api/projects/offers': read,
  'PUT /api/projects/:id/offer': of('projectChangeByMember', { user_id: 1 }),
  'DELETE /api/projects/:id/offer': change,
  'PUT /api/projects/:id/offer/status': change,
  'DELETE /api/projects/:id/members/me': change,
  'POST /api/projects/:id/connect': of('requestByMember'),
  'GET /api/projects/connections/incoming': read,
  'GET /api/projects/connections/mine': read,
  'PUT /api/projects/connections/:id': change,
  'DELETE /api/projects/connections/:id': change,
  'POST /api/projects/:id/invitations': of('requestByMember', { user_id: 1 }),
  'GET /api/invitations/received': read,
  'GET /api/invitations/sent': read,
  'PUT /api/invitations/:id/status': change,
  'DELETE /api/invitations/:id': change,
  'POST /api/project-requests': of('requestByMember', { project_id: 1 }),
  'GET /api/project-requests/incoming': read,
  'GET /api/project-requests/decided': read,
  'GET /api/project-requests/mine': read,
  'PUT /api/project-requests/:id/status': change,
  'POST /api/project-requests/:id/reopen': change,
  'PUT /api/project-requests/:id/line': change,
  'PUT /api/project-requests/:id/wait': change,
  'PUT /api/project-requests/:id/offer': change,
  'DELETE /api/project-requests/:id': change,
  'POST /api/project-requests/withdrawals': change,
  'POST /api/project-requests/rejections': change,
  'POST /api/project-requests/line': change,
  'GET /api/knocks': read,
  'GET /api/conversations/requests': read,
  'GET /api/conversations/:userId/requests': read,
  'PUT /api/users/profile': of('profileByMember', { name: 'N', college: 'C', skills: ['S'] }),
  'PATCH /api/users/profile': of('profileByMember', {}),
  'GET /api/people': read,
  'GET /api/people/suggested': read,
  'POST /api/suggestions/dismissals': change,
  'GET /api/people/:id': of('memberPageByMember'),
  'GET /api/hours': read,
  'PUT /api/hours': change,
  'GET /api/people/:id/hours': of('peopleByMember'),
  'PUT /api/users/picture': of('pictureByMember', new Uint8Array(1)),
  'DELETE /api/users/picture': change,
  'GET /api/pictures': { ...of('picturesByMember'), query: '?ids=1' },
  'GET /api/users': { ...of('peopleByMember'), query: '?ids=1' },
  'GET /api/users/suggestions': read,
  'POST /api/users/update-status': change,
  'POST /api/users/status': change,
  'GET /api/users/:id/status': read,
  'GET /api/inbox': read,
  'PUT /api/inbox/read': change,
  'PUT /api/inbox/read-all': change,
  'PUT /api/inbox/seen': change,
  'DELETE /api/inbox/:id': change,
  'GET /api/push': read,
  'PUT /api/push': change,
  'DELETE /api/push': change,
  'GET /api/account': read,
  'GET /api/account/suspension': read,
  'DELETE /api/account': of('passwordByMember', { current_password: 'not-mine' }),
  'PUT /api/account/email': of('passwordByMember', { email: account.email, current_password: 'not-mine' }),
  'DELETE /api/account/email': change,
  'POST /api/account/verification': of('verificationByMember'),
  'PUT /api/account/password': of('passwordByMember', { current_password: 'not-mine', password: 'Another-horse-7' }),
  'DELETE /api/account/sessions/:sessionId': change,
  'DELETE /api/account/sessions': change,
  'POST /api/account/providers/:provider': of('passwordByMember', { current_password: 'not-mine' }),
  'DELETE /api/account/providers/:provider': of('passwordByMember', { current_password: 'not-mine' }),
  'GET /api/account/activity': read,
  'GET /api/notification-choices': read,
  'PATCH /api/notification-choices': change,
  'GET /api/blocks': read,
  'PUT /api/blocks/:userId': of('peopleByMember'),
  'DELETE /api/blocks/:userId': change,
  'PUT /api/messages/mute/:userId': change,
  'DELETE /api/messages/mute/:userId': change,
  'PUT /api/projects/:id/mute': change,
  'DELETE /api/projects/:id/mute': change,
  'POST /api/attachments': of('uploadByMember', { id: crypto.randomUUID(), name: 'a.txt', bytes: 2 }),
  'PUT /api/attachments/:attachmentId/content': of('eventByMember', new Uint8Array(1)),
  'DELETE /api/attachments/:attachmentId': change,
  'GET /api/attachments/links': read,
  'POST /api/reports': of('reportByMember', { kind: 'member', id: 1, reason: 'spam' }),
  'GET /api/reports/members': read,
  'GET /api/moderation/reports': read,
  'GET /api/moderation/reports/:id': read,
  'GET /api/moderation/reports/:id/context': read,
  'PUT /api/moderation/reports/:id/decision': change,
  'DELETE /api/moderation/members/:userId/suspension': change,
  'DELETE /api/moderation/projects/:id/hiding': change,
  'GET /api/messages/conversations': dear,
  'GET /api/messages/requests': read,
  'PUT /api/messages/requests/:userId': of('eventByMember', { decision: 'accepted' }),
  'GET /api/messages/conversation/:userId': of('peopleByMember'),
  'PUT /api/messages/mark-read/:userId': change,
  'PUT /api/messages/mark-unread/:userId': of('changeByMember', { seq: 1, client_id: crypto.randomUUID() }),
  'POST /api/messages': of('sendByMember', { receiver_id: 1, content: 'Hi' }),
  'PATCH /api/messages/conversation/:userId/:seq': of('changeByMember', {
    content: 'Hi',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/conversation/:userId/:seq': of('changeByMember', { client_id: crypto.randomUUID() }),
  'PUT /api/messages/conversation/:userId/:seq/reactions': of('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/reactions': of('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/conversation/:userId/:seq/pin': of('changeByMember', { client_id: crypto.randomUUID() }),
  'DELETE /api/messages/conversation/:userId/:seq/pin': of('changeByMember', { client_id: crypto.randomUUID() }),
  'PUT /api/messages/conversation/:userId/:seq/saved': of('changeByMember', { client_id: crypto.randomUUID() }),
  'DELETE /api/messages/conversation/:userId/:seq/saved': of('changeByMember', { client_id: crypto.randomUUID() }),
  'GET /api/messages/c/:conversationId': read,
  'GET /api/messages/c/:conversationId/team': read,
  'PUT /api/messages/c/:conversationId/notify': of('changeByMember', { notify: 'off' }),
  'GET /api/messages/c/:conversationId/files': read,
  'GET /api/messages/c/:conversationId/links': dear,
  'GET /api/messages/c/:conversationId/requests': read,
  'PUT /api/messages/c/:conversationId/read': change,
  'PUT /api/messages/c/:conversationId/unread': of('changeByMember', { seq: 1, client_id: crypto.randomUUID() }),
  'PUT /api/messages/c/:conversationId/request': of('eventByMember', { decision: 'accepted' }),
  'PUT /api/messages/c/:conversationId/archive': of('changeByMember', { seq: 1, client_id: crypto.randomUUID() }),
  'DELETE /api/messages/c/:conversationId/archive': of('changeByMember', { seq: 1, client_id: crypto.randomUUID() }),
  'PUT /api/messages/c/:conversationId/mute': change,
  'DELETE /api/messages/c/:conversationId/mute': change,
  'PATCH /api/messages/c/:conversationId/:seq': of('changeByMember', {
    content: 'Hi',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq': of('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/c/:conversationId/:seq/reactions': of('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/reactions': of('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/c/:conversationId/:seq/pin': of('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/pin': of('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/c/:conversationId/:seq/saved': of('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/saved': of('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'GET /api/messages/saved': read,
  'GET /api/messages/unread-count': read,
  'GET /api/messages/notifications': read,
  'GET /api/search/messages': of('searchByMember'),
  'GET /api/search/people': of('peopleByMember'),
  'GET /api/search/projects': of('searchByMember'),
  'GET /api/refresh': dear,
};

const reaction = { user_id: 1, seq: 1, emoji: '👍', client_id: crypto.randomUUID() };

/** The limit that refuses repeated events, and the payload. */
const events: Record<ClientEvent, Required<Omit<Row, 'query'>>> = {
  'message:send': { limit: 'sendByMember', body: { receiver_id: 1, content: 'Hi', client_id: crypto.randomUUID() } },
  'message:edit': {
    limit: 'changeByMember',
    body: { user_id: 1, seq: 1, content: 'Hi', client_id: crypto.randomUUID() },
  },
  'message:delete': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'message:react': { limit: 'changeByMember', body: reaction },
  'message:unreact': { limit: 'changeByMember', body: reaction },
  'message:pin': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'message:unpin': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'message:save': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'message:unsave': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'message:unread': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'conversation:archive': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'conversation:unarchive': { limit: 'changeByMember', body: { user_id: 1, seq: 1, client_id: crypto.randomUUID() } },
  'message:read': { limit: 'eventByMember', body: { user_id: 1 } },
  'presence:report': { limit: 'eventByMember', body: { isActive: true, lastActive: new Date().toISOString() } },
  'presence:watch': { limit: 'eventByMember', body: { userIds: [1] } },
  'project:watch': { limit: 'eventByMember', body: { list: true, project_id: null } },
  typing: { limit: 'eventByMember', body: { receiver_id: 1, typing: true } },
};

const METRICS_TOKEN = 'a-token-of-this-test';
const saysWhen = expect.stringMatching(
  /^Too many requests\. (?:Wait a moment and|Try again in \d+ (?:seconds|minutes?))/u,
);

let server: TestServer;
let members: AddedMember[];
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on', METRICS_TOKEN }, rateLimitFactor: FACTOR });
  members = await addMembers(server.database, 200, server.jwtSecret);
});
afterAll(() => server.close());

/** A member who has done nothing yet. */
const newcomer = (): AddedMember => {
  const member = members.pop();
  if (!member) throw new Error('add more members');
  return member;
};
let addresses = 0;
/** An address without requests yet. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` });

/** How often each limit has refused. */
async function refusals(): Promise<Record<string, number>> {
  const { body } = await server.call('GET /metrics', METRICS_TOKEN, undefined, elsewhere());
  const lines = (body as string).matchAll(/^sangam_rate_limited_total\{limit="(\w+)"\} (\d+)$/gmu);
  return Object.fromEntries([...lines].map(([, limit, count]) => [limit, Number(count)]));
}

/** Repeats `act` until it is refused, and returns that answer; expects only `limit` to have refused. */
async function untilRefused<T>(limit: LimitName, act: () => Promise<T>, isRefused: (answer: T) => boolean): Promise<T> {
  const before = await refusals();
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer = await act();
    if (!isRefused(answer)) continue;
    expect(await refusals()).toEqual({ ...before, [limit]: (before[limit] ?? 0) + 1 });
    return answer;
  }
  throw new Error(`${limit} refused nothing`);
}

const expectWait = (waitS: number, limit: LimitName) => {
  expect(waitS).toBeGreaterThan(0);
  expect(waitS).toBeLessThanOrEqual(policies[limit].durationS);
};

const expectRefused = ({ status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>, limit: LimitName) => {
  expect([status, body]).toEqual([
    429,
    { success: false, code: 'RATE_LIMITED', message: saysWhen, request_id: expect.any(String) },
  ]);
  expectWait(Number(headers.get('retry-after')), limit);
};

describe('every call says when to retry', () => {
  const repeat = async (name: string, { limit, body, query = '' }: Row, token: string | null) => {
    const from = elsewhere();
    const ask = () =>
      server.call(name.replace(':provider', 'google').replace(/:\w+/gu, '1') + query, token, body, from);
    expectRefused(await untilRefused(limit, ask, ({ status }) => status === 429), limit);
  };

  it('has its row', () => expect(Object.keys(calls).toSorted()).toEqual(Object.keys(http).toSorted()));

  it.each(everyNth(4, Object.entries(calls)))('%s', (name, row) =>
    repeat(name, row, http[name as CallName].access === 'public' ? null : newcomer().token),
  );

  const forVisitors = Object.keys(calls).filter((name) => http[name as CallName].access === 'optional');
  it.each(everyNth(4, forVisitors))('%s, for a visitor', (name) => repeat(name, of('apiByAddress'), null));

  it('a page', () => repeat('GET /login', of('pageByAddress'), null));

  it.each(['google', 'github'])('a sign-in with %s, with a redirect', async (provider) => {
    const from = elsewhere();
    const ask = () => server.call(`GET /api/auth/${provider}`, null, undefined, from);
    const { status, headers } = await untilRefused('oauthByAddress', ask, () => true);
    expect([status, headers.get('location')]).toEqual([302, '/oauth-success?error=rate_limited']);
    expectWait(Number(headers.get('retry-after')), 'oauthByAddress');
  });
});

/** How a socket's connection ended: the server's refusal, or null where it is open. */
type Refusal = { code: string; message: string; retry_after: number } | null;

describe('every socket says when to retry', () => {
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.disconnect();
  });

  const connect = async (token: string, extraHeaders = elsewhere()): Promise<{ socket: Socket; refusal: Refusal }> => {
    const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true };
    const socket = io(server.url, { ...options, extraHeaders });
    sockets.push(socket);
    const refusal = await new Promise<Refusal>((resolve, reject) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', (error: Error & { data?: Refusal }) =>
        error.data ? resolve(error.data) : reject(error),
      );
    });
    return { socket, refusal };
  };
  const expectData = (refusal: Refusal | undefined, limit: LimitName) => {
    expect(refusal).toEqual({ code: 'RATE_LIMITED', message: saysWhen, retry_after: expect.any(Number) });
    expectWait(refusal?.retry_after ?? 0, limit);
  };

  it('has its row', () => expect(Object.keys(events).toSorted()).toEqual(Object.keys(clientEvents).toSorted()));

  it.each(everyNth(4, Object.entries(events)))('%s', async (event, { limit, body }) => {
    const { socket } = await connect(newcomer().token);
    const send = () => socket.timeout(20_000).emitWithAck(event, body);
    const ack = await untilRefused(limit, send, ({ error }) => error?.code === 'RATE_LIMITED');
    expect(ack).toEqual({ ok: false, error: expect.anything() });
    expectData(ack.error, limit);
  });

  it('an event and calls whose work together exceeds the limit', async () => {
    const { token } = newcomer();
    const { socket } = await connect(token);
    const refresh = (by: string) => server.call('GET /api/refresh', by, undefined, elsewhere());
    const watch = () => socket.timeout(20_000).emitWithAck('presence:watch', { userIds: [1] });
    expectRefused(
      await untilRefused(
        'workByMember',
        () => refresh(token),
        ({ status }) => status === 429,
      ),
      'workByMember',
    );
    expectData((await watch()).error, 'workByMember');
    expect((await refresh(newcomer().token)).status).toBe(200);
  });

  it.each([
    ['connectByMember', (): string => newcomer().token],
    ['connectByAddress', (): string => 'bad'],
  ] as const)('a connection that %s refuses', async (limit, tokenOf) => {
    const [token, from] = [tokenOf(), elsewhere()];
    const knock = async (): Promise<Refusal> => (await connect(token, from)).refusal;
    expectData((await untilRefused(limit, knock, (refusal) => refusal?.code === 'RATE_LIMITED')) ?? undefined, limit);
  });

  it.each([
    ['handshakeByAddress', ''],
    ['strayPollByAddress', '&sid=unknown'],
  ] as const)('a request of long-polling that %s refuses', async (limit, query) => {
    const from = elsewhere();
    const ask = () => server.call(`GET /socket.io/?EIO=4&transport=polling${query}`, null, undefined, from);
    expectRefused(await untilRefused(limit, ask, ({ status }) => status === 429), limit);
  });

  it('a WebSocket that an address may no longer open', async () => {
    const headers = elsewhere();
    const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const begin = () =>
      new Promise<{ status: number; retryAfterS: number }>((resolve) => {
        const socket = new WebSocket(url, { headers }).on('error', () => undefined);
        socket.once('unexpected-response', (_, { statusCode = 0, headers }) => {
          resolve({ status: statusCode, retryAfterS: Number(headers['retry-after']) });
        });
        socket.once('open', () => {
          socket.terminate();
          resolve({ status: 101, retryAfterS: 0 });
        });
      });
    const limit = 'handshakeByAddress';
    expectWait((await untilRefused(limit, begin, ({ status }) => status === 429)).retryAfterS, limit);
  });
});
