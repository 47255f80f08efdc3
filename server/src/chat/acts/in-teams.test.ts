import { randomUUID } from 'node:crypto';
import type { ActKind } from '@sangam/shared/chat/acts';
import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import { formTeam, listenFor, loseSeat, sayInTeam, type TestTeam, takeSeat } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { asha, bina, chitra, dev, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { beforeEach, describe, expect, it } from 'vitest';

let team: TestTeam;

stageForEachTest(['Asha', 'Bina', 'Chitra', 'Dev']);
beforeEach(async () => {
  team = await formTeam(server, asha, [bina, chitra]);
  await sayInTeam(server, team.conversationId, [
    [asha, 'one'],
    [bina, 'two'],
    [asha, 'three'],
  ]);
});

const act = (by: TestMember, method: string, path: string, body: object = {}) =>
  server.call(`${method} /api/messages/c/${team.conversationId}/${path}`, by.token, {
    client_id: randomUUID(),
    ...body,
  });
const read = (by: TestMember, up_to?: number) => act(by, 'PUT', 'read', { client_id: undefined, up_to });
const unreadOf = async (by: TestMember) => (await read(by, 0)).body.data.conversation;

/** Every act, and reading: on message 1, or on the member's own message 2. */
const everyAct: Record<ActKind | 'read', [method: string, path: string, body: object]> = {
  edit: ['PATCH', '2', { content: 'TWO' }],
  delete: ['DELETE', '2', {}],
  react: ['PUT', '1/reactions', { emoji: '🎉' }],
  unreact: ['DELETE', '1/reactions', { emoji: '👍' }],
  pin: ['PUT', '1/pin', {}],
  unpin: ['DELETE', '1/pin', {}],
  save: ['PUT', '1/saved', {}],
  unsave: ['DELETE', '1/saved', {}],
  unread: ['PUT', 'unread', { seq: 1 }],
  archive: ['PUT', 'archive', { seq: 1 }],
  unarchive: ['DELETE', 'archive', { seq: 1 }],
  read: ['PUT', 'read', { client_id: undefined }],
};

describe('acts in a team’s conversation', () => {
  it('edit, react, pin and delete, and show every participant the same message, without presence and receiver', async () => {
    const [first, second] = [
      await listenFor(server, bina, ['message:changed']),
      await listenFor(server, chitra, ['message:changed']),
    ];
    const outside = await listenFor(server, dev, ['message:changed']);
    const older = await listenFor(server, chitra, ['message:changed'], false);
    const edited = await act(asha, 'PATCH', '1', { content: 'ONE' });
    expect(edited).toMatchObject({ status: 200, body: { data: { content: 'ONE', change: 1, sender_name: 'Asha' } } });
    expect(edited.body.data).toMatchObject({ sender_is_online: false, last_active: null });
    expect(edited.body.data).not.toHaveProperty('receiver_id');
    await act(bina, 'PUT', '1/reactions', { emoji: '👍' });
    await act(chitra, 'PUT', '1/reactions', { emoji: '👍' });
    await act(bina, 'PUT', '1/pin');
    const pinned = await act(chitra, 'PUT', '2/pin');
    expect(pinned.body.data.pinned).toMatchObject({ user_id: chitra.id });
    await act(asha, 'DELETE', '2/pin');
    const deleted = await act(asha, 'DELETE', '1');
    expect(deleted.body.data).toMatchObject({ content: DELETED_MESSAGE, change: 7 });
    await eventually(() => expect(first).toHaveLength(7));
    await eventually(() => expect(second).toHaveLength(7));
    expect(first).toEqual(second);
    expect(first[2]?.[1]).toMatchObject({ reactions: [{ emoji: '👍', user_ids: [bina.id, chitra.id] }] });
    expect([outside, older]).toEqual([[], []]);
  });

  it('are open to all current participants, also across blocks, and to nobody else', async () => {
    await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
    expect((await act(bina, 'PUT', '1/reactions', { emoji: '👍' })).status).toBe(200);
    expect((await act(asha, 'PATCH', '1', { content: 'ONE' })).status).toBe(200);
    expect((await act(bina, 'PATCH', '1', { content: 'mine' })).body).toMatchObject({ code: 'FORBIDDEN' });
    await loseSeat(server, team, bina.id);
    for (const by of [bina, dev])
      for (const [kind, [method, path, body]] of Object.entries(everyAct))
        expect([kind, (await act(by, method, path, body)).body.code]).toEqual([kind, 'NOT_FOUND']);
    await takeSeat(server, team, bina.id);
    expect((await act(bina, 'PATCH', '2', { content: 'TWO' })).status).toBe(200);
  });

  it('are done once for each key', async () => {
    const client_id = randomUUID();
    const first = await act(asha, 'PATCH', '1', { content: 'ONE', client_id });
    expect((await act(asha, 'PATCH', '1', { content: 'ONE', client_id })).body).toEqual(first.body);
    expect((await act(asha, 'PATCH', '3', { content: 'ONE', client_id })).body).toMatchObject({ code: 'INVALID' });
  });

  it('take a deleted message out of the counts of all who had not read it, and of nobody else', async () => {
    await read(bina, 3);
    expect(await unreadOf(chitra)).toMatchObject({ unread_count: 3 });
    const [read_, unread_] = [
      await listenFor(server, bina, ['unread:changed']),
      await listenFor(server, chitra, ['unread:changed']),
    ];
    await act(asha, 'DELETE', '3');
    await eventually(() => expect(unread_).toHaveLength(1));
    expect(unread_[0]?.[1]).toMatchObject({ conversation: { conversation_id: team.conversationId, unread_count: 2 } });
    expect(unread_[0]?.[1].conversation).not.toHaveProperty('id');
    expect(await unreadOf(chitra)).toMatchObject({ unread_count: 2, unread_version: 4 });
    expect(await unreadOf(bina)).toMatchObject({ unread_count: 0 });
    expect(read_).toEqual([]);
    await read(chitra, 2);
    expect(await unreadOf(chitra)).toMatchObject({ unread_count: 0 });
  });

  it('leave the read counts of a former participant unchanged', async () => {
    const { db } = server.database;
    await read(chitra, 1);
    await loseSeat(server, team, chitra.id);
    await act(asha, 'DELETE', '3');
    const row = await db
      .selectFrom('memberships')
      .select(['read_received', 'taken_back', 'left_at'])
      .where('conversation_id', '=', team.conversationId)
      .where('user_id', '=', chitra.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ read_received: 1, taken_back: 0, left_at: expect.any(Date) });
  });
});

describe('saved messages of a team’s conversation', () => {
  const saved = async (by: TestMember) => (await server.call('GET /api/messages/saved', by.token)).body.data.saved;
  const numbers = async (by: TestMember) => (await server.call('GET /api/refresh', by.token)).body.data.saved;

  it('name the project, and are gone with the message and with the membership', async () => {
    const received = await listenFor(server, bina, ['saved:changed']);
    for (const seq of [1, 2, 3]) await act(bina, 'PUT', `${seq}/saved`);
    expect(await saved(bina)).toMatchObject([
      { seq: 3, conversation_id: team.conversationId, name: 'Rover', sender_id: asha.id, sender_name: 'Asha' },
      { seq: 2 },
      { seq: 1 },
    ]);
    expect((await saved(bina))[0]).not.toHaveProperty('user_id');
    expect(await numbers(bina)).toEqual({
      version: 3,
      conversations: [{ conversation_id: team.conversationId, seqs: [1, 2, 3] }],
    });
    await act(asha, 'DELETE', '1');
    expect((await saved(bina)).map(({ seq }: { seq: number }) => seq)).toEqual([3, 2]);
    await eventually(() => expect(received).toHaveLength(4));
    expect(received[3]?.[1]).toEqual({ conversation_id: team.conversationId, seq: 1, saved_at: null, version: 4 });

    await loseSeat(server, team, bina.id);
    expect(await saved(bina)).toEqual([]);
    expect(await numbers(bina)).toEqual({ version: 6, conversations: [] });
  });
});
