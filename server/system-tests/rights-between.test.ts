import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { addMembers } from '@sangam/testing/members';
import { type Body, type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * How a member's call depends on another member. `own`: not at all. Else the answers to a stranger (no team, no request, never a
 * message), and to a member whom the other blocks.
 */
type Row = 'own' | Between;
interface Between {
  stranger: number;
  blocked: number;
  params?: (scene: Scene) => number;
  body?: (scene: Scene) => object;
  query?: (scene: Scene) => string;
  /** The parts of the answer that depend on the two members, to a stranger and to a blocked member. */
  told?: readonly [(data: Body) => unknown, stranger: unknown, blocked: unknown];
}

/** A member who is online, with an open project. */
interface Scene {
  owner: TestMember;
  project: number;
}

const both = (status: number, row: Partial<Between> = {}): Between => ({ stranger: status, blocked: status, ...row });
const refused = (status: number, row: Partial<Between>): Between => ({ stranger: status, blocked: 403, ...row });
const owner = ({ owner }: Scene) => owner.id;
const project = ({ project }: Scene) => project;
const isOnline = (presence: Body) => presence.is_online;

const rows: Record<CallName, Row> = {
  'POST /api/auth/login': 'own',
  'POST /api/auth/register': 'own',
  'POST /api/auth/signup': 'own',
  'GET /api/auth/me': 'own',
  'POST /api/auth/logout': 'own',
  'POST /api/auth/forgot-password': 'own',
  'POST /api/auth/verify-reset-token': 'own',
  'POST /api/auth/reset-password': 'own',
  'POST /api/auth/password-check': 'own',
  'POST /api/auth/verify-email': 'own',
  'POST /api/auth/oauth/exchange': 'own',
  'GET /api/dashboard/public-stats': 'own',
  'GET /api/dashboard/stats': 'own',
  'GET /api/dashboard/recent-activity': 'own',

  // Projects are open to everyone, visitors included: a block is between two members.
  'GET /api/projects': both(200),
  'POST /api/projects': 'own',
  'GET /api/projects/mine': 'own',
  'GET /api/projects/suited': both(200),
  'GET /api/projects/:id': both(200, { params: project }),
  'PATCH /api/projects/:id': both(403, { params: project, body: () => ({ title: 'T' }) }),
  'PUT /api/projects/:id/state': both(403, { params: project, body: () => ({ state: 'closed' }) }),
  'POST /api/projects/:id/reopen': both(403, { params: project }),
  'PUT /api/projects/:id/confirmation': both(403, { params: project }),
  'DELETE /api/projects/:id': both(403, { params: project }),
  'DELETE /api/projects/:id/members/:userId': both(403, { params: project, body: () => ({ word: 'W' }) }),
  'GET /api/projects/offers': 'own',
  'PUT /api/projects/:id/offer': both(403, { params: project, body: ({ owner }) => ({ user_id: owner.id }) }),
  'DELETE /api/projects/:id/offer': both(403, { params: project }),
  'PUT /api/projects/:id/offer/status': both(409, { params: project, body: () => ({ status: 'accepted' }) }),
  'DELETE /api/projects/:id/members/me': both(404, { params: project }),
  'POST /api/projects/:id/connect': refused(201, { params: project }),
  'GET /api/projects/connections/incoming': 'own',
  'GET /api/projects/connections/mine': 'own',
  'PUT /api/projects/connections/:id': 'own',
  'DELETE /api/projects/connections/:id': 'own',
  'POST /api/project-requests': refused(201, { body: ({ project }) => ({ project_id: project }) }),
  'GET /api/project-requests/incoming': 'own',
  'GET /api/project-requests/mine': 'own',
  'PUT /api/project-requests/:id/status': 'own',
  'POST /api/project-requests/:id/reopen': 'own',
  'PUT /api/project-requests/:id/line': 'own',
  'PUT /api/project-requests/:id/wait': 'own',
  'PUT /api/project-requests/:id/offer': 'own',
  'DELETE /api/project-requests/:id': 'own',
  'POST /api/project-requests/withdrawals': 'own',
  // The remaining contacts are the caller's own: a block does not show in them.
  'GET /api/knocks': both(200, { query: ({ owner }) => `?user_id=${owner.id}` }),
  'GET /api/conversations/requests': 'own',
  'GET /api/conversations/:userId/requests': both(200, { params: owner }),

  'PUT /api/users/profile': 'own',
  'GET /api/users': both(200, {
    query: ({ owner }) => `?ids=${owner.id}`,
    told: [({ members }: Body) => members.length > 0, true, false],
  }),
  'GET /api/users/suggestions': 'own',
  'POST /api/users/update-status': 'own',
  'POST /api/users/status': both(200, {
    body: ({ owner }) => ({ userIds: [owner.id] }),
    told: [([presence]: Body[]) => isOnline(presence), true, false],
  }),
  'GET /api/users/:id/status': both(200, { params: owner, told: [isOnline, true, false] }),

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
  'PUT /api/messages/mute/:userId': both(200, { params: owner }),
  'DELETE /api/messages/mute/:userId': both(200, { params: owner }),
  'PUT /api/projects/:id/mute': both(200, { params: project }),
  'DELETE /api/projects/:id/mute': both(200, { params: project }),
  'POST /api/attachments': 'own',
  'PUT /api/attachments/:attachmentId/content': 'own',
  'DELETE /api/attachments/:attachmentId': 'own',
  'GET /api/attachments/links': 'own',
  'GET /api/blocks': 'own',
  // A blocked member may block as well, and report.
  'PUT /api/blocks/:userId': both(200, { params: owner }),
  'DELETE /api/blocks/:userId': both(200, { params: owner }),
  'POST /api/reports': both(200, { body: ({ owner }) => ({ kind: 'member', id: owner.id, reason: 'spam' }) }),
  'GET /api/moderation/reports': 'own',
  'GET /api/moderation/reports/:id': 'own',
  'PUT /api/moderation/reports/:id/decision': 'own',
  'DELETE /api/moderation/members/:userId/suspension': 'own',
  'DELETE /api/moderation/projects/:id/hiding': 'own',

  'GET /api/messages/conversations': 'own',
  'GET /api/messages/requests': 'own',
  'PUT /api/messages/requests/:userId': both(404, { params: owner, body: () => ({ decision: 'accepted' }) }),
  'GET /api/messages/conversation/:userId': both(200, {
    params: owner,
    told: [({ user }: Body) => isOnline(user), true, false],
  }),
  'PUT /api/messages/mark-read/:userId': both(200, { params: owner }),
  'PUT /api/messages/mark-unread/:userId': both(404, {
    params: owner,
    body: () => ({ seq: 1, client_id: crypto.randomUUID() }),
  }),
  'POST /api/messages': refused(201, { body: ({ owner }) => ({ receiver_id: owner.id, content: 'Hi' }) }),
  'PATCH /api/messages/conversation/:userId/:seq': both(404, {
    params: owner,
    body: () => ({ content: 'Hi', client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq': both(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/conversation/:userId/:seq/reactions': both(404, {
    params: owner,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/reactions': both(404, {
    params: owner,
    body: () => ({ emoji: '👍', client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/conversation/:userId/:seq/pin': both(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/pin': both(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'PUT /api/messages/conversation/:userId/:seq/saved': both(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'DELETE /api/messages/conversation/:userId/:seq/saved': both(404, {
    params: owner,
    body: () => ({ client_id: crypto.randomUUID() }),
  }),
  'GET /api/messages/saved': 'own',
  'GET /api/messages/unread-count': 'own',
  'GET /api/messages/notifications': 'own',
  'GET /api/search/messages': 'own',
  'GET /api/search/people': both(200, {
    query: ({ owner }) => `?q=${encodeURIComponent(owner.user.name)}`,
    told: [({ people }: Body) => people.length > 0, true, false],
  }),
  'GET /api/search/projects': 'own',
  'GET /api/refresh': 'own',
};

let server: TestServer;
let scenes = 0;
beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
});
afterAll(() => server.close());

async function setScene() {
  scenes += 1;
  const scene: Scene = { owner: await server.signUp(`Owner ${scenes}`), project: 0 };
  const caller = await server.signUp(`Caller ${scenes}`);
  const { token } = scene.owner;
  const fields = { title: 'Scene', description: 'D', category: 'other' };
  scene.project = (await server.call('POST /api/projects', token, fields)).body.data.project.id;
  const here = { isActive: true, lastActive: new Date().toISOString() };
  await server.call('POST /api/users/update-status', token, here);
  return { scene, caller };
}

async function ask(name: string, row: Between, standing: 'stranger' | 'blocked'): Promise<Reply> {
  const { scene, caller } = await setScene();
  if (standing === 'blocked') await server.call(`PUT /api/blocks/${caller.id}`, scene.owner.token);
  const path = name.replace(/:\w+/gu, String(row.params?.(scene))) + (row.query?.(scene) ?? '');
  return server.call(path, caller.token, row.body?.(scene));
}

const between = Object.entries(rows).flatMap(([name, row]) => (row === 'own' ? [] : [[name, row] as const]));

describe('every call between two members', () => {
  it('has its row', () => expect(Object.keys(rows).toSorted()).toEqual(Object.keys(http).toSorted()));

  it.each(between)('%s, for a stranger and for a blocked member', async (name, row) => {
    const [stranger, blocked] = [await ask(name, row, 'stranger'), await ask(name, row, 'blocked')];
    expect([stranger.status, blocked.status], JSON.stringify([stranger.body, blocked.body])).toEqual([
      row.stranger,
      row.blocked,
    ]);
    if (row.stranger !== row.blocked) expect(blocked.body.code).toBe('CONTACT_REFUSED');
    if (row.told) {
      const [tell, ...told] = row.told;
      expect([tell(stranger.body.data), tell(blocked.body.data)]).toEqual(told);
    }
    // Only a member's own blocks reveal that there is one.
    if (!name.includes('/api/blocks/')) expect(JSON.stringify(blocked.body)).not.toContain('block');
  });
});

describe('two hundred members, requested by a stranger', () => {
  it('reveal nothing beyond name, presence and their projects', async () => {
    const stranger = await server.signUp('Stranger');
    const ids = (await addMembers(server.database, 200, server.jwtSecret)).map(({ id }) => id);
    const get = async (path: string) => (await server.call(`GET ${path}`, stranger.token)).body.data;
    const said: unknown[] = [(await server.call('POST /api/users/status', stranger.token, { userIds: ids })).body.data];
    for (const id of ids) {
      const thread = await get(`/api/messages/conversation/${id}`);
      expect(Object.keys(thread.user).toSorted()).toEqual(['id', 'is_online', 'last_active', 'name']);
      expect(thread.messages).toEqual([]);
      const status = await get(`/api/users/${id}/status`);
      expect(Object.keys(status).toSorted()).toEqual(['id', 'is_online', 'last_active']);
      said.push(thread, status, await get(`/api/conversations/${id}/requests`), await get(`/api/knocks?user_id=${id}`));
    }
    for (const beginning of ['Load', 'load1', 'Load 2']) {
      const { people } = await get(`/api/search/people?q=${encodeURIComponent(beginning)}`);
      for (const person of people) expect(Object.keys(person)).not.toContain('email');
      said.push(people);
    }
    for (let from = 0; from < ids.length; from += 10) {
      const { members } = await get(`/api/users?ids=${ids.slice(from, from + 10).join()}`);
      for (const member of members) expect(Object.keys(member).toSorted()).toEqual(['college', 'id', 'name', 'skills']);
      said.push(members);
    }
    expect(JSON.stringify(said)).not.toContain('@');
  });

  it('reveal nothing that each chose to hide', async () => {
    const stranger = await server.signUp('Seeker');
    const { pool } = server.database;
    const { rows: members } = await pool.query<{ id: number }>(
      `INSERT INTO users (name, email, last_active)
        SELECT 'Hidden ' || n, 'hidden' || n || '@example.org', now() FROM generate_series(1, 200) n RETURNING id`,
    );
    const ids = members.map(({ id }) => Number(id));
    // All are online, and hide it, in each possible way.
    await pool.query(
      `INSERT INTO devices (id, user_id, lease_until, active) SELECT 'hidden ' || id, id, now() + interval '1 hour', true
        FROM unnest($1::int8[]) AS id`,
      [ids],
    );
    await pool.query(
      `INSERT INTO notification_choices (user_id, presence_for, found_by)
        SELECT id, CASE id % 2 WHEN 0 THEN 'nobody' ELSE 'acquainted' END, CASE id % 3 WHEN 0 THEN 'nobody' ELSE 'teams' END
        FROM unnest($1::int8[]) AS id`,
      [ids],
    );
    const get = async (path: string) => (await server.call(`GET ${path}`, stranger.token)).body.data;
    const hidden = (id: number) => ({ id, is_online: false, last_active: null });
    const { data } = (await server.call('POST /api/users/status', stranger.token, { userIds: ids })).body;
    expect(data.toSorted((a: Body, b: Body) => a.id - b.id)).toEqual(ids.toSorted((a, b) => a - b).map(hidden));
    for (const id of ids) {
      expect(await get(`/api/users/${id}/status`)).toEqual(hidden(id));
      expect((await get(`/api/messages/conversation/${id}`)).user).toMatchObject(hidden(id));
    }
    expect((await get('/api/search/people?q=Hidden')).people).toEqual([]);
    for (let from = 0; from < ids.length; from += 10)
      expect((await get(`/api/users?ids=${ids.slice(from, from + 10).join()}`)).members).toEqual([]);
  });
});
