import { randomUUID } from 'node:crypto';
import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import { withoutPresence } from '@sangam/testing/presence';
import { asha, bina, server, stageForEachTest } from '@sangam/testing/stage';
import { describe, expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina']);

const write = async (content: string, [from, to] = [asha, bina]): Promise<Message> =>
  (await server.call('POST /api/messages', from.token, { receiver_id: to.id, content })).body.data;
const edit = (seq: number, content: string, { by = asha, to = bina, client_id = randomUUID() as string } = {}) =>
  server.call(`PATCH /api/messages/conversation/${to.id}/${seq}`, by.token, { content, client_id });
const remove = (seq: number, { by = asha, to = bina, client_id = randomUUID() as string } = {}) =>
  server.call(`DELETE /api/messages/conversation/${to.id}/${seq}`, by.token, { client_id });
const thread = async (by = bina, other = asha) =>
  (await server.call(`GET /api/messages/conversation/${other.id}`, by.token)).body.data;
const contents = async () => (await thread()).messages.map(({ content }: Message) => content);
const unread = async (by = bina) => {
  const [count, bell, list] = await Promise.all(
    ['unread-count', 'notifications', 'conversations'].map((name) =>
      server.call(`GET /api/messages/${name}`, by.token).then(({ body }) => body.data),
    ),
  );
  return {
    total: count.unread_count,
    bell: bell.notifications.map((line: { content: string; unread_count: number }) => [
      line.content,
      line.unread_count,
    ]),
    listed: list.conversations.map((one: { unread_count: number; last_message: string }) => [
      one.last_message,
      one.unread_count,
    ]),
  };
};
const markRead = (up_to?: number) =>
  server.call(`PUT /api/messages/mark-read/${asha.id}`, bina.token, up_to === undefined ? {} : { up_to });

describe('editing', () => {
  it('changes the text and its edit time for both members, and adds no unread message', async () => {
    const { seq } = await write('Helo');
    await markRead();
    const { status, body } = await edit(seq, '  Hello ');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ seq, content: 'Hello', change: 1, edited_at: expect.any(String) });
    for (const by of [asha, bina]) {
      const { messages, last_change } = await thread(by, by === asha ? bina : asha);
      expect([messages[0].content, messages[0].edited_at, last_change]).toEqual(['Hello', body.data.edited_at, 1]);
    }
    expect(await unread()).toEqual({ total: 0, bell: [], listed: [['Hello', 0]] });
  });

  it('happens once per key, and a retry does not undo a later edit', async () => {
    const { seq } = await write('one');
    const client_id = randomUUID();
    const first = await edit(seq, 'two', { client_id });
    expect((await edit(seq, 'two', { client_id })).body).toEqual(first.body);
    await edit(seq, 'three');
    expect((await edit(seq, 'two', { client_id })).body.data).toMatchObject({ content: 'three', change: 2 });
    expect((await thread()).last_change).toBe(2);
  });

  it('refuses a key that was used for another message', async () => {
    const client_id = randomUUID();
    const [{ seq }, second] = [await write('one'), await write('two')];
    await edit(seq, 'ONE', { client_id });
    expect((await edit(second.seq, 'TWO', { client_id })).body).toMatchObject({ code: 'INVALID' });
    expect(await contents()).toEqual(['ONE', 'two']);
  });

  it('treats the same text as no change', async () => {
    const { seq } = await write('same');
    expect((await edit(seq, 'same')).body.data).not.toHaveProperty('change');
    expect((await thread()).last_change).toBe(0);
  });

  it('lets the later of two commits win, and numbers both answers', async () => {
    const { seq } = await write('start');
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => edit(seq, text)));
    const last = answers.map(({ body }) => body.data).find(({ change }) => change === 4);
    expect(answers.map(({ body }) => body.data.change).sort()).toEqual([1, 2, 3, 4]);
    expect(await contents()).toEqual([last.content]);
  });

  it('is limited to the member’s own messages, to text, and to members who accept messages', async () => {
    const { seq } = await write('mine');
    expect((await edit(seq, 'yours', { by: bina, to: asha })).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await edit(seq, '   ')).body).toMatchObject({ code: 'INVALID', errors: [{ field: 'content' }] });
    expect((await edit(99, 'none')).body).toMatchObject({ code: 'NOT_FOUND' });
    const dev = await server.signUp('Dev');
    expect((await edit(seq, 'none', { by: dev })).body).toMatchObject({ code: 'NOT_FOUND' });
    await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
    expect((await edit(seq, 'blocked')).body).toMatchObject({ code: 'CONTACT_REFUSED' });
    expect(await contents()).toEqual(['mine']);
  });
});

describe('deleting', () => {
  it('leaves a tombstone with its number, and none of its text in any call', async () => {
    for (const text of ['one', 'secret words', 'three']) await write(text);
    const { body } = await remove(2);
    expect(body.data).toMatchObject({ seq: 2, content: DELETED_MESSAGE, deleted_at: expect.any(String) });
    expect(await contents()).toEqual(['one', DELETED_MESSAGE, 'three']);
    for (const by of [asha, bina])
      for (const path of [
        `messages/conversation/${by === asha ? bina.id : asha.id}?changed_since=0`,
        ...['messages/conversations', 'messages/notifications', 'refresh'],
      ])
        expect(JSON.stringify((await server.call(`GET /api/${path}`, by.token)).body)).not.toContain('secret');
    for (const { token, password } of [asha, bina]) {
      const exported = await server.call('POST /api/account/export', token, { current_password: password });
      expect(exported.status).toBe(200);
      expect(JSON.stringify(exported.body)).not.toContain('secret');
    }
  });

  it('lowers the unread count of a receiver who has not read it, and keeps later counts right', async () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) await write(text);
    expect(await unread()).toMatchObject({ total: 5, bell: [['e', 5]] });
    await remove(3);
    await remove(5);
    expect(await unread()).toEqual({ total: 3, bell: [['d', 3]], listed: [[DELETED_MESSAGE, 3]] });
    await markRead(2);
    expect((await unread()).total).toBe(1);
    await markRead(3);
    expect((await unread()).total).toBe(1);
    await remove(4);
    expect(await unread()).toMatchObject({ total: 0, bell: [] });
    await markRead();
    await write('f');
    expect(await unread()).toMatchObject({ total: 1, bell: [['f', 1]] });
  });

  it('opens the thread at the first remaining unread message', async () => {
    for (const text of ['a', 'b', 'c']) await write(text);
    await remove(1);
    expect((await thread()).first_unread_seq).toBe(2);
  });

  it('changes no count once it was read, and raises the count’s version', async () => {
    await write('a');
    const version = async () => (await server.call('GET /api/messages/unread-count', bina.token)).body.data;
    const before = await version();
    await remove(1);
    const after = await version();
    expect([after.unread_count, after.unread_version > before.unread_version]).toEqual([0, true]);
    await write('b');
    await markRead();
    const read = await version();
    await remove(2);
    expect(await version()).toEqual(read);
  });

  it('keeps counts right when messages are read and deleted concurrently', async () => {
    for (let n = 0; n < 12; n += 1) await write(`${n}`);
    await Promise.all([3, 5, 7, 9, 11].flatMap((seq) => [remove(seq), markRead(seq - 1)]));
    // Read up to 10; 11 was deleted, 12 is left.
    expect((await unread()).total).toBe(1);
    await markRead();
    expect((await unread()).total).toBe(0);
  });

  it('happens once, even with another key, and ends editing', async () => {
    await write('a');
    const first = await remove(1);
    expect((await remove(1)).body).toEqual(first.body);
    expect((await edit(1, 'back')).body).toMatchObject({ code: 'NOT_FOUND', message: 'This message was deleted.' });
    expect((await thread()).last_change).toBe(1);
  });

  it('is limited to the member’s own messages, and allowed after a block', async () => {
    await write('mine');
    expect((await remove(1, { by: bina, to: asha })).body).toMatchObject({ code: 'FORBIDDEN' });
    await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
    expect((await remove(1)).status).toBe(200);
  });

  it('answers a retried send with the tombstone', async () => {
    const body = { receiver_id: bina.id, content: 'once', client_id: randomUUID() };
    await server.call('POST /api/messages', asha.token, body);
    const deleted = (await remove(1)).body.data;
    const repeated = (await server.call('POST /api/messages', asha.token, body)).body.data;
    const { sender_is_online: _, last_active: __, ...stored } = deleted;
    expect(repeated).toMatchObject(stored);
    expect(await contents()).toEqual([DELETED_MESSAGE]);
  });
});

describe('reactions', () => {
  const react = (seq: number, emoji: string, { by = bina, to = asha, client_id = randomUUID() as string } = {}) =>
    server.call(`PUT /api/messages/conversation/${to.id}/${seq}/reactions`, by.token, { emoji, client_id });
  const unreact = (seq: number, emoji: string, { by = bina, to = asha, client_id = randomUUID() as string } = {}) =>
    server.call(`DELETE /api/messages/conversation/${to.id}/${seq}/reactions`, by.token, { emoji, client_id });
  const reactions = async () =>
    (await thread()).messages.map((message: Message) =>
      message.reactions?.map(({ emoji, user_ids }) => [emoji, ...user_ids]),
    );

  it('are unique per member and emoji, in the order of first use, and add no unread message', async () => {
    for (const text of ['one', 'two']) await write(text);
    await markRead();
    await react(1, '❤️');
    await react(1, '👍');
    await react(1, '❤️', { by: asha, to: bina });
    expect((await react(1, '👍')).body.data).toMatchObject({ change: 3 });
    expect(await reactions()).toEqual([
      [
        ['❤️', bina.id, asha.id],
        ['👍', bina.id],
      ],
      undefined,
    ]);
    expect([(await unread()).total, (await unread(asha)).total]).toEqual([0, 0]);
    await unreact(1, '❤️');
    expect(await reactions()).toEqual([
      [
        ['❤️', asha.id],
        ['👍', bina.id],
      ].toReversed(),
      undefined,
    ]);
  });

  it('are added and removed once per key: a late retry restores nothing', async () => {
    await write('one');
    const client_id = randomUUID();
    await react(1, '👍', { client_id });
    await unreact(1, '👍');
    expect((await react(1, '👍', { client_id })).body.data).not.toHaveProperty('reactions');
    expect(await reactions()).toEqual([undefined]);
    expect((await unreact(1, '👍')).body.data).toMatchObject({ change: 2 });
  });

  it('are emoji, at most five per member, on an existing message, to members who accept messages', async () => {
    await write('one');
    for (const text of ['a', '👍👍', '<b>', '']) expect((await react(1, text)).body).toMatchObject({ code: 'INVALID' });
    // The first is written as some keyboards do, and equals the standard form.
    for (const emoji of ['👍\ufe0f', '👍', '👋🏽', '👩🏽‍❤️‍💋‍👨🏿', '🎉', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])
      expect((await react(1, emoji)).status).toBe(200);
    expect((await react(1, '😢')).body).toMatchObject({
      message: 'You can add at most 5 reactions to a message. Remove one first.',
    });
    expect((await react(9, '👍')).body).toMatchObject({ code: 'NOT_FOUND' });
    await server.call(`PUT /api/blocks/${bina.id}`, asha.token);
    await unreact(1, '🎉');
    expect((await react(1, '😢')).body).toMatchObject({ code: 'CONTACT_REFUSED' });
    await remove(1);
    expect(await reactions()).toEqual([undefined]);
    await server.call(`DELETE /api/blocks/${bina.id}`, asha.token);
    expect((await react(1, '😢')).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('show in the author’s conversation list while they are newer than the last message', async () => {
    const shownReaction = async (by = asha) =>
      (await server.call('GET /api/messages/conversations', by.token)).body.data.conversations[0].reaction ?? null;
    await write('one');
    await write('two', [bina, asha]);
    await write('three');
    await react(1, '👍');
    await react(3, '❤️');
    await react(2, '🎉');
    expect([await shownReaction(), await shownReaction(bina)]).toEqual([{ seq: 3, emoji: '❤️' }, null]);
    await unreact(3, '❤️');
    expect(await shownReaction()).toEqual({ seq: 1, emoji: '👍' });
    await react(3, '😮');
    await remove(3);
    expect(await shownReaction()).toEqual({ seq: 1, emoji: '👍' });
    expect((await unread(asha)).total).toBe(1);
    await write('four', [bina, asha]);
    expect(await shownReaction()).toBeNull();
  });

  it('are in the answer to a retried send', async () => {
    const body = { receiver_id: bina.id, content: 'once', client_id: randomUUID() };
    await server.call('POST /api/messages', asha.token, body);
    await react(1, '🎉');
    expect((await server.call('POST /api/messages', asha.token, body)).body.data).toMatchObject({
      reactions: [{ emoji: '🎉', user_ids: [bina.id] }],
    });
  });

  it('are broadcast with the message to both members', async () => {
    await write('one');
    const sockets = await Promise.all([asha, bina].map((member) => server.connect(member)));
    const pushed = sockets.map((socket) => new Promise<Message>((resolve) => socket.on('message:changed', resolve)));
    const payload = { user_id: asha.id, seq: 1, client_id: randomUUID(), emoji: '👍' };
    const answer = await sockets[1]?.emitWithAck('message:react', payload);
    expect(answer).toMatchObject({ ok: true, data: { reactions: [{ emoji: '👍', user_ids: [bina.id] }] } });
    const stored = withoutPresence((answer as { data: Message }).data);
    for (const message of await Promise.all(pushed)) expect(withoutPresence(message)).toEqual(stored);
    const gone = await sockets[1]?.emitWithAck('message:unreact', { ...payload, client_id: randomUUID() });
    expect(gone).toMatchObject({ ok: true, data: { change: 2 } });
  });
});

describe('over a socket', () => {
  it('acts like the calls, and broadcasts the whole message to both members', async () => {
    await write('Helo');
    const sockets = await Promise.all([asha, bina].map((member) => server.connect(member)));
    const pushed = sockets.map((socket) => new Promise<Message>((resolve) => socket.on('message:changed', resolve)));
    const payload = { user_id: bina.id, seq: 1, client_id: randomUUID(), content: 'Hello' };
    const answer = await sockets[0]?.emitWithAck('message:edit', payload);
    expect(answer).toMatchObject({ ok: true, data: { content: 'Hello', change: 1 } });
    const stored = withoutPresence((answer as { data: Message }).data);
    for (const message of await Promise.all(pushed)) expect(withoutPresence(message)).toEqual(stored);
    const gone = await sockets[0]?.emitWithAck('message:delete', { user_id: bina.id, seq: 1, client_id: randomUUID() });
    expect(gone).toMatchObject({ ok: true, data: { content: DELETED_MESSAGE } });
  });
});

describe('former texts', () => {
  it('are visible to moderators in a report, and to nobody else', async () => {
    await write('first wording');
    await edit(1, 'second wording');
    await remove(1);
    const report = { kind: 'message', id: asha.id, seq: 1, reason: 'harassment' };
    expect((await server.call('POST /api/reports', bina.token, report)).status).toBe(200);
    const { evidence } = await server.database.db
      .selectFrom('reports')
      .select('evidence')
      .where('reporter_id', '=', bina.id)
      .executeTakeFirstOrThrow();
    expect(evidence).toMatchObject({
      messages: [{ content: 'second wording', earlier: ['first wording'], deleted_at: expect.any(String) }],
    });
    expect(JSON.stringify(await thread())).not.toContain('wording');
  });
});
