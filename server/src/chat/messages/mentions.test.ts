import { randomUUID } from 'node:crypto';
import type { Mention } from '@sangam/shared/chat/mentions';
import type { Message } from '@sangam/shared/chat/messages';
import { connectForTeams, formTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let server: TestServer;
let [asha, bina, chitra] = [] as unknown as [TestMember, TestMember, TestMember];
let team = { projectId: 0, conversationId: 0 };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [asha, bina, chitra] = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')];
  team = await formTeam(server, asha, [bina, chitra]);
});

const say = (from: TestMember, content: string, mentions?: Mention[]) =>
  server.call('POST /api/messages', from.token, {
    ...{ conversation_id: team.conversationId, content, client_id: randomUUID() },
    ...(mentions && { mentions }),
  });
const of = ({ id, user }: TestMember): Mention => ({ user_id: id, name: user.name });
const found = async (by: TestMember, q: string): Promise<number[]> =>
  (await server.call(`GET /api/search/messages?q=${encodeURIComponent(q)}`, by.token)).body.data.messages.map(
    ({ seq }: { seq: number }) => seq,
  );
const listed = async (by: TestMember) =>
  (await server.call('GET /api/refresh', by.token)).body.data.teams.data.teams[0];

it('stores the members whom a message names, and brings them to everybody', async () => {
  const socket = await connectForTeams(server, chitra);
  const heard: Message[] = [];
  socket.on('message:new', (message) => void heard.push(message));
  const { body } = await say(asha, 'Hi @Bina, are you there?', [of(bina)]);
  expect(body.data).toMatchObject({ mentions: [of(bina)] });
  await eventually(() => expect(heard).toEqual([body.data]));
  const thread = (await server.call(`GET /api/messages/c/${team.conversationId}`, bina.token)).body.data;
  expect(thread.messages).toEqual([body.data]);
  expect(await listed(bina)).toMatchObject({ mention_seq: 1 });
  expect(await listed(chitra)).not.toHaveProperty('mention_seq');
  await server.call(`PUT /api/messages/c/${team.conversationId}/read`, bina.token);
  expect(await listed(bina)).not.toHaveProperty('mention_seq');
});

it('leaves out whoever is not in the team or not in the words', async () => {
  const stranger = await server.signUp('Stranger');
  const sent = await say(asha, 'Hi @Stranger and Bina', [of(stranger), of(bina)]);
  expect(sent.status).toBe(201);
  expect(sent.body.data).not.toHaveProperty('mentions');
  const refused = await say(asha, 'Hi @x', [{ user_id: bina.id, name: '' }]);
  expect(refused.status).toBe(400);
});

it('finds mentions of the member by is:mention, also along with words and a sender', async () => {
  await say(asha, 'First for @Bina', [of(bina)]);
  await say(asha, 'For @Chitra', [of(chitra)]);
  await say(chitra, 'Second for @Bina', [of(bina)]);
  expect(await found(bina, 'is:mention')).toEqual([3, 1]);
  expect(await found(bina, 'is:mention first')).toEqual([1]);
  expect(await found(bina, 'is:mention from:chitra')).toEqual([3]);
  expect(await found(asha, 'is:mention')).toEqual([]);
  await server.call(`DELETE /api/projects/${team.projectId}/members/${bina.id}`, asha.token, {});
  expect(await found(bina, 'is:mention')).toEqual([]);
});

it('drops a mention with its words, and shows none in a deleted message', async () => {
  await say(asha, 'Hi @Bina', [of(bina)]);
  const path = `/api/messages/c/${team.conversationId}/1`;
  const edited = await server.call(`PATCH ${path}`, asha.token, { content: 'Hi all', client_id: randomUUID() });
  expect(edited.body.data).not.toHaveProperty('mentions');
  const again = await server.call(`PATCH ${path}`, asha.token, { content: 'Hi @Bina!', client_id: randomUUID() });
  expect(again.body.data).toMatchObject({ mentions: [of(bina)] });
  const deleted = await server.call(`DELETE ${path}`, asha.token, { client_id: randomUUID() });
  expect(deleted.body.data).not.toHaveProperty('mentions');
  expect(await found(bina, 'is:mention')).toEqual([]);
});

it('notifies the whole team by @team, three times a day', async () => {
  const all = [{ name: 'team' }];
  for (const n of [1, 2, 3]) expect((await say(asha, `@team ${n}`, all)).status).toBe(201);
  expect(await listed(bina)).toMatchObject({ mention_seq: 1, unread_count: 3 });
  const fourth = await say(asha, '@team once more', all);
  expect(fourth).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  expect((await say(asha, '@Bina then', [of(bina)])).status).toBe(201);
  expect((await say(bina, '@team mine', all)).status).toBe(201);
});

it('mentions nobody across a block, and never oneself', async () => {
  await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
  await say(asha, '@team and @Bina', [{ name: 'team' }, of(bina)]);
  expect(await listed(bina)).not.toHaveProperty('mention_seq');
  expect(await listed(chitra)).toMatchObject({ mention_seq: 1 });
  expect(await listed(asha)).not.toHaveProperty('mention_seq');
});
