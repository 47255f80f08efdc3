import { randomUUID } from 'node:crypto';
import { chatServerLimits } from '@sangam/shared/chat/limits';
import type { Message } from '@sangam/shared/chat/messages';
import { withoutPresence } from '@sangam/testing/presence';
import { asha, bina, server, stageForEachTest } from '@sangam/testing/stage';
import { expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina'], { rateLimitFactor: 100 });

const write = (content: string, client_id: string = randomUUID()) =>
  server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content, client_id });
const pin = (seq: number, { by = bina, to = asha, client_id = randomUUID() as string } = {}) =>
  server.call(`PUT /api/messages/conversation/${to.id}/${seq}/pin`, by.token, { client_id });
const unpin = (seq: number, { by = bina, to = asha, client_id = randomUUID() as string } = {}) =>
  server.call(`DELETE /api/messages/conversation/${to.id}/${seq}/pin`, by.token, { client_id });
const remove = (seq: number) =>
  server.call(`DELETE /api/messages/conversation/${bina.id}/${seq}`, asha.token, { client_id: randomUUID() });
const thread = async (query = '', by = bina, other = asha) =>
  (await server.call(`GET /api/messages/conversation/${other.id}${query}`, by.token)).body.data;
const pinnedOf = async (query = '') => {
  const { messages, pinned_seqs } = await thread(query);
  return [pinned_seqs, messages.map(({ pinned }: Message) => pinned?.user_id)];
};

it('shows a pin to both members, newest pin first, and adds no unread message', async () => {
  for (const text of ['one', 'two', 'three']) await write(text);
  await server.call(`PUT /api/messages/mark-read/${asha.id}`, bina.token);
  expect(await thread()).not.toHaveProperty('pinned_seqs');
  expect((await pin(3)).body.data).toMatchObject({ change: 1, pinned: { user_id: bina.id, at: expect.any(String) } });
  await pin(1, { by: asha, to: bina });
  expect(await pinnedOf()).toEqual([
    [1, 3],
    [asha.id, undefined, bina.id],
  ]);
  expect(await thread('?after=9', asha, bina)).toMatchObject({ pinned_seqs: [1, 3], messages: [] });
  expect(await pinnedOf('?changed_since=1')).toEqual([[1, 3], [asha.id]]);
  const { body } = await server.call('GET /api/messages/unread-count', bina.token);
  expect(body.data.unread_count).toBe(0);
  expect((await unpin(1)).body.data).not.toHaveProperty('pinned');
  expect(await pinnedOf('?changed_since=2')).toEqual([[3], [undefined]]);
});

it('pins once per key, and a second pin changes nothing', async () => {
  await write('one');
  const client_id = randomUUID();
  await pin(1, { client_id });
  expect((await pin(1, { by: asha, to: bina })).body.data).toMatchObject({ change: 1, pinned: { user_id: bina.id } });
  await unpin(1);
  expect((await pin(1, { client_id })).body.data).not.toHaveProperty('pinned');
  expect((await unpin(1)).body.data).toMatchObject({ change: 2 });
});

it('drops the pin of a deleted message, and pins neither a deleted nor a missing one', async () => {
  await write('one');
  await pin(1);
  await remove(1);
  expect(await thread()).not.toHaveProperty('pinned_seqs');
  expect((await pin(1)).body).toMatchObject({ code: 'NOT_FOUND' });
  expect((await pin(2)).body).toMatchObject({ code: 'NOT_FOUND' });
});

it('refuses pins while one of the two blocks the other', async () => {
  for (const text of ['one', 'two']) await write(text);
  await pin(1);
  await server.call(`PUT /api/blocks/${bina.id}`, asha.token);
  expect((await pin(2)).body).toMatchObject({ code: 'CONTACT_REFUSED' });
  expect((await unpin(1)).body).toMatchObject({ code: 'CONTACT_REFUSED' });
  expect((await pin(2, { by: asha, to: bina })).body).toMatchObject({ code: expect.any(String) });
});

it('limits the number of pins, and says so', async () => {
  const max = chatServerLimits.pinnedMax;
  for (let seq = 1; seq <= max + 1; seq += 1) await write(`m${seq}`);
  for (let seq = 1; seq <= max; seq += 1) expect((await pin(seq)).status).toBe(200);
  expect((await pin(max + 1)).body).toMatchObject({ code: 'INVALID' });
  expect((await thread()).pinned_seqs).toHaveLength(max);
  await unpin(1);
  expect((await pin(max + 1)).status).toBe(200);
});

it('includes the pin in the answer to a retried send, and broadcasts it to both members’ devices', async () => {
  const client_id = randomUUID();
  await write('one', client_id);
  const sockets = await Promise.all([asha, bina].map((by) => server.connect(by)));
  const pushed = sockets.map((socket) => new Promise<Message>((resolve) => socket.once('message:changed', resolve)));
  const answer = await sockets[1]?.emitWithAck('message:pin', { user_id: asha.id, seq: 1, client_id: randomUUID() });
  expect(answer).toMatchObject({ ok: true, data: { pinned: { user_id: bina.id } } });
  const stored = withoutPresence((answer as { data: Message }).data);
  for (const message of await Promise.all(pushed)) expect(withoutPresence(message)).toEqual(stored);
  expect({ ok: true, data: (await write('one', client_id)).body.data }).toMatchObject({
    data: { pinned: { user_id: bina.id }, change: 1 },
  });
  expect(
    await sockets[0]?.emitWithAck('message:unpin', { user_id: bina.id, seq: 1, client_id: randomUUID() }),
  ).toMatchObject({ ok: true, data: { change: 2 } });
});
