import { randomUUID } from 'node:crypto';
import { ARCHIVED_WHILE_MUTED } from '@sangam/shared/chat/archived';
import { formTeam, loseSeat, sayInTeam, type TestTeam, takeSeat } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { asha, bina, chitra, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { beforeEach, describe, expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina', 'Chitra']);

const write = (content: string, [from, to] = [asha, bina]) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content });
const listed = async (by = bina) =>
  (await server.call('GET /api/messages/conversations', by.token)).body.data.conversations[0];
const teamOf = async (by = bina) => (await server.call('GET /api/refresh', by.token)).body.data.teams.data.teams[0];
const set = async (
  verb: 'PUT' | 'DELETE',
  id: number,
  { by = bina, seq = 1, client_id = randomUUID() as string } = {},
) => server.call(`${verb} /api/messages/c/${id}/archive`, by.token, { seq, client_id });
const mute = (verb: 'PUT' | 'DELETE', id: number) => server.call(`${verb} /api/messages/c/${id}/mute`, bina.token);
const until = async () => (await listed()).unread_mark?.archived_until;
const versionOf = async (by: TestMember) =>
  (await server.call('GET /api/refresh', by.token)).body.data.conversations.version;

describe('an archived conversation', () => {
  let id: number;
  beforeEach(async () => {
    await write('m1');
    await write('m2');
    id = (await listed()).conversation_id;
  });

  it('is marked as archived for that member only, in the list, the thread and the counts, and can be unarchived', async () => {
    const [own, theirs] = [await versionOf(bina), await versionOf(asha)];
    const { status, body } = await set('PUT', id, { seq: 2 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      unread_count: 2,
      conversation: { id: asha.id, unread_count: 2, unread_mark: { from: null, archived_until: 2 } },
    });
    expect((await listed()).unread_mark).toMatchObject({ archived_until: 2 });
    const thread = await server.call(`GET /api/messages/c/${id}`, bina.token);
    expect(thread.body.data.unread_mark).toMatchObject({ archived_until: 2 });
    expect(thread.body.data).not.toHaveProperty('archived_until');
    expect(await versionOf(bina)).not.toBe(own);
    expect(await versionOf(asha)).toBe(theirs);
    expect(JSON.stringify(await listed(asha))).not.toContain('archived');
    expect((await set('DELETE', id, { seq: 2 })).body.data.conversation.unread_mark).not.toHaveProperty(
      'archived_until',
    );
    expect(await until()).toBeUndefined();
  });

  it('stays archived after the member’s own message, and returns with the next one from the other member', async () => {
    await set('PUT', id, { seq: 2 });
    await write('mine', [bina, asha]);
    expect(await until()).toBe(2);
    await write('m3');
    expect(await until()).toBeUndefined();
    // For good: reading it doesn't archive it again.
    await server.call(`PUT /api/messages/c/${id}/read`, bina.token, {});
    expect(await until()).toBeUndefined();
  });

  it('returns with a message that the device hadn’t seen when it archived', async () => {
    expect((await set('PUT', id, { seq: 1 })).status).toBe(200);
    expect(await until()).toBeUndefined();
  });

  it('stays archived while it is muted, and returns with the first message after that', async () => {
    await mute('PUT', id);
    await set('PUT', id, { seq: 2 });
    await write('m3');
    expect(await until()).toBe(ARCHIVED_WHILE_MUTED);
    await mute('DELETE', id);
    expect(await until()).toBe(3);
    await mute('PUT', id);
    await write('m4');
    expect(await until()).toBe(ARCHIVED_WHILE_MUTED);
    await mute('DELETE', id);
    await write('m5');
    expect(await until()).toBeUndefined();
    // Muting one that has returned doesn't archive it.
    await mute('PUT', id);
    expect(await until()).toBeUndefined();
  });

  it('is archived once per key, and keeps its unread messages and mark', async () => {
    const client_id = randomUUID();
    await set('PUT', id, { seq: 2, client_id });
    await set('DELETE', id, { seq: 2 });
    expect((await set('PUT', id, { seq: 2, client_id })).status).toBe(200);
    expect(await until()).toBeUndefined();
    await server.call(`PUT /api/messages/c/${id}/read`, bina.token, {});
    await server.call(`PUT /api/messages/c/${id}/unread`, bina.token, { seq: 2, client_id: randomUUID() });
    await set('PUT', id, { seq: 2 });
    expect(await listed()).toMatchObject({ unread_count: 1, unread_mark: { from: 2, archived_until: 2 } });
    expect((await set('PUT', id, { seq: 9 })).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await set('PUT', id, { by: chitra })).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('notifies the member’s own devices, and nobody else', async () => {
    const received: [string, unknown][] = [];
    for (const [name, member] of [
      ['bina', bina],
      ['asha', asha],
    ] as const) {
      const socket = await server.connect(member);
      socket.onAny((event, payload) => void (event === 'unread:changed' && received.push([name, payload])));
    }
    await set('PUT', id, { seq: 2 });
    await eventually(() =>
      expect(received).toMatchObject([['bina', { conversation: { unread_mark: { archived_until: 2 } } }]]),
    );
  });

  it('either stays or has returned when archiving, muting and writing race', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([set('PUT', id, { seq: 2 }), mute('PUT', id), write('more'), write('mine', [bina, asha])]);
      const state = await until();
      // Before the message, it stays; after it, it has returned.
      expect([ARCHIVED_WHILE_MUTED, undefined]).toContain(state);
      await mute('DELETE', id);
      await set('DELETE', id);
    }
  });
});

describe('an archived conversation of a team', () => {
  let team: TestTeam;
  beforeEach(async () => {
    team = await formTeam(server, asha, [bina, chitra]);
    await sayInTeam(server, team.conversationId, [
      [asha, 'm1'],
      [bina, 'm2'],
      [chitra, 'm3'],
    ]);
  });
  const notify = (choice: string) =>
    server.call(`PUT /api/messages/c/${team.conversationId}/notify`, bina.token, { notify: choice });
  const say = (by: TestMember) => sayInTeam(server, team.conversationId, [[by, 'more']]);
  const teamUntil = async () => (await teamOf()).unread_mark?.archived_until;

  it('returns with another member’s message, not with the member’s own', async () => {
    await set('PUT', team.conversationId, { seq: 3 });
    expect(await teamUntil()).toBe(2);
    await say(bina);
    expect(await teamUntil()).toBe(2);
    await say(chitra);
    expect(await teamUntil()).toBeUndefined();
    expect(JSON.stringify(await teamOf(asha))).not.toContain('archived');
  });

  it('stays archived while no message notifies the member', async () => {
    await set('PUT', team.conversationId, { seq: 3 });
    await notify('off');
    await say(chitra);
    expect(await teamUntil()).toBe(ARCHIVED_WHILE_MUTED);
    await notify('mentions');
    expect(await teamUntil()).toBe(3);
    await say(chitra);
    expect(await teamUntil()).toBeUndefined();
    await notify('off');
    expect(await teamUntil()).toBeUndefined();
    await set('PUT', team.conversationId, { seq: 5 });
    expect(await teamUntil()).toBe(ARCHIVED_WHILE_MUTED);
  });

  it('is in the list of a member who returns to the team', async () => {
    await notify('off');
    await set('PUT', team.conversationId, { seq: 3 });
    await loseSeat(server, team, bina.id);
    await takeSeat(server, team, bina.id);
    expect(await teamUntil()).toBeUndefined();
  });
});
