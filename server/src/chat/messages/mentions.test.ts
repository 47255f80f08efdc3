import { randomUUID } from 'node:crypto';
import type { Mention } from '@sangam/shared/chat/mentions';
import type { Message } from '@sangam/shared/chat/messages';
import { connectForTeams, formTeam, takeSeat } from '@sangam/testing/chat/team';
import { upload } from '@sangam/testing/chat/uploads';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;
let team = { projectId: 0, conversationId: 0 };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [asha, bina, chitra] = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')];
  team = await formTeam(server, asha, [bina, chitra]);
});

const say = (from: TestMember, content: string, mentions?: Mention[], attachment_ids?: string[]) =>
  server.call('POST /api/messages', from.token, {
    conversation_id: team.conversationId,
    content,
    client_id: randomUUID(),
    ...(mentions && { mentions }),
    ...(attachment_ids && { attachment_ids }),
  });
const mentionOf = ({ id, user }: TestMember): Mention => ({ user_id: id, name: user.name });
const found = async (by: TestMember, q: string): Promise<number[]> =>
  (await server.call(`GET /api/search/messages?q=${encodeURIComponent(q)}`, by.token)).body.data.messages.map(
    ({ seq }: { seq: number }) => seq,
  );
const listed = async (by: TestMember) =>
  (await server.call('GET /api/refresh', by.token)).body.data.teams.data.teams[0];

it('stores the members whom a message mentions, and shows them to everybody', async () => {
  const socket = await connectForTeams(server, chitra);
  const received: Message[] = [];
  socket.on('message:new', (message) => void received.push(message));
  const { body } = await say(asha, 'Hi @Bina, are you there?', [mentionOf(bina)]);
  expect(body.data).toMatchObject({ mentions: [mentionOf(bina)] });
  await eventually(() => expect(received).toEqual([body.data]));
  const thread = (await server.call(`GET /api/messages/c/${team.conversationId}`, bina.token)).body.data;
  expect(thread.messages).toEqual([body.data]);
  expect(await listed(bina)).toMatchObject({ mention_seq: 1 });
  expect(await listed(chitra)).not.toHaveProperty('mention_seq');
  await server.call(`PUT /api/messages/c/${team.conversationId}/read`, bina.token);
  expect(await listed(bina)).not.toHaveProperty('mention_seq');
});

it('counts no mention by a member whom the reader has blocked since, until the block ends', async () => {
  await say(asha, 'Hi @Bina', [mentionOf(bina)]);
  await say(chitra, 'And @Bina', [mentionOf(bina)]);
  await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
  expect(await listed(bina)).toMatchObject({ mention_seq: 2, unread_count: 2 });
  await server.call(`PUT /api/blocks/${chitra.id}`, bina.token);
  expect(await listed(bina)).not.toHaveProperty('mention_seq');
  await server.call(`DELETE /api/blocks/${asha.id}`, bina.token);
  expect(await listed(bina)).toMatchObject({ mention_seq: 1 });
});

it('leaves out members who are not in the team or not named in the text', async () => {
  const stranger = await server.signUp('Stranger');
  const sent = await say(asha, 'Hi @Stranger and Bina', [mentionOf(stranger), mentionOf(bina)]);
  expect(sent.status).toBe(201);
  expect(sent.body.data).not.toHaveProperty('mentions');
  const refused = await say(asha, 'Hi @x', [{ user_id: bina.id, name: '' }]);
  expect(refused.status).toBe(400);
});

it('mentions members only by their own name, and the team only by @team', async () => {
  const others = [{ user_id: bina.id, name: 'a' }, { user_id: chitra.id, name: 'Bina' }, { name: 'a' }];
  const sent = await say(asha, '@a @Bina', [...others, mentionOf(bina)]);
  expect(sent.body.data.mentions).toEqual([mentionOf(bina)]);
  const path = `/api/messages/c/${team.conversationId}/1`;
  const body = { content: '@a @Bina!', mentions: [...others, mentionOf(bina)], client_id: randomUUID() };
  expect((await server.call(`PATCH ${path}`, asha.token, body)).body.data.mentions).toEqual([mentionOf(bina)]);
  expect(await listed(chitra)).not.toHaveProperty('mention_seq');
});

it('keeps a mention under the name that it was sent with, and the text of a client that knows an older name', async () => {
  await say(asha, 'Hi @Bina', [mentionOf(bina)]);
  await server.call('PATCH /api/users/profile', bina.token, { name: 'Bina Rao' });
  const late = await say(asha, 'Still there, @Bina?', [mentionOf(bina)]);
  expect([late.status, late.body.data.content]).toEqual([201, 'Still there, @Bina?']);
  expect(late.body.data).not.toHaveProperty('mentions');
  const path = `/api/messages/c/${team.conversationId}/1`;
  const edited = await server.call(`PATCH ${path}`, asha.token, { content: 'Hi, @Bina', client_id: randomUUID() });
  expect(edited.body.data.mentions).toEqual([mentionOf(bina)]);
});

it('finds mentions of the member by is:mention, alone or with words and a sender', async () => {
  await say(asha, 'First for @Bina', [mentionOf(bina)]);
  await say(asha, 'For @Chitra', [mentionOf(chitra)]);
  await say(chitra, 'Second for @Bina', [mentionOf(bina)]);
  expect(await found(bina, 'is:mention')).toEqual([3, 1]);
  expect(await found(bina, 'is:mention first')).toEqual([1]);
  expect(await found(bina, 'is:mention from:chitra')).toEqual([3]);
  expect(await found(asha, 'is:mention')).toEqual([]);
  const { id } = await upload(server, chitra, Buffer.from('plan'), 'plan.pdf');
  await say(chitra, 'See @Bina', [mentionOf(bina)], [id]);
  expect(await found(bina, 'is:mention has:file')).toEqual([4]);
  expect(await found(bina, 'is:mention has:file plan.pdf')).toEqual([4]);
  expect(await found(bina, 'is:mention has:image')).toEqual([]);
  await server.call(`DELETE /api/projects/${team.projectId}/members/${bina.id}`, asha.token, {});
  expect(await found(bina, 'is:mention')).toEqual([]);
});

it('drops a mention when its text goes, and shows none in a deleted message', async () => {
  await say(asha, 'Hi @Bina', [mentionOf(bina)]);
  const path = `/api/messages/c/${team.conversationId}/1`;
  const edited = await server.call(`PATCH ${path}`, asha.token, { content: 'Hi all', client_id: randomUUID() });
  expect(edited.body.data).not.toHaveProperty('mentions');
  const repeated = await server.call(`PATCH ${path}`, asha.token, { content: 'Hi @Bina!', client_id: randomUUID() });
  expect(repeated.body.data).toMatchObject({ mentions: [mentionOf(bina)] });
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
  expect((await say(asha, '@Bina then', [mentionOf(bina)])).status).toBe(201);
  const named = [mentionOf(asha), mentionOf(chitra), ...all];
  for (const n of [1, 2, 3]) expect((await say(bina, `@team ${n}, @Asha, @Chitra`, named)).status).toBe(201);
  expect(await say(bina, '@team, @Asha, @Chitra', named)).toMatchObject({ status: 400, body: { code: 'INVALID' } });
});

it('mentions nobody across a block, and never the sender', async () => {
  await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
  await say(asha, '@team and @Bina', [{ name: 'team' }, mentionOf(bina)]);
  expect(await listed(bina)).not.toHaveProperty('mention_seq');
  expect(await listed(chitra)).toMatchObject({ mention_seq: 1 });
  expect(await listed(asha)).not.toHaveProperty('mention_seq');
});

it('tells only the members whom it notifies that they are mentioned, also when the message is sent again', async () => {
  await server.call(`PUT /api/blocks/${bina.id}`, asha.token);
  const received = new Map<TestMember, object[]>();
  for (const each of [bina, chitra]) {
    const socket = await connectForTeams(server, each);
    const events: object[] = [];
    received.set(each, events);
    socket.on('message:new', (message) => void events.push(message));
    socket.on('message:changed', (message) => void events.push(message));
  }
  const words = {
    content: '@team, @Bina and @Chitra',
    mentions: [{ name: 'team' }, mentionOf(bina), mentionOf(chitra)],
  };
  const sending = { conversation_id: team.conversationId, ...words, client_id: randomUUID() };
  const sent = (await server.call('POST /api/messages', asha.token, sending)).body.data;
  await server.call('POST /api/messages', asha.token, sending);
  await say(asha, 'Hi');
  const edited = await server.call(`PATCH /api/messages/c/${team.conversationId}/2`, asha.token, {
    ...words,
    client_id: randomUUID(),
  });
  await eventually(() => expect(received.get(chitra)).toHaveLength(4));
  await eventually(() => expect(received.get(bina)).toHaveLength(4));
  const [, , hi] = received.get(bina) ?? [];
  expect(received.get(bina)).toEqual([sent, sent, hi, edited.body.data]);
  const noted = (message: object) => ({ ...message, mentions_you: true });
  expect(received.get(chitra)).toEqual([noted(sent), noted(sent), hi, noted(edited.body.data)]);
});

describe('an edit', () => {
  const edit = (by: TestMember, seq: number, content: string, mentions?: Mention[]) =>
    server.call(`PATCH /api/messages/c/${team.conversationId}/${seq}`, by.token, {
      content,
      client_id: randomUUID(),
      ...(mentions && { mentions }),
    });

  it('adds a mention, which is stored, shown to everybody, marked and found', async () => {
    await say(asha, 'Who can look at it?');
    const socket = await connectForTeams(server, chitra);
    const received: Message[] = [];
    socket.on('message:changed', (message) => void received.push(message));
    const { body } = await edit(asha, 1, '@Bina can look at it', [mentionOf(bina)]);
    expect(body.data).toMatchObject({ mentions: [mentionOf(bina)], edited_at: expect.any(String) });
    await eventually(() => expect(received).toEqual([body.data]));
    const thread = (await server.call(`GET /api/messages/c/${team.conversationId}`, bina.token)).body.data;
    expect(thread.messages).toEqual([body.data]);
    expect(await listed(bina)).toMatchObject({ mention_seq: 1, last_change: 1 });
    expect(await found(bina, 'is:mention')).toEqual([1]);
    // The same text with a mention that a client left out before.
    expect((await edit(asha, 1, '@Bina can look at it')).body.data).toEqual(body.data);
    await say(asha, 'Hi @Chitra');
    expect((await edit(asha, 2, 'Hi @Chitra', [mentionOf(chitra)])).body.data).toMatchObject({
      mentions: [mentionOf(chitra)],
      change: 2,
    });
    expect(await listed(chitra)).toMatchObject({ mention_seq: 2 });
  });

  it('removes a mention, and restores it without notifying again', async () => {
    await say(asha, 'Hi @Bina and @Chitra', [mentionOf(bina), mentionOf(chitra)]);
    const socket = await connectForTeams(server, bina);
    const received: { mentions_you?: boolean }[] = [];
    socket.on('message:changed', (message) => void received.push(message));
    await edit(asha, 1, 'Hi @Chitra', [mentionOf(chitra)]);
    expect(await listed(bina)).not.toHaveProperty('mention_seq');
    expect(await listed(chitra)).toMatchObject({ mention_seq: 1 });
    expect(await found(bina, 'is:mention')).toEqual([]);
    const repeated = await edit(asha, 1, 'Hi @Bina and @Chitra', [mentionOf(bina), mentionOf(chitra)]);
    expect(repeated.body.data.mentions).toHaveLength(2);
    expect(await listed(bina)).toMatchObject({ mention_seq: 1 });
    await eventually(() => expect(received).toHaveLength(2));
    for (const change of received) expect(change).not.toHaveProperty('mentions_you');
  });

  it('keeps a deleted message from marking the conversation', async () => {
    await say(asha, 'Hi @Bina', [mentionOf(bina)]);
    await server.call(`DELETE /api/messages/c/${team.conversationId}/1`, asha.token, { client_id: randomUUID() });
    expect(await listed(bina)).not.toHaveProperty('mention_seq');
  });

  it('leaves out the sender, members who are not in the team or the text, and members across a block', async () => {
    const stranger = await server.signUp('Stranger');
    await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
    await say(asha, 'Hi');
    const { body } = await edit(asha, 1, '@Stranger @Bina @Asha', [
      mentionOf(stranger),
      mentionOf(bina),
      mentionOf(asha),
      mentionOf(chitra),
    ]);
    expect(body.data.mentions).toEqual([mentionOf(bina), mentionOf(asha)]);
    for (const each of [asha, bina, chitra]) expect(await listed(each)).not.toHaveProperty('mention_seq');
    expect((await edit(bina, 1, '@Chitra', [mentionOf(chitra)])).status).toBe(403);
  });

  it('does not mention a newcomer by an earlier mention of the team', async () => {
    const newcomer = await server.signUp('Dev');
    await say(asha, '@team meets at six', [{ name: 'team' }]);
    await takeSeat(server, team, newcomer.id);
    await edit(asha, 1, '@team meets at seven', [{ name: 'team' }]);
    expect(await found(newcomer, 'is:mention')).toEqual([]);
    await edit(asha, 1, '@team meets at seven, @Dev', [{ name: 'team' }, mentionOf(newcomer)]);
    expect(await found(newcomer, 'is:mention')).toEqual([1]);
  });

  it('counts a mention of the whole team towards the three a day, even after its removal', async () => {
    const all = [{ name: 'team' }];
    for (const n of [1, 2, 3, 4]) await say(asha, `meeting ${n}`);
    for (const n of [1, 2, 3]) {
      expect((await edit(asha, n, `@team ${n}`, all)).status).toBe(200);
      expect((await edit(asha, n, `meeting ${n}`)).status).toBe(200);
    }
    expect(await listed(bina)).not.toHaveProperty('mention_seq');
    expect(await edit(asha, 4, '@team once more', all)).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(await say(asha, '@team once more', all)).toMatchObject({ status: 400 });
    // One that was mentioned before may come back.
    expect((await edit(asha, 3, '@team 3 again', all)).status).toBe(200);
  });

  it('limits mentions of whole teams sent at once to the daily number', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      team = await formTeam(server, asha, [bina]);
      ids.push(team.conversationId);
      await say(asha, 'meeting');
    }
    const edited = await Promise.all(
      ids.map((id) =>
        server.call(`PATCH /api/messages/c/${id}/1`, asha.token, {
          content: '@team meeting',
          client_id: randomUUID(),
          mentions: [{ name: 'team' }],
        }),
      ),
    );
    expect(edited.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('between two members has no mentions', async () => {
    const body = { receiver_id: bina.id, content: 'Hi', client_id: randomUUID() };
    const { seq, conversation_id } = (await server.call('POST /api/messages', asha.token, body)).body.data;
    const edited = await server.call(`PATCH /api/messages/c/${conversation_id}/${seq}`, asha.token, {
      content: 'Hi @Bina',
      client_id: randomUUID(),
      mentions: [mentionOf(bina)],
    });
    expect(edited.status).toBe(200);
    expect(edited.body.data).not.toHaveProperty('mentions');
  });
});
