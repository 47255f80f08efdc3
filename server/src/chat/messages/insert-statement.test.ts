import { plainMessage } from '@sangam/testing/chat/plain-message';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertBatch } from './batch.js';
import { insertTexts, insertTextsBesideOlder } from './insert-statement.js';
import type { PendingMessage } from './pending-message.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const run = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(test.database.db)).rows;

/** A direct conversation, or a team's, of these members in the order of their slots. */
async function begin(members: readonly number[]): Promise<number> {
  const isDirect = members.length === 2;
  const [row] = isDirect
    ? await run(sql<{ id: number }>`
        INSERT INTO conversations (low_id, high_id) VALUES (${members[0]}, ${members[1]}) RETURNING id`)
    : await run(sql<{ id: number }>`
        WITH project AS (
          INSERT INTO projects (title, description, category, creator_id, max_members)
          VALUES ('T', 'D', 'other', ${members[0]}, 5) RETURNING id)
        INSERT INTO conversations (kind, project_id, sent)
        SELECT 'team', id, array_fill(0, ARRAY[${members.length}::int]) FROM project RETURNING id`);
  return row?.id ?? 0;
}

const messageOf = (conversation: number, members: readonly number[], sender_id: number): PendingMessage => ({
  ...plainMessage,
  sender_id,
  slot: members.indexOf(sender_id) + 1,
  receiver_id: 0,
  conversation: {
    kind: 'direct',
    id: conversation,
    lowWrote: true,
    highWrote: true,
    lowId: members[0] ?? 0,
    highId: members[1] ?? 0,
  },
});

/** The same numbers for the same seed. */
const randomNumbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

it('numbers the messages of each participant without holes, in conversations of two and of a team', async () => {
  const random = randomNumbers(7);
  const users = await run(sql<{ id: number }>`
    INSERT INTO users (name, email) SELECT 'Member', gen_random_uuid() || '@example.org' FROM generate_series(1, 7) RETURNING id`);
  const ids = users.map(({ id }) => id);
  const conversations = await Promise.all(
    [ids.slice(0, 2), ids.slice(1, 3), ids.slice(0, 5), ids.slice(2, 7)].map(async (members) => ({
      id: await begin(members),
      members,
    })),
  );
  for (let batch = 0; batch < 60; batch += 1) {
    const messages = conversations.flatMap(({ id, members }) =>
      // Every third batch has one message each, which takes the other statement.
      Array.from({ length: batch % 3 === 0 ? 1 : Math.floor(random() * 9) }, () =>
        messageOf(id, members, members[Math.floor(random() * members.length)] ?? 0),
      ),
    );
    messages.sort((a, b) => a.conversation.id - b.conversation.id);
    const { stored, toCheck } = await insertBatch(
      ...([test.database.run, messages, Date.now()] as const),
      batch % 2 === 0 ? insertTexts.batch : insertTextsBesideOlder.batch,
    );
    expect(toCheck).toEqual([]);
    expect(stored.map(({ sender_id }) => sender_id)).toEqual(messages.map(({ sender_id }) => sender_id));
  }
  for (const { id, members } of conversations) {
    const [{ sent, last_seq } = { sent: [], last_seq: 0 }] = await run(sql<{ sent: number[]; last_seq: number }>`
      SELECT sent, last_seq FROM conversations WHERE id = ${id}`);
    const stored = await run(sql<{ seq: number; sender_id: number; sender_seq: number; counts: number[] | null }>`
      SELECT seq, sender_id, sender_seq, counts FROM messages WHERE conversation_id = ${id} ORDER BY seq`);
    const counted = members.map(() => 0);
    for (const [index, message] of stored.entries()) {
      const slot = members.indexOf(message.sender_id);
      counted[slot] = (counted[slot] ?? 0) + 1;
      expect([message.seq, message.sender_seq]).toEqual([index + 1, counted[slot]]);
      if (message.counts !== null) expect(message.counts).toEqual(counted);
    }
    expect(sent).toEqual(counted);
    expect(last_seq).toBe(stored.length);
    const copies = stored.filter(({ counts }) => counts !== null).length;
    expect(copies).toBe(members.length === 2 ? 0 : Math.floor(stored.length / 64));
  }
});

it('leaves out messages from checked and from missing slots, and writes the others', async () => {
  const users = await run(sql<{ id: number }>`
    INSERT INTO users (name, email) SELECT 'Member', gen_random_uuid() || '@example.org' FROM generate_series(1, 3) RETURNING id`);
  const ids = users.map(({ id }) => id);
  const id = await begin(ids);
  await run(sql`UPDATE conversations SET checked = '{2}' WHERE id = ${id}`);
  const batch = async (senders: readonly number[], members = ids) => {
    const messages = senders.map((sender) => messageOf(id, members, sender));
    const { stored, toCheck } = await insertBatch(test.database.run, messages, Date.now());
    return [stored.length, toCheck.length];
  };
  const [first = 0, second = 0, third = 0] = ids;
  expect(await batch([first])).toEqual([1, 0]);
  expect(await batch([second])).toEqual([0, 1]);
  expect(await batch([first, second])).toEqual([0, 2]);
  expect(await batch([first, third, first])).toEqual([3, 0]);
  // A member who joined on another server: this server may know a slot that the row lacks, or the other way round.
  expect(await batch([99], [...ids, 99])).toEqual([0, 1]);
  expect(await batch([first, 99], [...ids, 99])).toEqual([0, 2]);
  await run(sql`UPDATE conversations SET sent = sent || 0 WHERE id = ${id}`);
  expect(await batch([first, first])).toEqual([2, 0]);
  expect(await run(sql`SELECT sent FROM conversations WHERE id = ${id}`)).toEqual([{ sent: [5, 0, 1, 0] }]);
});
