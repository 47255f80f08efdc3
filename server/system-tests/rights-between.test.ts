import { http } from '@sangam/shared/app/http';
import { joinTeam } from '@sangam/testing/chat/team';
import { addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { everyNth, runsAll } from '@sangam/testing/runs';
import { type Body, type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallBetween, callsBetween, type Scene } from './calls-between.js';

let server: TestServer;
let scenes = 0;
beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
});
afterAll(() => server.close());

async function setScene() {
  scenes += 1;
  const scene: Scene = { owner: await server.signUp(`Owner ${scenes}`), project: 0, ownProject: 0 };
  const caller = await server.signUp(`Caller ${scenes}`);
  const { token } = scene.owner;
  const fields = { title: 'Scene', description: 'D', category: 'other' };
  scene.project = (await server.call('POST /api/projects', token, fields)).body.data.project.id;
  scene.ownProject = await postProject(server, caller, fields);
  const activeNow = { isActive: true, lastActive: new Date().toISOString() };
  await server.call('POST /api/users/update-status', token, activeNow);
  return { scene, caller };
}

async function callAs(name: string, row: CallBetween, relation: 'stranger' | 'blocked'): Promise<Reply> {
  const { scene, caller } = await setScene();
  if (relation === 'blocked') await server.call(`PUT /api/blocks/${caller.id}`, scene.owner.token);
  const path = name.replace(/:\w+/gu, String(row.params?.(scene))) + (row.query?.(scene) ?? '');
  return server.call(path, caller.token, row.body?.(scene));
}

const rowsBetween = Object.entries(callsBetween).flatMap(([name, row]) =>
  row === 'own' ? [] : [[name, row] as const],
);

/** Members who know the owner from a team of theirs: one who left it, one of another team, and one whom the owner blocks. */
const formerRelations = ['former', 'neighbour', 'blocked mate'] as const;
type Acquaintance = (typeof formerRelations)[number];
/** The member without a common team, blocked or not, whose answers each of them gets. */
const like = { former: 'stranger', 'blocked mate': 'blocked', neighbour: 'stranger' } as const;

async function setSceneFor(acquaintance: Acquaintance) {
  const { scene, caller } = await setScene();
  const { owner } = scene;
  const project = acquaintance === 'neighbour' ? await postProject(server, owner, { title: 'Other' }) : scene.project;
  await joinTeam(server, project, owner, caller);
  if (acquaintance === 'former') await server.call(`DELETE /api/projects/${project}/members/me`, caller.token);
  if (acquaintance === 'blocked mate') await server.call(`PUT /api/blocks/${caller.id}`, owner.token);
  return { scene, caller };
}

/** The calls on a conversation of two; `rights-in-teams.test.ts` has those on a team's. */
const onConversations = rowsBetween.filter(
  ([name]) => /\/api\/(?:messages|conversations|search|users|blocks)\b/u.test(name) && !name.includes('/messages/c/'),
);

describe('every call between two members', () => {
  it('has its row', () => expect(Object.keys(callsBetween).toSorted()).toEqual(Object.keys(http).toSorted()));

  it.each(everyNth(5, rowsBetween))('%s, for a stranger and for a blocked member', async (name, row) => {
    const [stranger, blocked] = [await callAs(name, row, 'stranger'), await callAs(name, row, 'blocked')];
    expect([stranger.status, blocked.status], JSON.stringify([stranger.body, blocked.body])).toEqual([
      row.stranger,
      row.blocked,
    ]);
    if (row.stranger !== row.blocked)
      expect(blocked.body.code).toBe(row.blocked === 404 ? 'USER_NOT_FOUND' : 'CONTACT_REFUSED');
    if (row.shown) {
      const [select, ...expectedParts] = row.shown;
      expect([select(stranger.body.data), select(blocked.body.data)]).toEqual(expectedParts);
    }
    // Only a member's own blocks reveal that there is one.
    if (!name.includes('/api/blocks/')) expect(JSON.stringify(blocked.body)).not.toContain('block');
  });
});

describe('every call on the conversation of two who know each other from a team', () => {
  it.each(everyNth(2, formerRelations))('answers a %s as without the team', async (acquaintance) => {
    const relation = like[acquaintance];
    let current: Awaited<ReturnType<typeof setSceneFor>> | undefined;
    const answers: unknown[] = [];
    const expected: unknown[] = [];
    for (const [name, row] of onConversations) {
      current ??= await setSceneFor(acquaintance);
      const { scene, caller } = current;
      const path = name.replace(/:\w+/gu, String(row.params?.(scene))) + (row.query?.(scene) ?? '');
      const { status, body } = await server.call(path, caller.token, row.body?.(scene));
      const [select, stranger, blocked] = row.shown ?? [() => null, null, null];
      answers.push([name, status, select(body.data)]);
      expected.push([name, row[relation], relation === 'blocked' ? blocked : stranger]);
      if (!name.includes('/api/blocks/')) expect(JSON.stringify(body)).not.toContain('block');
      // A call that changed something needs another scene for the next one.
      if (!name.startsWith('GET ') && status < 300) current = undefined;
    }
    expect(answers).toEqual(expected);
  });
});

/** Each further one repeats the same calls. */
const STRANGERS = runsAll ? 200 : 30;

describe('many members, requested by a stranger', () => {
  it('reveal nothing beyond name, presence and their projects', async () => {
    const stranger = await server.signUp('Stranger');
    const ids = (await addMembers(server.database, STRANGERS, server.jwtSecret)).map(({ id }) => id);
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
        SELECT 'Hidden ' || n, 'hidden' || n || '@example.org', now() FROM generate_series(1, $1::int) n RETURNING id`,
      [STRANGERS],
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
