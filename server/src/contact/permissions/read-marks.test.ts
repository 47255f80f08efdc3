import type { ReadReceipt } from '@sangam/shared/chat/messages';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const redis = inject('redisUrl') ?? '';
const env = { MESSAGE_REQUESTS: 'on', ...(redis === '' ? {} : { REDIS_URL: redis }) };

let server: TestServer;
let second: TestServer;
let pool: AddedMember[];

beforeAll(async () => {
  server = await startTestServer({ env });
  second = await startTestServer({ env, beside: server });
  pool = await addMembers(server.database, 30, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const pair = () => takeFrom(pool, 2);
/** Without Redis, a broadcast reaches only the sockets of its own server. */
const choose = async (who: AddedMember, choices: object, at = redis === '' ? server : second) =>
  expect((await at.call('PATCH /api/notification-choices', who.token, choices)).status).toBe(200);
const write = async (from: AddedMember, to: AddedMember, at = server): Promise<number> =>
  (await at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' })).body.data.seq;
const read = (who: AddedMember, from: AddedMember, at = server) =>
  at.call(`PUT /api/messages/mark-read/${from.id}`, who.token, {});
const talk = async (a: AddedMember, b: AddedMember) => {
  await write(a, b);
  await server.call(`PUT /api/messages/requests/${a.id}`, b.token, { decision: 'accepted' });
  await write(b, a);
};

/** Returns the other's read mark, which each call must show alike. */
async function shownReadMark(who: AddedMember, other: AddedMember): Promise<number> {
  const marks = new Set<number>();
  for (const at of [server, second]) {
    const get = async (path: string) => (await at.call(`GET ${path}`, who.token)).body.data;
    marks.add((await get(`/api/messages/conversation/${other.id}`)).other_read_seq);
    for (const { conversations } of [
      await get('/api/messages/conversations'),
      (await get('/api/refresh')).conversations.data,
    ])
      marks.add(conversations.find(({ id }: { id: number }) => id === other.id).other_read_seq);
  }
  expect([...marks]).toHaveLength(1);
  return [...marks][0] ?? -1;
}
const unread = async (who: AddedMember) =>
  (await second.call('GET /api/messages/unread-count', who.token)).body.data.unread_count;
const version = async (who: AddedMember) =>
  (await second.call('GET /api/refresh', who.token)).body.data.conversations.version;
const listen = async (who: AddedMember) => {
  const receipts: ReadReceipt[] = [];
  (await server.connect(who)).on('message:read', (receipt) => {
    if (receipt.reader_id !== who.id) receipts.push(receipt);
  });
  return receipts;
};

describe('hidden read marks', () => {
  it('reach neither side, in calls or events, until they are shown again', async () => {
    const [a, b] = pair();
    await talk(a, b);
    await read(b, a);
    await read(a, b);
    expect([await shownReadMark(a, b), await shownReadMark(b, a)]).toEqual([2, 2]);
    const [ofA, ofB] = [await listen(a), await listen(b)];
    await choose(b, { shows_read_marks: false });
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      await write(from, to);
      expect(await unread(to)).toBe(1);
      const before = await version(from);
      await read(to, from, second);
      expect(await unread(to)).toBe(0);
      expect(await version(from)).toBe(before);
      expect(await shownReadMark(from, to)).toBe(2);
    }
    expect([ofA, ofB]).toEqual([[], []]);
    const before = await version(a);
    await choose(b, { shows_read_marks: true });
    await eventually(() => expect([ofA[0]?.up_to, ofB[0]?.up_to]).toEqual([3, 4]));
    expect([await shownReadMark(a, b), await shownReadMark(b, a)]).toEqual([3, 4]);
    expect(await version(a)).not.toBe(before);
    await choose(b, { shows_read_marks: false });
    await choose(b, { shows_read_marks: true });
    expect([ofA.length, ofB.length]).toEqual([1, 1]);
  });

  it('stay hidden while one of the two hides them', async () => {
    const [a, b] = pair();
    await talk(a, b);
    await choose(a, { shows_read_marks: false });
    await choose(b, { shows_read_marks: false });
    const seq = await write(a, b);
    await read(b, a);
    await choose(a, { shows_read_marks: true });
    expect(await shownReadMark(a, b)).toBe(0);
    await choose(b, { shows_read_marks: true });
    expect(await shownReadMark(a, b)).toBe(seq);
  });

  it('stay hidden in a later conversation, after an acceptance, and after an unblock', async () => {
    const [a, b] = pair();
    await choose(b, { shows_read_marks: false });
    await talk(a, b);
    await read(b, a);
    expect(await shownReadMark(a, b)).toBe(0);
    await server.call(`PUT /api/blocks/${b.id}`, a.token);
    await server.call(`DELETE /api/blocks/${b.id}`, a.token);
    expect(await shownReadMark(a, b)).toBe(0);
    await server.call(`PUT /api/blocks/${b.id}`, a.token);
    await choose(b, { shows_read_marks: true });
    expect(await shownReadMark(a, b)).toBe(0);
    await server.call(`DELETE /api/blocks/${b.id}`, a.token);
    expect(await shownReadMark(a, b)).toBe(2);
  });

  it('stay hidden in a message request when they are shown again', async () => {
    const [a, b] = pair();
    await choose(b, { shows_read_marks: false });
    await write(a, b);
    await read(b, a);
    await choose(b, { shows_read_marks: true });
    expect(await shownReadMark(a, b)).toBe(0);
  });

  it('stay hidden in a conversation that begins while the choice is made', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = pair();
      await Promise.all([choose(b, { shows_read_marks: false }), write(a, b)]);
      await server.call(`PUT /api/messages/requests/${a.id}`, b.token, { decision: 'accepted' });
      await read(b, a);
      expect(await shownReadMark(a, b)).toBe(0);
    }
  });
});

describe('hidden typing', () => {
  it('reaches neither side until it is shown again', async () => {
    const [a, b] = pair();
    await talk(a, b);
    const [ofA, ofB] = [await server.connect(a), await server.connect(b)];
    const received: string[] = [];
    ofA.on('typing', () => received.push('a'));
    ofB.on('typing', () => received.push('b'));
    const type = async () => {
      await ofA.emitWithAck('typing', { receiver_id: b.id, typing: true });
      await ofB.emitWithAck('typing', { receiver_id: a.id, typing: true });
    };
    await choose(a, { shows_typing: false });
    await type();
    await choose(a, { shows_typing: true });
    expect(received).toEqual([]);
    await type();
    await eventually(() => expect(received.toSorted()).toEqual(['a', 'b']));
  });
});
