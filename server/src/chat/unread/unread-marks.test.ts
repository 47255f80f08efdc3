import { randomUUID } from 'node:crypto';
import { asha, bina, server, stageForEachTest } from '@sangam/testing/stage';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina']);

const write = (content: string, [from, to] = [asha, bina]) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content });
const read = (up_to?: number) =>
  server.call(`PUT /api/messages/mark-read/${asha.id}`, bina.token, up_to === undefined ? {} : { up_to });
const mark = (seq: number, { by = bina, to = asha, client_id = randomUUID() as string } = {}) =>
  server.call(`PUT /api/messages/mark-unread/${to.id}`, by.token, { seq, client_id });
const remove = (seq: number) =>
  server.call(`DELETE /api/messages/conversation/${bina.id}/${seq}`, asha.token, { client_id: randomUUID() });
const thread = async (by = bina, other = asha) =>
  (await server.call(`GET /api/messages/conversation/${other.id}`, by.token)).body.data;

/** Bina's unread messages according to every call. */
async function unread() {
  const [count, bell, list] = await Promise.all(
    ['unread-count', 'notifications', 'conversations'].map((name) =>
      server.call(`GET /api/messages/${name}`, bina.token).then(({ body }) => body.data),
    ),
  );
  const { unread_count, unread_mark } = list.conversations[0];
  const { first_unread_seq, unread_mark: inThread } = await thread();
  expect(inThread).toEqual(unread_mark);
  return {
    counts: [count.unread_count, bell.notifications[0]?.unread_count ?? 0, unread_count],
    first: first_unread_seq,
    from: unread_mark?.from ?? null,
    versions: [count.unread_version, list.conversations[0].unread_version],
  };
}
const versionOf = async () => (await server.call('GET /api/refresh', bina.token)).body.data.conversations.version;

/** Asha writes these messages, and Bina reads them. */
async function written(count: number) {
  for (let n = 1; n <= count; n += 1) await write(`m${n}`);
  await read();
}

it('counts messages from the mark on as unread, and the other member still sees the read mark', async () => {
  await written(4);
  const before = await unread();
  const { status, body } = await mark(3);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ unread_count: 2, conversation: { id: asha.id, unread_count: 2 } });
  expect(body.data.conversation.unread_mark).toMatchObject({ from: 3 });
  const after = await unread();
  expect(after).toMatchObject({ counts: [2, 2, 2], first: 3, from: 3 });
  expect(after.versions.every((version, index) => version > (before.versions[index] ?? 0))).toBe(true);
  expect((await thread(asha, bina)).other_read_seq).toBe(4);
  expect(await thread(asha, bina)).not.toHaveProperty('unread_mark');
  expect((await thread()).read_seq).toBe(4);
});

it('adds new messages to the count, and removes the mark on reading, even without a new message', async () => {
  await written(2);
  await mark(2);
  await write('m3');
  expect(await unread()).toMatchObject({ counts: [2, 2, 2], first: 2 });
  await read(1);
  expect(await unread()).toMatchObject({ counts: [2, 2, 2], from: 2 });
  await read(3);
  expect(await unread()).toMatchObject({ counts: [0, 0, 0], first: null, from: null });
  await mark(3);
  const marked = await unread();
  const version = await versionOf();
  expect(await read(3)).toMatchObject({ body: { data: { unread_count: 0 } } });
  const repeated = await unread();
  expect(repeated).toMatchObject({ counts: [0, 0, 0], first: null, from: null });
  expect(repeated.versions.every((version, index) => version > (marked.versions[index] ?? 0))).toBe(true);
  expect(await versionOf()).not.toBe(version);
});

it('marks once per key, moves the mark, and leaves unread messages alone', async () => {
  await written(3);
  const client_id = randomUUID();
  await mark(2, { client_id });
  await read();
  expect((await mark(2, { client_id })).body.data).toMatchObject({ unread_count: 0 });
  await mark(3);
  await mark(1);
  expect(await unread()).toMatchObject({ counts: [3, 3, 3], first: 1 });
  await mark(3);
  expect(await unread()).toMatchObject({ counts: [1, 1, 1], first: 3 });
  await read();
  await write('m4');
  await mark(4);
  expect(await unread()).toMatchObject({ counts: [1, 1, 1], first: 4, from: null });
});

it('moves from the member’s own message to the nearest one by the other member', async () => {
  await written(1);
  await write('mine', [bina, asha]);
  await mark(2);
  expect(await unread()).toMatchObject({ counts: [1, 1, 1], first: 1 });
  expect((await mark(1, { by: asha, to: bina })).body.data).toMatchObject({ unread_count: 1 });
  const alone = await server.signUp('Chitra');
  await write('Hi', [alone, bina]);
  expect((await mark(1, { by: alone, to: bina })).body).toMatchObject({ code: 'NOT_FOUND' });
  expect((await mark(9)).body).toMatchObject({ code: 'NOT_FOUND' });
});

it('does not count a deleted message as unread', async () => {
  await written(4);
  await remove(2);
  await mark(2);
  expect(await unread()).toMatchObject({ counts: [2, 2, 2], first: 3 });
  await remove(3);
  expect(await unread()).toMatchObject({ counts: [1, 1, 1], first: 4 });
  await remove(1);
  expect(await unread()).toMatchObject({ counts: [1, 1, 1], first: 4 });
  await remove(4);
  expect(await unread()).toMatchObject({ counts: [0, 0, 0], first: null });
  await write('m5');
  expect(await unread()).toMatchObject({ counts: [1, 1, 1], first: 5 });
  await read();
  expect(await unread()).toMatchObject({ counts: [0, 0, 0], from: null });
});

it('keeps counts right when a member marks and reads concurrently', async () => {
  await written(5);
  for (let n = 0; n < 5; n += 1) {
    await Promise.all([mark(1 + n), read(), write('more'), mark(3), remove(5 - n), read(3)]);
    const { counts } = await unread();
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThanOrEqual(0);
  }
  await read();
  expect(await unread()).toMatchObject({ counts: [0, 0, 0], from: null });
});

it('removes the mark when a server of the previous version moves the read mark', async () => {
  await written(2);
  await mark(1);
  await write('m3');
  await sql`UPDATE memberships SET read_seq = 3, read_received = 3 WHERE user_id = ${bina.id}`.execute(
    server.database.db,
  );
  expect(await unread()).toMatchObject({ counts: [0, 0, 0], from: null });
});
