import { randomUUID } from 'node:crypto';
import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { type ClientEvent, clientEvents } from '@sangam/shared/app/socket';
import { type BusyMember, fillForBusyMember, OWN_PROJECT, TEAM_PROJECT } from '@sangam/testing/database/busy-member';
import { type CpuMeter, meterCpu } from '@sangam/testing/database/cpu';
import { everyNth } from '@sangam/testing/runs';
import { quietMs, type Reference } from '@sangam/testing/servers/quiet-ms';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_WORK_MS, workMsOf } from '../src/platform/limits/work.js';

const COST_FACTOR = 3;
const NOISE_MS = 4;

interface Scene extends BusyMember {
  teamId: number;
  /** One that they have left. */
  leftTeamId: number;
}
/** The most expensive input of each call and event: the longest pages. */
interface Row {
  path?: (scene: Scene) => string;
  queries?: readonly string[] | ((scene: Scene) => readonly string[]);
  body?: (scene: Scene) => object;
}
/** Calls that are rare enough whatever each costs, because of a limit or of how many things there are to act on. */
type Rare = 'before sign-in' | 'a limit of its own' | 'once for each thing' | 'moderators' | 'no rows of others';

const list = (max: number, ...more: string[]): Row => ({
  queries: [`limit=${max}`, ...more.map((query) => `limit=${max}&${query}`)],
});
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n).join(',');
const key = () => ({ client_id: randomUUID() });
const friend = (rest = ''): Pick<Row, 'path'> => ({ path: ({ friendId }) => `${friendId}${rest}` });
const thread = (rest = ''): Pick<Row, 'path'> => ({ path: ({ conversationId }) => `${conversationId}${rest}` });
const ownProject: Pick<Row, 'path'> = { path: () => String(OWN_PROJECT) };

const once = 'once for each thing';
const limited = 'a limit of its own';
const visitor = 'before sign-in';
const small = 'no rows of others';

const calls: Record<CallName, Row | Rare> = {
  'POST /api/auth/login': visitor,
  'POST /api/auth/register': visitor,
  'POST /api/auth/signup': visitor,
  'GET /api/auth/me': {},
  'POST /api/auth/logout': once,
  'POST /api/auth/remember': {},
  'POST /api/auth/forgot-password': visitor,
  'POST /api/auth/verify-reset-token': visitor,
  'POST /api/auth/reset-password': visitor,
  'POST /api/auth/password-check': visitor,
  'POST /api/auth/verify-email': visitor,
  'POST /api/auth/oauth/exchange': visitor,
  'GET /api/site': {},
  'GET /api/site/pages/:page': { path: () => 'terms' },
  'GET /api/dashboard/public-stats': {},
  'GET /api/dashboard/stats': {},
  'GET /api/dashboard/analytics': { queries: ['weeks=26'] },
  'GET /api/dashboard/recent-activity': list(100),
  'GET /api/projects': {
    queries: [
      '',
      'sort=fit',
      'sort=closing_soon',
      'search=common',
      'search=a%20b%20common%20words%20member%20f',
      'hours=3&sort=open_seats',
    ].map((query) => `limit=100&${query}`),
  },
  'POST /api/projects': limited,
  'GET /api/projects/mine': list(100),
  'GET /api/projects/suited': { queries: ['', `project_id=${OWN_PROJECT}`] },
  'GET /api/projects/:id': ownProject,
  'GET /api/projects/:id/hours': { path: () => String(TEAM_PROJECT) },
  'PATCH /api/projects/:id': limited,
  'PUT /api/projects/:id/state': limited,
  'POST /api/projects/:id/reopen': limited,
  'PUT /api/projects/:id/confirmation': limited,
  'DELETE /api/projects/:id': once,
  'DELETE /api/projects/:id/members/:userId': once,
  'GET /api/projects/offers': list(200),
  'PUT /api/projects/:id/offer': limited,
  'DELETE /api/projects/:id/offer': once,
  'PUT /api/projects/:id/offer/status': once,
  'DELETE /api/projects/:id/members/me': once,
  'POST /api/projects/:id/connect': limited,
  'GET /api/projects/connections/incoming': list(200),
  'GET /api/projects/connections/mine': list(200),
  'PUT /api/projects/connections/:id': once,
  'DELETE /api/projects/connections/:id': once,
  'POST /api/projects/:id/invitations': limited,
  'GET /api/invitations/received': list(200),
  'GET /api/invitations/sent': list(200),
  'PUT /api/invitations/:id/status': once,
  'DELETE /api/invitations/:id': once,
  'POST /api/project-requests': limited,
  'GET /api/project-requests/incoming': list(200),
  'GET /api/project-requests/decided': list(200),
  'GET /api/project-requests/mine': list(200),
  'PUT /api/project-requests/:id/status': once,
  'POST /api/project-requests/:id/reopen': once,
  'PUT /api/project-requests/:id/line': once,
  'PUT /api/project-requests/:id/wait': once,
  'PUT /api/project-requests/:id/offer': once,
  'DELETE /api/project-requests/:id': once,
  'POST /api/project-requests/withdrawals': once,
  'POST /api/project-requests/rejections': once,
  'POST /api/project-requests/line': once,
  'GET /api/knocks': { queries: ['user_id=2'] },
  'GET /api/conversations/requests': list(200),
  'GET /api/conversations/:userId/requests': friend(),
  'PUT /api/users/profile': limited,
  'PATCH /api/users/profile': limited,
  'GET /api/people': {
    queries: ['', 'sort=fit', 'hours=3', 'skills=javascript,other&match=all', `sort=project&project_id=${OWN_PROJECT}`],
  },
  'GET /api/people/suggested': { queries: ['', `project_id=${OWN_PROJECT}`] },
  'POST /api/suggestions/dismissals': { body: ({ friendId }) => ({ member_id: friendId }) },
  'GET /api/people/:id': friend(),
  'GET /api/hours': {},
  'PUT /api/hours': { body: () => ({ hours: '10'.repeat(336), zone: 'Asia/Kolkata' }) },
  'GET /api/people/:id/hours': friend(),
  'PUT /api/users/picture': limited,
  'DELETE /api/users/picture': {},
  'GET /api/pictures': { queries: [`ids=${idsFrom(2, 50)}`] },
  'GET /api/users': { queries: [`ids=${idsFrom(2, 10)}`] },
  'GET /api/users/suggestions': {},
  'POST /api/users/update-status': { body: () => ({ isActive: true, lastActive: new Date().toISOString() }) },
  'POST /api/users/status': { body: () => ({ userIds: Array.from({ length: 200 }, (_, n) => n + 2) }) },
  'GET /api/users/:id/status': friend(),
  'GET /api/inbox': list(100),
  'PUT /api/inbox/read': { body: () => ({ ids: [1] }) },
  'PUT /api/inbox/read-all': {},
  'PUT /api/inbox/seen': { body: () => ({ place: 'project', project_id: OWN_PROJECT }) },
  'DELETE /api/inbox/:id': once,
  'GET /api/push': {},
  'PUT /api/push': small,
  'DELETE /api/push': {},
  'GET /api/account': {},
  'GET /api/account/suspension': visitor,
  'DELETE /api/account': limited,
  'PUT /api/account/email': limited,
  'DELETE /api/account/email': {},
  'POST /api/account/verification': limited,
  'PUT /api/account/password': limited,
  'DELETE /api/account/sessions/:sessionId': once,
  'DELETE /api/account/sessions': {},
  'POST /api/account/providers/:provider': limited,
  'DELETE /api/account/providers/:provider': limited,
  'GET /api/account/activity': list(100),
  'GET /api/notification-choices': {},
  'PATCH /api/notification-choices': { body: () => ({ mail_pace: 'daily' }) },
  'GET /api/blocks': {},
  'PUT /api/blocks/:userId': limited,
  'DELETE /api/blocks/:userId': once,
  'PUT /api/messages/mute/:userId': friend(),
  'DELETE /api/messages/mute/:userId': friend(),
  'PUT /api/projects/:id/mute': ownProject,
  'DELETE /api/projects/:id/mute': ownProject,
  'POST /api/attachments': limited,
  'PUT /api/attachments/:attachmentId/content': once,
  'DELETE /api/attachments/:attachmentId': once,
  'GET /api/attachments/links': { queries: [`ids=${Array.from({ length: 40 }, () => randomUUID()).join(',')}`] },
  'POST /api/reports': limited,
  'GET /api/reports/members': { queries: ({ leftTeamId }) => [`conversation_id=${leftTeamId}`] },
  'GET /api/moderation/reports': 'moderators',
  'GET /api/moderation/reports/:id': 'moderators',
  'GET /api/moderation/reports/:id/context': 'moderators',
  'PUT /api/moderation/reports/:id/decision': 'moderators',
  'DELETE /api/moderation/members/:userId/suspension': 'moderators',
  'DELETE /api/moderation/projects/:id/hiding': 'moderators',
  'GET /api/messages/conversations': list(200),
  'GET /api/messages/requests': list(200),
  'PUT /api/messages/requests/:userId': once,
  'GET /api/messages/conversation/:userId': { ...friend(), ...list(200, 'changed_since=0') },
  'PUT /api/messages/mark-read/:userId': friend(),
  'PUT /api/messages/mark-unread/:userId': { ...friend(), body: () => ({ seq: 4, ...key() }) },
  'POST /api/messages': { body: ({ friendId }) => ({ receiver_id: friendId, content: 'Hi' }) },
  'PATCH /api/messages/conversation/:userId/:seq': {
    ...friend('/3'),
    body: () => ({ content: randomUUID(), ...key() }),
  },
  'DELETE /api/messages/conversation/:userId/:seq': once,
  'PUT /api/messages/conversation/:userId/:seq/reactions': {
    ...friend('/3/reactions'),
    body: () => ({ emoji: '👍', ...key() }),
  },
  'DELETE /api/messages/conversation/:userId/:seq/reactions': {
    ...friend('/3/reactions'),
    body: () => ({ emoji: '👍', ...key() }),
  },
  'PUT /api/messages/conversation/:userId/:seq/pin': { ...friend('/3/pin'), body: key },
  'DELETE /api/messages/conversation/:userId/:seq/pin': { ...friend('/3/pin'), body: key },
  'PUT /api/messages/conversation/:userId/:seq/saved': { ...friend('/3/saved'), body: key },
  'DELETE /api/messages/conversation/:userId/:seq/saved': { ...friend('/3/saved'), body: key },
  'GET /api/messages/c/:conversationId': { ...thread(), ...list(200, 'changed_since=0') },
  'GET /api/messages/c/:conversationId/team': { path: ({ teamId }) => `${teamId}/team` },
  'PUT /api/messages/c/:conversationId/notify': {
    path: ({ teamId }) => `${teamId}/notify`,
    body: () => ({ notify: 'off' }),
  },
  'GET /api/messages/c/:conversationId/files': { ...thread('/files'), ...list(100) },
  'GET /api/messages/c/:conversationId/links': { ...thread('/links'), ...list(100) },
  'GET /api/messages/c/:conversationId/requests': thread('/requests'),
  'PUT /api/messages/c/:conversationId/read': thread('/read'),
  'PUT /api/messages/c/:conversationId/unread': { ...thread('/unread'), body: () => ({ seq: 4, ...key() }) },
  'PUT /api/messages/c/:conversationId/request': once,
  'PUT /api/messages/c/:conversationId/archive': { ...thread('/archive'), body: () => ({ seq: 2_000, ...key() }) },
  'DELETE /api/messages/c/:conversationId/archive': { ...thread('/archive'), body: () => ({ seq: 2_000, ...key() }) },
  'PUT /api/messages/c/:conversationId/mute': thread('/mute'),
  'DELETE /api/messages/c/:conversationId/mute': thread('/mute'),
  'PATCH /api/messages/c/:conversationId/:seq': { ...thread('/3'), body: () => ({ content: randomUUID(), ...key() }) },
  'DELETE /api/messages/c/:conversationId/:seq': once,
  'PUT /api/messages/c/:conversationId/:seq/reactions': {
    ...thread('/3/reactions'),
    body: () => ({ emoji: '👍', ...key() }),
  },
  'DELETE /api/messages/c/:conversationId/:seq/reactions': {
    ...thread('/3/reactions'),
    body: () => ({ emoji: '👍', ...key() }),
  },
  'PUT /api/messages/c/:conversationId/:seq/pin': { ...thread('/3/pin'), body: key },
  'DELETE /api/messages/c/:conversationId/:seq/pin': { ...thread('/3/pin'), body: key },
  'PUT /api/messages/c/:conversationId/:seq/saved': { ...thread('/3/saved'), body: key },
  'DELETE /api/messages/c/:conversationId/:seq/saved': { ...thread('/3/saved'), body: key },
  'GET /api/messages/saved': list(200),
  'GET /api/messages/unread-count': {},
  'GET /api/messages/notifications': list(200),
  // No message has the word: those that have one are charged by their length.
  'GET /api/search/messages': { queries: ['q=absent', 'q=a%20b%20c%20d%20e%20f%20absent'] },
  'GET /api/search/people': { queries: ['q=member', 'q=m&page=yes'] },
  'GET /api/search/projects': { queries: ['q=project', 'q=common'] },
  'GET /api/refresh': {
    queries: [
      'conversations_limit=200&bell_limit=200&incoming_requests_limit=200&my_requests_limit=200&incoming_interests_limit=200&my_invitations_limit=200&inbox_limit=100',
    ],
  },
};

const act = ({ friendId }: Scene) => ({ user_id: friendId, seq: 5, ...key() });
const events: Record<ClientEvent, ((scene: Scene) => object) | Rare> = {
  'message:send': ({ friendId }) => ({ receiver_id: friendId, content: 'Hi', ...key() }),
  'message:edit': (scene) => ({ ...act(scene), content: randomUUID() }),
  'message:delete': once,
  'message:react': (scene) => ({ ...act(scene), emoji: '👍' }),
  'message:unreact': (scene) => ({ ...act(scene), emoji: '👍' }),
  'message:pin': act,
  'message:unpin': act,
  'message:save': act,
  'message:unsave': act,
  'message:unread': (scene) => ({ ...act(scene), seq: 4 }),
  'conversation:archive': (scene) => ({ ...act(scene), seq: 2_000 }),
  'conversation:unarchive': (scene) => ({ ...act(scene), seq: 2_000 }),
  'message:read': ({ friendId }) => ({ user_id: friendId }),
  'presence:report': () => ({ isActive: true, lastActive: new Date().toISOString() }),
  'presence:watch': () => ({ userIds: Array.from({ length: 200 }, (_, n) => n + 2) }),
  'project:watch': () => ({ list: true, project_id: OWN_PROJECT }),
  typing: ({ friendId }) => ({ receiver_id: friendId, typing: true }),
};

let server: TestServer;
let member: TestMember;
let socket: ClientSocket;
let scene: Scene;
let meter: CpuMeter;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.signUp('Busy Member');
  const busy = await fillForBusyMember(server.database, member.id);
  const { pool } = server.database;
  const teamOf = async (projectId: number) =>
    Number((await pool.query('SELECT id FROM conversations WHERE project_id = $1', [projectId])).rows[0].id);
  const left = TEAM_PROJECT + 1;
  await pool.query('DELETE FROM project_members WHERE project_id = $1 AND user_id = $2', [left, member.id]);
  scene = { ...busy, teamId: await teamOf(TEAM_PROJECT), leftTeamId: await teamOf(left) };
  socket = await server.connect(member);
  meter = meterCpu();
}, 300_000);
afterAll(async () => {
  await meter.stop();
  await server.close();
});

/** Like a call, it waits for the database several times. */
const reference: Reference = {
  measure: async () => {
    const { cpuMs } = await meter.of(async () => {
      for (let n = 0; n < 10; n += 1) await server.database.pool.query('SELECT count(*) FROM generate_series(1, 1000)');
    });
    return cpuMs;
  },
  quietMs: 4.5,
};
/** The first tries cost more than later ones. */
const leastMs = (work: () => Promise<unknown>, enoughMs: number) =>
  quietMs(async () => (await meter.of(work)).cpuMs, enoughMs, { reference });
const boundOf = (listedMs: number) => COST_FACTOR * Math.max(listedMs, USUAL_WORK_MS) + NOISE_MS;

const measuredRows = <T extends object>(rows: Record<string, T | Rare>): [string, T][] =>
  Object.entries(rows).flatMap(([name, row]) => (typeof row === 'string' ? [] : [[name, row]]));

describe('a call costs about what is listed', () => {
  it('has its row', () => expect(Object.keys(calls).toSorted()).toEqual(Object.keys(http).toSorted()));

  it.each(everyNth(3, measuredRows(calls)))('%s', async (name, { path, queries = [''], body }) => {
    const [method, route = ''] = name.split(' ') as ['GET', string];
    const pathValue = path?.(scene) ?? '';
    const url = route.replace(pathValue.includes('/') ? /:.*$/u : /:\w+/u, pathValue);
    for (const query of typeof queries === 'function' ? queries(scene) : queries) {
      const fields = Object.fromEntries(new URLSearchParams(query));
      const bound = boundOf(workMsOf(name as CallName, fields));
      const ask = async () => {
        const headers = {
          authorization: `Bearer ${member.token}`,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        };
        const payload = body?.(scene);
        const reply = await server.app.fastify.inject({
          method,
          url: query ? `${url}?${query}` : url,
          headers,
          ...(payload && { payload }),
        });
        expect(reply.statusCode, reply.body.slice(0, 300)).toBeLessThan(300);
      };
      expect(await leastMs(ask, bound), query).toBeLessThanOrEqual(bound);
    }
  });
});

describe('an event costs about what is listed', () => {
  it('has its row', () => expect(Object.keys(events).toSorted()).toEqual(Object.keys(clientEvents).toSorted()));

  it.each(everyNth(3, measuredRows(events)))('%s', async (name, payload) => {
    const bound = boundOf(workMsOf(name as ClientEvent));
    const emit = async () =>
      expect(await socket.timeout(10_000).emitWithAck(name as ClientEvent, payload(scene) as never)).toMatchObject({
        ok: true,
      });
    expect(await leastMs(emit, bound)).toBeLessThanOrEqual(bound);
  });
});
