import { asha, bina, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina']);

const write = (from: TestMember, to: TestMember, content: string, more: object = {}) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content, ...more });
const thread = async (member: TestMember, other: TestMember) =>
  (await server.call(`GET /api/messages/conversation/${other.id}`, member.token)).body.data.messages;

it('names the message that a reply answers, in every answer and broadcast', async () => {
  await write(asha, bina, 'When?');
  await using socket = await server.connect(asha).then((found) => ({
    found,
    [Symbol.asyncDispose]: async () => void found.disconnect(),
  }));
  const pushed = new Promise((resolve) => socket.found.once('message:new', resolve));
  const client_id = crypto.randomUUID();
  const sent = await write(bina, asha, 'At noon', { reply_to: 1, client_id });
  expect(sent.body.data).toMatchObject({ seq: 2, content: 'At noon', reply_to: 1 });
  expect(await pushed).toMatchObject({ seq: 2, reply_to: 1 });
  expect((await write(bina, asha, 'At noon', { reply_to: 1, client_id })).body.data).toMatchObject({
    seq: 2,
    reply_to: 1,
  });
  for (const [member, other] of [
    [asha, bina],
    [bina, asha],
  ] as const) {
    const messages = await thread(member, other);
    expect(messages.map(({ reply_to }: { reply_to?: number }) => reply_to)).toEqual([undefined, 1]);
  }
});

it('rejects a reply to a message that is missing or in another conversation', async () => {
  await write(asha, bina, 'One');
  const chitra = await server.signUp('Chitra');
  for (const [from, to, reply_to] of [
    [bina, asha, 2],
    [bina, asha, 0],
    [bina, asha, 1.5],
    [bina, chitra, 1],
  ] as const) {
    const refused = await write(from, to, 'Two', { reply_to });
    expect(refused.status).toBe(400);
    expect(refused.body.code).toBe('INVALID');
  }
  expect(await thread(bina, asha)).toHaveLength(1);
});

it('keeps a reply’s order among plain messages from the same sender', async () => {
  await write(asha, bina, 'Go');
  await write(bina, asha, 'first');
  const socket = await server.connect(bina);
  const send = (content: string, reply_to?: number) =>
    socket.emitWithAck('message:send', {
      receiver_id: asha.id,
      content,
      client_id: crypto.randomUUID(),
      ...(reply_to ? { reply_to } : {}),
    });
  await Promise.all([send('a'), send('b', 1), send('c'), send('d', 2), send('e')]);
  socket.disconnect();
  const contents = (await thread(asha, bina)).map(({ content }: { content: string }) => content);
  expect(contents).toEqual(['Go', 'first', 'a', 'b', 'c', 'd', 'e']);
});

it('stores only the number in a reply, so that deleting the quoted message removes its text', async () => {
  await write(asha, bina, 'a secret');
  await write(bina, asha, 'Oh', { reply_to: 1 });
  await server.call(`DELETE /api/messages/conversation/${bina.id}/1`, asha.token, { client_id: crypto.randomUUID() });
  expect(JSON.stringify(await thread(bina, asha))).not.toContain('secret');
});
