import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let server: TestServer;
/** Asha has a project, about which Dev asks. */
let asha: TestMember;
let dev: TestMember;
let project_id = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (by: TestMember, title: string): Promise<number> => postProject(server, by, { title });
const write = (from: TestMember, to: TestMember, more: object = {}) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Is it offline?', ...more });
const thread = async (member: TestMember, other: TestMember) =>
  (await server.call(`GET /api/messages/conversation/${other.id}`, member.token)).body.data.messages;

beforeEach(async () => {
  [asha, dev] = [await server.signUp('Asha'), await server.signUp('Dev')];
  project_id = await post(asha, 'Rover');
});

it('shows both members the project of a question, over REST and the socket', async () => {
  const [theirs, own] = [await server.connect(asha), await server.connect(dev)];
  const other = await server.connect(dev);
  const received: unknown[] = [];
  for (const socket of [theirs, other])
    socket.on('message:new', (message) => received.push([message.seq, message.project_id, message.project_title]));
  const askedProject = { project_id, project_title: 'Rover' };
  expect((await write(dev, asha, { project_id })).body.data).toMatchObject({ seq: 1, ...askedProject });
  const client_id = randomUUID();
  const body = { receiver_id: asha.id, content: 'And how fast?', client_id, project_id };
  const send = () => new Promise((resolve) => own.emit('message:send', body, resolve));
  expect(await send()).toMatchObject({ data: { seq: 2, ...askedProject } });
  // A retry returns the same message.
  expect(await send()).toMatchObject({ data: { seq: 2, ...askedProject } });
  const both = (seq: number) => [seq, project_id, 'Rover'];
  await eventually(() => expect(received).toEqual(expect.arrayContaining([both(1), both(1), both(2), both(2)])));
  for (const messages of [await thread(asha, dev), await thread(dev, asha)])
    expect(messages).toMatchObject([askedProject, askedProject]);
});

it('shows the current title, also of a deleted project, and none once the question is deleted', async () => {
  await write(dev, asha, { project_id });
  await server.call(`PATCH /api/projects/${project_id}`, asha.token, { title: 'Lander' });
  expect(await thread(dev, asha)).toMatchObject([{ project_id, project_title: 'Lander' }]);
  await server.call(`DELETE /api/projects/${project_id}`, asha.token);
  expect(await thread(asha, dev)).toMatchObject([{ project_id, project_title: 'Lander' }]);
  const edited = await server.call(`PATCH /api/messages/conversation/${asha.id}/1`, dev.token, {
    client_id: randomUUID(),
    content: 'Is it online?',
  });
  expect(edited.body.data).toMatchObject({ content: 'Is it online?', project_id });
  await server.call(`DELETE /api/messages/conversation/${asha.id}/1`, dev.token, { client_id: randomUUID() });
  expect((await thread(asha, dev))[0]).not.toHaveProperty('project_id');
});

it('accepts only a project of the receiver that the sender may see', async () => {
  const [own, hidden] = [await post(dev, 'Own'), await post(asha, 'Hidden')];
  await server.database.pool.query('UPDATE projects SET hidden_at = now() WHERE id = $1', [hidden]);
  for (const id of [own, hidden, 999_999]) {
    const { status, body } = await write(dev, asha, { project_id: id });
    expect(status).toBe(201);
    expect(body.data).not.toHaveProperty('project_id');
  }
  for (const message of await thread(asha, dev)) expect(message).not.toHaveProperty('project_title');
});
