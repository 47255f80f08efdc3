import { randomUUID } from 'node:crypto';
import type { ReadReceipt } from '@sangam/shared/chat/messages';
import { expectContactRefused as expectRefused, startBlockTest } from '@sangam/testing/blocks';
import { eventually } from '@sangam/testing/eventually';
import type { AddedMember } from '@sangam/testing/members';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';

const { server, second, pair, write, block, unblock, acquaint, close } = await startBlockTest(30);
afterAll(close);
const seqs = async (who: AddedMember, other: AddedMember): Promise<number[]> =>
  (await server.call(`GET /api/messages/conversation/${other.id}`, who.token)).body.data.messages.map(
    ({ seq }: { seq: number }) => seq,
  );

describe('between two members after a block', () => {
  it('refuses messages in both directions, on any server, and keeps earlier ones', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    await block(a, b, second);
    for (const at of [server, second]) {
      expectRefused(await write(a, b, at));
      expectRefused(await write(b, a, at));
    }
    expect(await seqs(a, b)).toEqual([1, 2, 3, 4]);
    expect(await seqs(b, a)).toEqual([1, 2, 3, 4]);
  });

  it('refuses a first message', async () => {
    const [a, b] = pair();
    await block(a, b);
    expectRefused(await write(a, b));
    expectRefused(await write(b, a, second));
    expect((await server.call('GET /api/messages/conversations', b.token)).body.data.conversations).toEqual([]);
  });

  it('answers a retry of a message that was sent before', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const client_id = randomUUID();
    const { body } = await write(b, a, server, client_id);
    await block(a, b);
    for (const at of [server, second]) {
      const again = await write(b, a, at, client_id);
      expect([again.status, again.body.data?.id]).toEqual([201, body.data.id]);
    }
  });

  it('accepts messages again after an unblock, with the next numbers, and in batches', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    await block(a, b);
    await block(b, a);
    expectRefused(await write(b, a));
    await unblock(a, b, second);
    expectRefused(await write(b, a));
    await unblock(b, a);
    expect((await write(b, a, second)).body.data.seq).toBe(5);
    expect((await write(a, b)).body.data.seq).toBe(6);
    const { rows } = await sql`SELECT checked, low_checked, high_checked FROM conversations
      WHERE low_id = ${a.id} AND high_id = ${b.id}`.execute(server.database.db);
    expect(rows).toEqual([{ checked: null, low_checked: false, high_checked: false }]);
  });

  it('does not refuse other messages of the same batch', async () => {
    const [a, b] = pair();
    const [c] = pair();
    await acquaint(a, b);
    await acquaint(c, b);
    await block(b, a);
    const [toB, refusedToB] = await Promise.all([write(c, b), write(a, b), write(b, c)]);
    expect(toB.status).toBe(201);
    expectRefused(refusedToB);
  });

  it('delivers or refuses a message that is being sent, and both members agree', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = pair();
      await acquaint(a, b);
      const sends = Array.from({ length: 6 }, (_, n) => write(b, a, n % 2 === 0 ? server : second));
      const blocked = block(a, b, round % 2 === 0 ? server : second);
      const replies = await Promise.all(sends);
      expect((await blocked).status).toBe(200);
      const stored = replies.filter(({ status }) => status === 201).map(({ body }) => body.data.seq);
      for (const reply of replies) if (reply.status !== 201) expectRefused(reply);
      const expected = [1, 2, 3, 4, ...stored.toSorted((x, y) => x - y)];
      expect(await seqs(a, b)).toEqual(expected);
      expect(await seqs(b, a)).toEqual(expected);
      for (const at of [server, second]) expectRefused(await write(b, a, at));
    }
  });

  it('sends no read marks until the unblock, and then with the time of the unblock', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const shownReadMark = async (who: AddedMember, other: AddedMember): Promise<number> =>
      (await server.call(`GET /api/messages/conversation/${other.id}`, who.token)).body.data.other_read_seq;
    const before = await shownReadMark(b, a);
    const received: ReadReceipt[] = [];
    (await server.connect(b)).on('message:read', (receipt) => received.push(receipt));
    await block(a, b);
    await server.call(`PUT /api/messages/mark-read/${b.id}`, a.token);
    expect(await shownReadMark(b, a)).toBe(before);
    const { conversations } = (await server.call('GET /api/messages/conversations', b.token)).body.data;
    expect(conversations[0].other_read_seq).toBe(before);
    const readBeforeMs = Date.now();
    await unblock(a, b);
    expect(await shownReadMark(b, a)).toBe(4);
    // Events arrive in order, so this shows that only the read mark after the unblock was sent.
    await eventually(() => expect(received).toMatchObject([{ reader_id: a.id, other_id: b.id, up_to: 4 }]));
    expect(Date.parse(received[0]?.read_at ?? '')).toBeGreaterThanOrEqual(readBeforeMs);
  });
});

it('refuses messages to a member who is gone', async () => {
  const [a, b] = pair();
  const [c, d] = pair();
  await acquaint(a, b);
  const { db } = server.database;
  await sql`UPDATE users SET suspended_at = now() WHERE id = ${b.id}`.execute(db);
  await sql`UPDATE users SET deleted_at = now() WHERE id = ${d.id}`.execute(db);
  expectRefused(await write(a, b));
  expectRefused(await write(a, b, second));
  expectRefused(await write(c, d));
  await sql`UPDATE users SET suspended_at = NULL WHERE id = ${b.id}`.execute(db);
  expect((await write(a, b)).status).toBe(201);
});
