import { randomUUID } from 'node:crypto';
import type { Ack } from '@sangam/shared/app/socket';
import type { Message } from '@sangam/shared/chat/messages';
import { eventually } from '@sangam/testing/eventually';
import { asha, bina, server, stageForFile } from '@sangam/testing/stage';
import type { ClientSocket } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

stageForFile(['Asha', 'Bina']);

const send = (socket: ClientSocket, receiver_id: number, content: string, client_id: string = randomUUID()) =>
  new Promise<Ack<Message>>((resolve) => socket.emit('message:send', { receiver_id, content, client_id }, resolve));

const received = (socket: ClientSocket): Message[] => {
  const list: Message[] = [];
  socket.on('message:new', (message) => list.push(message));
  return list;
};

describe('message:send', () => {
  it('acknowledges a committed message, and broadcasts it to the receiver and the sender’s other devices only', async () => {
    const [phone, laptop, other] = await Promise.all([
      server.connect(asha),
      server.connect(asha),
      server.connect(bina),
    ]);
    const [toPhone, toLaptop, toOther] = [received(phone), received(laptop), received(other)];
    const ack = await send(phone, bina.id, '  Namaste!  ');
    if (!ack.ok) throw new Error(ack.error.message);
    expect(ack.data).toMatchObject({
      content: 'Namaste!',
      sender_id: asha.id,
      receiver_id: bina.id,
      sender_name: 'Asha',
    });
    const stored = await server.database.pool.query('SELECT content FROM messages WHERE id = $1', [ack.data.id]);
    expect(stored.rows).toEqual([{ content: 'Namaste!' }]);
    await eventually(() => {
      expect(toOther).toEqual([ack.data]);
      expect(toLaptop).toEqual([ack.data]);
    });
    expect(toPhone).toEqual([]);
    for (const socket of [phone, laptop, other]) socket.disconnect();
  });
});

describe('whether the sender is online', () => {
  it('follows the member’s presence if they send over REST or from an idle device', async () => {
    const [sender, receiver] = [await server.signUp(), await server.signUp()];
    const toReceiver = received(await server.connect(receiver));
    const post = async (): Promise<Message> =>
      (await server.call('POST /api/messages', sender.token, { receiver_id: receiver.id, content: 'hi' })).body.data;
    const report = { isActive: true, lastActive: new Date().toISOString() };

    expect(await post()).toMatchObject({ sender_is_online: false, last_active: null });
    await eventually(() => expect(toReceiver.at(-1)).toMatchObject({ seq: 1, sender_is_online: false }));
    const { body } = await server.call('POST /api/users/update-status', sender.token, report);
    expect(await post()).toMatchObject({ sender_is_online: true, last_active: body.data.last_active });
    await server.call('POST /api/users/update-status', sender.token, { ...report, isActive: false });
    expect(await post()).toMatchObject({ sender_is_online: false });

    const socket = await server.connect(sender);
    const first = await send(socket, receiver.id, 'at the device');
    expect(first).toMatchObject({ ok: true, data: { sender_is_online: true } });
    await socket.emitWithAck('presence:report', { ...report, isActive: false });
    // Sent from the queue once the device is idle; the same on a retry.
    const id = randomUUID();
    for (const answer of [await send(socket, receiver.id, 'later', id), await send(socket, receiver.id, 'later', id)])
      expect(answer).toMatchObject({ ok: true, data: { seq: 5, sender_is_online: false } });
    await eventually(() => expect(toReceiver.at(-1)).toMatchObject({ seq: 5, sender_is_online: false }));
    socket.disconnect();
  });
});

describe('typing', () => {
  const typed = (socket: ClientSocket) => {
    const list: { sender_id: number; typing: boolean }[] = [];
    socket.on('typing', (event) => list.push(event));
    return list;
  };

  it('is shown to members in a conversation with the typist, and to no strangers', async () => {
    const [first, second] = [await server.signUp(), await server.signUp()];
    const [sender, receiver] = [await server.connect(first), await server.connect(second)];
    const typings = typed(receiver);
    const type = () => sender.emitWithAck('typing', { receiver_id: second.id, typing: true });
    expect(await type()).toEqual({ ok: true, data: {} });
    await send(sender, second.id, 'hello');
    expect(typings).toEqual([]);
    expect(await type()).toEqual({ ok: true, data: {} });
    await eventually(() => expect(typings).toMatchObject([{ sender_id: first.id, typing: true }]));
  });
});

it('updates the count on the member’s other devices when one device reads', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()];
  const [sender, phone, laptop] = [
    await server.connect(first),
    await server.connect(second),
    await server.connect(second),
  ];
  const counts: number[] = [];
  laptop.on('unread:changed', (unread) => counts.push(unread.unread_count));
  await send(sender, second.id, 'one');
  await eventually(() => expect(counts.at(-1)).toBe(1));
  await phone.emitWithAck('message:read', { user_id: first.id });
  await eventually(() => expect(counts.at(-1)).toBe(0));
});
