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
const refusedBy = (limit: LimitName, body?: object): Row => ({ limit, ...(body ? { body } : {}) });
const [memberRead, memberChange] = [refusedBy('apiByMember'), refusedBy('eventByMember')];
/** Fewer than ten of them take all of a member's work. */
const costly = refusedBy('workByMember');
const account = { name: 'N', email: 'n@example.org', password: 'Zq-7kvxw' };

/** The limit that refuses repeated calls. */
const calls: Record<CallName, Row> = {
  'POST /api/auth/login': refusedBy('loginByAddress', { email: account.email, password: account.password }),
  'POST /api/auth/register': refusedBy('signupByAddress', account),
  'POST /api/auth/signup': refusedBy('signupByAddress', account),
  'GET /api/auth/me': memberRead,
  // The first one ends the session, so a second one is not recognized as its member's.
  'POST /api/auth/logout': refusedBy('apiByAddress'),
  'POST /api/auth/remember': memberChange,
  'POST /api/auth/forgot-password': refusedBy('forgotByAddress', { email: account.email }),
  'POST /api/auth/verify-reset-token': refusedBy('resetByAddress', { token: 'made-up' }),
  'POST /api/auth/reset-password': refusedBy('resetByAddress', { token: 'made-up', password: account.password }),
  'POST /api/auth/password-check': refusedBy('passwordCheckByAddress', { password: account.password }),
  'POST /api/auth/verify-email': refusedBy('resetByAddress', { token: 'made-up' }),
  'POST /api/auth/oauth/exchange': refusedBy('oauthByAddress', { code: 'made-up' }),
  'GET /api/site': refusedBy('apiByAddress'),
  'GET /api/site/pages/:page': refusedBy('apiByAddress'),
  'GET /api/dashboard/public-stats': refusedBy('apiByAddress'),
  'GET /api/dashboard/stats': memberRead,
  'GET /api/dashboard/analytics': costly,
  'GET /api/dashboard/recent-activity': memberRead,
  'GET /api/projects': memberRead,
  'POST /api/projects': refusedBy('projectByMember', { title: 'T', description: 'D', category: 'other' }),
  'GET /api/projects/mine': memberRead,
  'GET /api/projects/suited': costly,
  'GET /api/projects/:id': memberRead,
  'GET /api/projects/:id/hours': memberRead,
  'PATCH /api/projects/:id': refusedBy('projectChangeByMember', { title: 'T' }),
  'PUT /api/projects/:id/state': refusedBy('projectChangeByMember', { state: 'closed' }),
  'POST /api/projects/:id/reopen': refusedBy('projectChangeByMember'),
  'PUT /api/projects/:id/confirmation': refusedBy('projectChangeByMember'),
  'DELETE /api/projects/:id': memberChange,
  'DELETE /api/projects/:id/members/:userId': memberChange,
  'GET /api/projects/offers': memberRead,
  'PUT /api/projects/:id/offer': refusedBy('projectChangeByMember', { user_id: 1 }),
  'DELETE /api/projects/:id/offer': memberChange,
  'PUT /api/projects/:id/offer/status': memberChange,
  'DELETE /api/projects/:id/members/me': memberChange,
  'POST /api/projects/:id/connect': refusedBy('requestByMember'),
  'GET /api/projects/connections/incoming': memberRead,
  'GET /api/projects/connections/mine': memberRead,
  'PUT /api/projects/connections/:id': memberChange,
  'DELETE /api/projects/connections/:id': memberChange,
  'POST /api/projects/:id/invitations': refusedBy('requestByMember', { user_id: 1 }),
  'GET /api/invitations/received': memberRead,
  'GET /api/invitations/sent': memberRead,
  'PUT /api/invitations/:id/status': memberChange,
  'DELETE /api/invitations/:id': memberChange,
  'POST /api/project-requests': refusedBy('requestByMember', { project_id: 1 }),
  'GET /api/project-requests/incoming': memberRead,
  'GET /api/project-requests/decided': memberRead,
  'GET /api/project-requests/mine': memberRead,
  'PUT /api/project-requests/:id/status': memberChange,
  'POST /api/project-requests/:id/reopen': memberChange,
  'PUT /api/project-requests/:id/line': memberChange,
  'PUT /api/project-requests/:id/wait': memberChange,
  'PUT /api/project-requests/:id/offer': memberChange,
  'DELETE /api/project-requests/:id': memberChange,
  'POST /api/project-requests/withdrawals': memberChange,
  'POST /api/project-requests/rejections': memberChange,
  'POST /api/project-requests/line': memberChange,
  'GET /api/knocks': memberRead,
  'GET /api/conversations/requests': memberRead,
  'GET /api/conversations/:userId/requests': memberRead,
  'PUT /api/users/profile': refusedBy('profileByMember', { name: 'N', college: 'C', skills: ['S'] }),
  'PATCH /api/users/profile': refusedBy('profileByMember', {}),
  'GET /api/people': memberRead,
  'GET /api/people/suggested': memberRead,
  'POST /api/suggestions/dismissals': memberChange,
  'GET /api/people/:id': refusedBy('memberPageByMember'),
  'GET /api/hours': memberRead,
  'PUT /api/hours': memberChange,
  'GET /api/people/:id/hours': refusedBy('peopleByMember'),
  'PUT /api/users/picture': refusedBy('pictureByMember', new Uint8Array(1)),
  'DELETE /api/users/picture': memberChange,
  'GET /api/pictures': { ...refusedBy('picturesByMember'), query: '?ids=1' },
  'GET /api/users': { ...refusedBy('peopleByMember'), query: '?ids=1' },
  'GET /api/users/suggestions': memberRead,
  'POST /api/users/update-status': memberChange,
  'POST /api/users/status': memberChange,
  'GET /api/users/:id/status': memberRead,
  'GET /api/inbox': memberRead,
  'PUT /api/inbox/read': memberChange,
  'PUT /api/inbox/read-all': memberChange,
  'PUT /api/inbox/seen': memberChange,
  'DELETE /api/inbox/:id': memberChange,
  'GET /api/push': memberRead,
  'PUT /api/push': memberChange,
  'DELETE /api/push': memberChange,
  'GET /api/account': memberRead,
  'GET /api/account/suspension': memberRead,
  'DELETE /api/account': refusedBy('passwordByMember', { current_password: 'not-mine' }),
  'PUT /api/account/email': refusedBy('passwordByMember', { email: account.email, current_password: 'not-mine' }),
  'DELETE /api/account/email': memberChange,
  'POST /api/account/verification': refusedBy('verificationByMember'),
  'PUT /api/account/password': refusedBy('passwordByMember', {
    current_password: 'not-mine',
    password: 'Another-horse-7',
  }),
  'DELETE /api/account/sessions/:sessionId': memberChange,
  'DELETE /api/account/sessions': memberChange,
  'POST /api/account/providers/:provider': refusedBy('passwordByMember', { current_password: 'not-mine' }),
  'DELETE /api/account/providers/:provider': refusedBy('passwordByMember', { current_password: 'not-mine' }),
  'GET /api/account/activity': memberRead,
  'GET /api/notification-choices': memberRead,
  'PATCH /api/notification-choices': memberChange,
  'GET /api/blocks': memberRead,
  'PUT /api/blocks/:userId': refusedBy('peopleByMember'),
  'DELETE /api/blocks/:userId': refusedBy('peopleByMember'),
  'PUT /api/messages/mute/:userId': refusedBy('peopleByMember'),
  'DELETE /api/messages/mute/:userId': memberChange,
  'PUT /api/projects/:id/mute': memberChange,
  'DELETE /api/projects/:id/mute': memberChange,
  'POST /api/attachments': refusedBy('uploadByMember', { id: crypto.randomUUID(), name: 'a.txt', bytes: 2 }),
  'PUT /api/attachments/:attachmentId/content': refusedBy('eventByMember', new Uint8Array(1)),
  'DELETE /api/attachments/:attachmentId': memberChange,
  'GET /api/attachments/links': memberRead,
  'POST /api/reports': refusedBy('reportByMember', { kind: 'member', id: 1, reason: 'spam' }),
  'GET /api/reports/members': memberRead,
  'GET /api/moderation/reports': memberRead,
  'GET /api/moderation/reports/:id': memberRead,
  'GET /api/moderation/reports/:id/context': memberRead,
  'PUT /api/moderation/reports/:id/decision': memberChange,
  'DELETE /api/moderation/members/:userId/suspension': memberChange,
  'DELETE /api/moderation/projects/:id/hiding': memberChange,
  'GET /api/messages/conversations': costly,
  'GET /api/messages/requests': memberRead,
  'PUT /api/messages/requests/:userId': refusedBy('eventByMember', { decision: 'accepted' }),
  'GET /api/messages/conversation/:userId': refusedBy('peopleByMember'),
  'PUT /api/messages/mark-read/:userId': refusedBy('peopleByMember'),
  'PUT /api/messages/mark-unread/:userId': refusedBy('changeByMember', { seq: 1, client_id: crypto.randomUUID() }),
  'POST /api/messages': refusedBy('sendByMember', { receiver_id: 1, content: 'Hi' }),
  'PATCH /api/messages/conversation/:userId/:seq': refusedBy('changeByMember', {
    content: 'Hi',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/conversation/:userId/:seq': refusedBy('changeByMember', { client_id: crypto.randomUUID() }),
  'PUT /api/messages/conversation/:userId/:seq/reactions': refusedBy('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/reactions': refusedBy('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/conversation/:userId/:seq/pin': refusedBy('changeByMember', { client_id: crypto.randomUUID() }),
  'DELETE /api/messages/conversation/:userId/:seq/pin': refusedBy('changeByMember', { client_id: crypto.randomUUID() }),
  'PUT /api/messages/conversation/:userId/:seq/saved': refusedBy('changeByMember', { client_id: crypto.randomUUID() }),
  'DELETE /api/messages/conversation/:userId/:seq/saved': refusedBy('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'GET /api/messages/c/:conversationId': memberRead,
  'GET /api/messages/c/:conversationId/team': memberRead,
  'PUT /api/messages/c/:conversationId/notify': refusedBy('changeByMember', { notify: 'off' }),
  'GET /api/messages/c/:conversationId/files': memberRead,
  'GET /api/messages/c/:conversationId/links': costly,
  'GET /api/messages/c/:conversationId/requests': memberRead,
  'PUT /api/messages/c/:conversationId/read': memberChange,
  'PUT /api/messages/c/:conversationId/unread': refusedBy('changeByMember', { seq: 1, client_id: crypto.randomUUID() }),
  'PUT /api/messages/c/:conversationId/request': refusedBy('eventByMember', { decision: 'accepted' }),
  'PUT /api/messages/c/:conversationId/archive': refusedBy('changeByMember', {
    seq: 1,
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/archive': refusedBy('changeByMember', {
    seq: 1,
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/c/:conversationId/mute': memberChange,
  'DELETE /api/messages/c/:conversationId/mute': memberChange,
  'PATCH /api/messages/c/:conversationId/:seq': refusedBy('changeByMember', {
    content: 'Hi',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq': refusedBy('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/c/:conversationId/:seq/reactions': refusedBy('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/reactions': refusedBy('changeByMember', {
    emoji: '👍',
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/c/:conversationId/:seq/pin': refusedBy('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/pin': refusedBy('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'PUT /api/messages/c/:conversationId/:seq/saved': refusedBy('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'DELETE /api/messages/c/:conversationId/:seq/saved': refusedBy('changeByMember', {
    client_id: crypto.randomUUID(),
  }),
  'GET /api/messages/saved': memberRead,
  'GET /api/messages/unread-count': memberRead,
  'GET /api/messages/notifications': memberRead,
  'GET /api/search/messages': refusedBy('searchByMember'),
  'GET /api/search/people': refusedBy('peopleByMember'),
  'GET /api/search/projects': refusedBy('searchByMember'),
  'GET /api/refresh': costly,
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
const waitMessage = expect.stringMatching(
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
const fromNewAddress = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` });

/** How often each limit has refused. */
async function refusals(): Promise<Record<string, number>> {
  const { body } = await server.call('GET /metrics', METRICS_TOKEN, undefined, fromNewAddress());
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
    { success: false, code: 'RATE_LIMITED', message: waitMessage, request_id: expect.any(String) },
  ]);
  expectWait(Number(headers.get('retry-after')), limit);
};

describe('every call says when to retry', () => {
  const repeat = async (name: string, { limit, body, query = '' }: Row, token: string | null) => {
    const from = fromNewAddress();
    const ask = () =>
      server.call(name.replace(':provider', 'google').replace(/:\w+/gu, '1') + query, token, body, from);
    expectRefused(await untilRefused(limit, ask, ({ status }) => status === 429), limit);
  };

  it('has its row', () => expect(Object.keys(calls).toSorted()).toEqual(Object.keys(http).toSorted()));

  it.each(everyNth(4, Object.entries(calls)))('%s', (name, row) =>
    repeat(name, row, http[name as CallName].access === 'public' ? null : newcomer().token),
  );

  const forVisitors = Object.keys(calls).filter((name) => http[name as CallName].access === 'optional');
  it.each(everyNth(4, forVisitors))('%s, for a visitor', (name) => repeat(name, refusedBy('apiByAddress'), null));

  it('a page', () => repeat('GET /login', refusedBy('pageByAddress'), null));

  it.each(['google', 'github'])('a sign-in with %s, with a redirect', async (provider) => {
    const from = fromNewAddress();
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

  const connect = async (
    token: string,
    extraHeaders = fromNewAddress(),
  ): Promise<{ socket: Socket; refusal: Refusal }> => {
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
    expect(refusal).toEqual({ code: 'RATE_LIMITED', message: waitMessage, retry_after: expect.any(Number) });
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
    const refresh = (by: string) => server.call('GET /api/refresh', by, undefined, fromNewAddress());
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
    const [token, from] = [tokenOf(), fromNewAddress()];
    const tryToConnect = async (): Promise<Refusal> => (await connect(token, from)).refusal;
    expectData(
      (await untilRefused(limit, tryToConnect, (refusal) => refusal?.code === 'RATE_LIMITED')) ?? undefined,
      limit,
    );
  });

  it.each([
    ['handshakeByAddress', ''],
    ['strayPollByAddress', '&sid=unknown'],
  ] as const)('a request of long-polling that %s refuses', async (limit, query) => {
    const from = fromNewAddress();
    const ask = () => server.call(`GET /socket.io/?EIO=4&transport=polling${query}`, null, undefined, from);
    expectRefused(await untilRefused(limit, ask, ({ status }) => status === 429), limit);
  });

  it('a WebSocket that an address may no longer open', async () => {
    const headers = fromNewAddress();
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
