import { randomUUID } from 'node:crypto';
import type { Message } from '@sangam/shared/chat/messages';
import type { TeamChanged, TeamConversation, TeamInfo } from '@sangam/shared/chat/teams';
import { connectForTeams, formTeam, joinTeam, teamOf } from '@sangam/testing/chat/team';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { eventually } from '@sangam/testing/eventually';
import { asha, bina, chitra, server, stageForEachTest } from '@sangam/testing/stage';
import type { ClientSocket, TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina', 'Chitra'], { env: { MESSAGE_REQUESTS: 'on' } });

const say = (from: TestMember, conversation_id: number, content = 'Hello') =>
  server.call('POST /api/messages', from.token, { conversation_id, content, client_id: randomUUID() });
const threadOf = (member: TestMember, id: number) => server.call(`GET /api/messages/c/${id}`, member.token);
const infoOf = async (member: TestMember, id: number): Promise<TeamInfo> =>
  (await server.call(`GET /api/messages/c/${id}/team`, member.token)).body.data;
const listedFor = async (member: TestMember): Promise<TeamConversation[]> =>
  (await server.call('GET /api/refresh', member.token)).body.data.teams?.data.teams;
const remove = (projectId: number, { id }: TestMember) =>
  server.call(`DELETE /api/projects/${projectId}/members/${id}`, asha.token, {});
const leave = (projectId: number, member: TestMember) =>
  server.call(`DELETE /api/projects/${projectId}/members/me`, member.token);
/** Gives a former member their seat back directly: a new join request has to wait for a week. */
const rejoin = (projectId: number, { id }: TestMember) =>
  server.database.pool.query('INSERT INTO project_members (project_id, user_id) VALUES ($1, $2)', [projectId, id]);
const eventsOf = (socket: ClientSocket) => {
  const received: { event: string; payload: unknown }[] = [];
  socket.onAny((event: string, payload: unknown) => void received.push({ event, payload }));
  return {
    of: <T>(event: string) => received.filter((one) => one.event === event).map(({ payload }) => payload as T),
  };
};

describe("a team's conversation", () => {
  it('opens with the second member, and is nobody else’s', async () => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina]);
    expect(conversationId).toBeGreaterThan(0);
    expect(await teamOf(server, bina, projectId)).toBe(conversationId);
    expect(await listedFor(bina)).toMatchObject([
      {
        name: 'Rover',
        project_id: projectId,
        member_count: 2,
        unread_count: 0,
        last_seq: 0,
        last_message: null,
        notify: 'all',
      },
    ]);
    expect((await threadOf(chitra, conversationId)).status).toBe(404);
    expect((await server.call(`GET /api/messages/c/${conversationId}/team`, chitra.token)).status).toBe(404);
    expect((await say(chitra, conversationId)).status).toBe(404);
    const info = await infoOf(bina, conversationId);
    expect(info.participants.map(({ id, is_creator }) => [id, is_creator])).toEqual([
      [asha.id, true],
      [bina.id, false],
    ]);
    expect(info.events).toMatchObject([{ kind: 'joined', user_id: bina.id, user_name: 'Bina', after_seq: 0 }]);
  });

  it('brings a message to every participant once, counted as unread by a subtraction', async () => {
    const { conversationId } = await formTeam(server, asha, [bina, chitra]);
    const sockets = await Promise.all([asha, bina, chitra].map((member) => connectForTeams(server, member)));
    const received = sockets.map(eventsOf);
    const sent = await say(bina, conversationId, 'Shall we?');
    expect(sent).toMatchObject({ status: 201 });
    const { data } = sent.body as { data: Message };
    expect(data).toMatchObject({ seq: 1, sender_id: bina.id, sender_name: 'Bina', conversation_id: conversationId });
    expect(data).not.toHaveProperty('receiver_id');
    await eventually(() =>
      expect(received.map(({ of }) => of<Message>('message:new').map(({ id }) => id))).toEqual([
        [data.id],
        [data.id],
        [data.id],
      ]),
    );
    expect(await listedFor(asha)).toMatchObject([
      { unread_count: 1, unread_version: 1, last_message: 'Shall we?', last_message_sender_name: 'Bina', last_seq: 1 },
    ]);
    expect(await listedFor(bina)).toMatchObject([{ unread_count: 0, unread_version: 0 }]);
    const thread = (await threadOf(chitra, conversationId)).body.data;
    expect(thread).toMatchObject({ kind: 'team', first_unread_seq: 1, last_seq: 1, messages: [data] });
    expect(thread).not.toHaveProperty('user');
    // These answers come after everything that the message causes: a count would have arrived by now.
    expect(received.flatMap(({ of }) => of('unread:changed'))).toEqual([]);
  });

  it('hides teams, also in counts, from clients that do not accept their events', async () => {
    const { conversationId } = await formTeam(server, asha, [bina]);
    const older = await server.connect(asha);
    const received = eventsOf(older);
    await say(bina, conversationId);
    await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'To you alone' });
    await eventually(() => expect(received.of('message:new')).toHaveLength(1));
    expect(received.of('conversation:changed')).toEqual([]);
    const count = (await server.call('GET /api/messages/unread-count', asha.token)).body.data;
    expect(count).toMatchObject({ unread_count: 1, unread_version: 1 });
    const list = (await server.call('GET /api/messages/conversations', asha.token)).body.data.conversations;
    expect(list.map(({ id }: { id: number }) => id)).toEqual([bina.id]);
  });

  it('shows a newcomer all earlier messages, as read', async () => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina]);
    for (const content of ['One', 'Two']) await say(asha, conversationId, content);
    const received = eventsOf(await connectForTeams(server, bina));
    await joinTeam(server, projectId, asha, chitra);
    await eventually(() => expect(received.of<TeamChanged>('conversation:changed')).toHaveLength(1));
    expect(received.of<TeamChanged>('conversation:changed')).toMatchObject([
      { conversation_id: conversationId, member_count: 3, event: { kind: 'joined', user_id: chitra.id, after_seq: 2 } },
    ]);
    expect(await listedFor(chitra)).toMatchObject([{ unread_count: 0, read_seq: 2, last_seq: 2 }]);
    expect((await threadOf(chitra, conversationId)).body.data.messages).toHaveLength(2);
    await say(chitra, conversationId, 'Hi all');
    await say(asha, conversationId, 'Welcome');
    expect(await listedFor(chitra)).toMatchObject([{ unread_count: 1 }]);
    expect(await listedFor(bina)).toMatchObject([{ unread_count: 4 }]);
  });

  it.each([
    ['is removed', (projectId: number) => remove(projectId, bina), 'removed'],
    ['leaves', (projectId: number) => leave(projectId, bina), 'left'],
  ] as const)('ends access for a member who %s, at once and everywhere', async (_, act, kind) => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina, chitra]);
    await say(bina, conversationId, 'Mine');
    const [former, current] = [await connectForTeams(server, bina), await connectForTeams(server, chitra)];
    const [receivedByFormer, receivedByCurrent] = [eventsOf(former), eventsOf(current)];
    expect((await act(projectId)).status).toBe(200);
    await eventually(() =>
      expect(receivedByFormer.of('conversation:left')).toEqual([{ conversation_id: conversationId }]),
    );
    await eventually(() =>
      expect(receivedByCurrent.of('conversation:changed')).toMatchObject([
        { member_count: 2, event: { kind, user_id: bina.id } },
      ]),
    );
    expect((await say(asha, conversationId, 'After')).status).toBe(201);
    expect((await say(bina, conversationId, 'May I?')).status).toBe(404);
    expect((await threadOf(bina, conversationId)).status).toBe(404);
    expect(await listedFor(bina)).toEqual([]);
    await eventually(() => expect(receivedByCurrent.of('message:new')).toHaveLength(1));
    await expect(
      (former as unknown as { emitWithAck(event: string, payload: unknown): Promise<unknown> }).emitWithAck('typing', {
        conversation_id: conversationId,
        typing: true,
      }),
    ).resolves.toMatchObject({ ok: true });
    expect((await threadOf(chitra, conversationId)).body.data.messages).toHaveLength(2);
    expect(receivedByFormer.of('message:new')).toEqual([]);
    expect(receivedByCurrent.of('typing')).toEqual([]);
  });

  it('ends with its project, at once on all of the creator’s devices', async () => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina]);
    await leave(projectId, bina);
    const received = eventsOf(await connectForTeams(server, asha));
    expect((await server.call(`DELETE /api/projects/${projectId}`, asha.token)).status).toBe(200);
    await eventually(() => expect(received.of('conversation:left')).toEqual([{ conversation_id: conversationId }]));
    expect(await listedFor(asha)).toEqual([]);
  });

  it('accepts a newcomer however many members have left, with correct counts', { timeout: 60_000 }, async () => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina]);
    await withoutTimeouts(server.database, async ({ pool }) => {
      await pool.query(`
      DO $$ DECLARE former bigint; BEGIN
        FOR n IN 1..400 LOOP
          INSERT INTO users (name, email) VALUES ('Former ' || n, 'former-' || n || '@example.org') RETURNING id INTO former;
          INSERT INTO project_members (project_id, user_id) VALUES (${projectId}, former);
          DELETE FROM project_members WHERE project_id = ${projectId} AND user_id = former;
        END LOOP;
      END $$`);
    });
    const dev = await server.signUp('Dev');
    await joinTeam(server, projectId, asha, dev);
    for (const [by, content] of [
      [dev, 'Hello'],
      [asha, 'Welcome'],
      [dev, 'Thanks'],
    ] as const)
      expect((await say(by, conversationId, content)).status).toBe(201);
    expect(await listedFor(dev)).toMatchObject([{ unread_count: 1 }]);
    expect(await listedFor(bina)).toMatchObject([{ unread_count: 3 }]);
    await server.call(`PUT /api/messages/c/${conversationId}/read`, dev.token);
    expect(await listedFor(dev)).toMatchObject([{ unread_count: 0 }]);
  });

  it('gives a returning member their slot and read mark back, with a version that only grows', async () => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina]);
    await say(bina, conversationId);
    await say(asha, conversationId);
    const version = async () => (await server.ask(bina, 'GET /api/refresh')).data.teams?.version;
    const versions = [await version()];
    await remove(projectId, bina);
    versions.push(await version());
    await rejoin(projectId, bina);
    versions.push(await version());
    expect(new Set(versions).size).toBe(3);
    expect(versions.map(Number)).toEqual(versions.map(Number).toSorted((a, b) => a - b));
    expect(await listedFor(bina)).toMatchObject([{ unread_count: 0, read_seq: 2 }]);
    expect((await say(bina, conversationId, 'Back')).status).toBe(201);
    const slots = await server.database.pool.query('SELECT count(*)::int FROM memberships WHERE conversation_id = $1', [
      conversationId,
    ]);
    expect(slots.rows).toEqual([{ count: 2 }]);
  });

  it('notifies a member who returns by default, whatever they chose before they left', async () => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina]);
    const chosen = { notify: 'off' };
    await server.call(`PUT /api/messages/c/${conversationId}/notify`, bina.token, chosen);
    expect(await listedFor(bina)).toMatchObject([chosen]);
    await remove(projectId, bina);
    await rejoin(projectId, bina);
    expect(await listedFor(bina)).toMatchObject([{ notify: 'all' }]);
  });

  it('stores one message per key, and answers a repetition with the first', async () => {
    const { conversationId } = await formTeam(server, asha, [bina]);
    const body = { conversation_id: conversationId, content: 'Once', client_id: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => server.call('POST /api/messages', asha.token, body)));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    const other = { receiver_id: chitra.id, content: 'Once', client_id: body.client_id };
    expect((await server.call('POST /api/messages', asha.token, other)).status).toBe(400);
    expect((await threadOf(bina, conversationId)).body.data.messages).toHaveLength(1);
  });

  it('lets teammates who block each other write on', async () => {
    const { conversationId } = await formTeam(server, asha, [bina, chitra]);
    await server.call(`PUT /api/blocks/${bina.id}`, chitra.token);
    expect((await say(bina, conversationId)).status).toBe(201);
    expect((await say(chitra, conversationId)).status).toBe(201);
  });

  it('refuses a suspended member, and accepts them again afterwards', async () => {
    const { conversationId } = await formTeam(server, asha, [bina]);
    expect((await say(bina, conversationId)).status).toBe(201);
    const conversation = async () =>
      (
        await sql<{ checked: number[] | null }>`SELECT checked FROM conversations WHERE id = ${conversationId}`.execute(
          server.database.db,
        )
      ).rows[0]?.checked;
    expect(await conversation()).toEqual([1]);
    await server.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [bina.id]);
    expect(await conversation()).toEqual([1, 2]);
  });

  it.each([
    ['renamed', 'PATCH', '', { title: 'Rover 2' }, { word: 'Rover 2' }],
    ['finished', 'PUT', '/state', { state: 'finished' }, {}],
  ] as const)('shows that the project was %s', async (kind, method, path, body, more) => {
    const { projectId, conversationId } = await formTeam(server, asha, [bina]);
    await say(asha, conversationId);
    expect((await server.call(`${method} /api/projects/${projectId}${path}`, asha.token, body)).status).toBe(200);
    const { events, name } = await infoOf(bina, conversationId);
    expect(events.at(-1)).toMatchObject({ kind, after_seq: 1, ...more });
    expect(events.at(-1)).not.toHaveProperty('user_id');
    expect(name).toBe('word' in more ? more.word : 'Rover');
    expect((await say(bina, conversationId)).status).toBe(201);
  });
});
