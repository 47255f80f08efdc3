import { joinTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const call = async (member: TestMember, path: string, body?: object) => {
  const answer = await server.call(path, member.token, body);
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

/** Creates a team of a creator and an accepted member. */
async function team() {
  const [creator, member] = [await server.signUp('Asha'), await server.signUp('Rohan')];
  const rover = { title: 'Rover', description: 'On Mars', category: 'other' };
  const id: number = (await call(creator, 'POST /api/projects', rover)).data.project.id;
  const requested = await call(member, 'POST /api/project-requests', { project_id: id, message: 'Let me in' });
  const request: number = requested.data.request.id;
  await call(creator, `PUT /api/project-requests/${request}/status`, { status: 'accepted' });
  return { creator, member, id, request };
}

/** Returns the request from everywhere it can be read: by its applicant, by the creator, and in both exports. */
async function everywhere({ creator, member, id }: Awaited<ReturnType<typeof team>>) {
  const exported = (member: TestMember) =>
    call(member, 'POST /api/account/export', { current_password: member.password });
  const [mine] = (await call(member, 'GET /api/project-requests/mine')).data.requests;
  const [decided] = (await call(creator, `GET /api/project-requests/decided?project_id=${id}`)).data.requests;
  const { my_join_request } = await call(member, `GET /api/projects/${id}`);
  const between = async (member: TestMember, other: TestMember) =>
    (await call(member, `GET /api/conversations/${other.id}/requests`)).data.requests[0];
  return {
    api: [mine, decided, my_join_request, await between(member, creator), await between(creator, member)],
    exported: [(await exported(member)).my_join_requests[0], (await exported(creator)).received_join_requests[0]],
  };
}

it('says that a member left the team, and not that they withdrew their request', async () => {
  const scene = await team();
  const received: object[] = [];
  for (const member of [scene.creator, scene.member])
    (await server.connect(member)).on('join-request:withdrawn', (end) => received.push(end));
  await call(scene.member, `DELETE /api/projects/${scene.id}/members/me`);
  const left = { id: scene.request, left_team: true };
  await eventually(() => expect(received).toMatchObject([left, left]));
  const { api, exported } = await everywhere(scene);
  expect(api).toMatchObject(Array(5).fill({ ...left, status: 'withdrawn', ask_again_at: expect.any(String) }));
  for (const request of api) expect(request).not.toHaveProperty('ended_by');
  expect(exported).toMatchObject(Array(2).fill({ status: 'withdrawn', ended_by: null, left_team: true }));
});

it('says that a member was removed', async () => {
  const scene = await team();
  await call(scene.creator, `DELETE /api/projects/${scene.id}/members/${scene.member.id}`, {});
  const { api, exported } = await everywhere(scene);
  expect(api).toMatchObject(Array(5).fill({ status: 'withdrawn', ended_by: 'removed' }));
  for (const request of api) expect(request).not.toHaveProperty('left_team');
  expect(exported).toMatchObject(Array(2).fill({ status: 'withdrawn', ended_by: 'removed', left_team: false }));
});

/** Calls by which a member loses their seat. */
const ways: [string, (scene: Awaited<ReturnType<typeof team>>) => Promise<unknown>][] = [
  ['leaves', ({ member, id }) => call(member, `DELETE /api/projects/${id}/members/me`)],
  ['is removed', ({ creator, member, id }) => call(creator, `DELETE /api/projects/${id}/members/${member.id}`, {})],
];

it.each(ways)('removes notifications that no longer apply for a member who %s', async (_, loseSeat) => {
  const scene = await team();
  const later = await server.signUp('Chitra');
  await joinTeam(server, scene.id, scene.creator, later);
  const kinds = async (): Promise<string[]> =>
    (await call(scene.member, 'GET /api/inbox')).data.items.map(({ kind }: { kind: string }) => kind);
  expect(await kinds()).toEqual(['seat:joined', 'request:accepted']);
  await loseSeat(scene);
  expect((await kinds()).filter((kind) => kind !== 'seat:removed')).toEqual([]);
});

it.each(ways)('removes a hidden project from the pages of a member who %s, and of nobody else', async (_, loseSeat) => {
  const scene = await team();
  const { id, creator, member } = scene;
  await server.database.pool.query('UPDATE projects SET hidden_at = now() WHERE id = $1', [id]);
  await call(creator, `PATCH /api/projects/${id}`, { title: 'Another' });
  const lost: [number, object][] = [];
  const ended: object[] = [];
  for (const caller of [member, creator]) {
    const socket = await server.connect(caller);
    await socket.emitWithAck('project:watch', { list: true, project_id: id });
    socket.on('project:deleted', (project) => lost.push([caller.id, project]));
    socket.on('join-request:withdrawn', (end) => ended.push(end));
  }
  await loseSeat(scene);
  await eventually(() => expect(ended).toHaveLength(2));
  expect(lost).toEqual([[member.id, { id, title: 'Rover', creator_id: creator.id }]]);
  expect((await server.call(`GET /api/projects/${id}`, member.token)).body.code).toBe('PROJECT_NOT_FOUND');
});

it('still shows a withdrawal as a withdrawal, even one after which the member can’t ask at once', async () => {
  const [creator, member] = [await server.signUp('Asha'), await server.signUp('Rohan')];
  const rover = { title: 'Rover', description: 'On Mars', category: 'other' };
  const id: number = (await call(creator, 'POST /api/projects', rover)).data.project.id;
  let request = 0;
  for (let times = 0; times < 2; times += 1) {
    request = (await call(member, 'POST /api/project-requests', { project_id: id })).data.request.id;
    await call(member, `DELETE /api/project-requests/${request}`);
  }
  const { api, exported } = await everywhere({ creator, member, id, request });
  expect(api).toMatchObject(Array(5).fill({ id: request, status: 'withdrawn', ask_again_at: expect.any(String) }));
  for (const one of api) expect(one).not.toHaveProperty('left_team');
  expect(exported).toMatchObject(Array(2).fill({ left_team: false }));
});
