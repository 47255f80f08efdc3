import { dayMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
let asha: TestMember;
let dev: TestMember;
beforeAll(async () => {
  server = await startTestServer({ clock });
  [asha, dev] = [await server.signUp('Asha'), await server.signUp('Dev')];
});
afterAll(() => server.close());

const call = (member: TestMember, name: string, body?: object) => server.call(name, member.token, body);
/** Signs everybody in again, after their sessions have expired. */
const signIn = async () => {
  const repeated = async (member: TestMember) => {
    const { email, password } = member;
    return { ...member, token: (await server.call('POST /api/auth/login', null, { email, password })).body.token };
  };
  [asha, dev] = [await repeated(asha), await repeated(dev)];
};
const finished = async (): Promise<number> => {
  const id = await postProject(server, asha);
  await call(dev, 'POST /api/project-requests', { project_id: id });
  await call(dev, `POST /api/projects/${id}/connect`);
  expect((await call(asha, `PUT /api/projects/${id}/state`, { state: 'finished' })).status).toBe(200);
  return id;
};

it('reopens a finished project for 30 days, live, and restores nothing that ended', async () => {
  const id = await finished();
  clock.atMs += 30 * dayMs - 1;
  await signIn();
  const received: unknown[] = [];
  const socket = await server.connect(dev);
  socket.on('project:updated', ({ state, reopen_until }) => received.push([state, reopen_until]));
  await new Promise((resolve) => socket.emit('project:watch', { list: false, project_id: id }, resolve));
  const { body } = await call(asha, `POST /api/projects/${id}/reopen`);
  expect(body.data.project).toMatchObject({ id, state: 'open' });
  await eventually(() => expect(received).toEqual([['open', undefined]]));
  const page = (await call(dev, `GET /api/projects/${id}`)).body;
  expect(page).toMatchObject({ my_join_request: { status: 'withdrawn' }, my_connection: { status: 'denied' } });
  const listed = (await server.call(`GET /api/projects?ids=${id}&active=yes`)).body.data.projects;
  expect(listed).toHaveLength(1);
  expect((await call(dev, 'POST /api/project-requests', { project_id: id })).status).toBe(201);
  // The project can be finished again, and has another 30 days.
  await call(asha, `PUT /api/projects/${id}/state`, { state: 'finished' });
  clock.atMs += 29 * dayMs;
  await signIn();
  expect((await call(asha, `POST /api/projects/${id}/reopen`)).status).toBe(200);
});

it('refuses to reopen a finished project after 30 days, and shows the deadline', async () => {
  const id = await finished();
  const until = new Date(clock.atMs + 30 * dayMs).toISOString();
  expect((await call(asha, `GET /api/projects/${id}`)).body.project.reopen_until).toBe(until);
  clock.atMs += 30 * dayMs;
  await signIn();
  expect(await call(asha, `POST /api/projects/${id}/reopen`)).toMatchObject({
    status: 409,
    body: { code: 'PROJECT_FINISHED' },
  });
});
