import { addMembers } from '@sangam/testing/members';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

/** With this factor, a member's allowance is 240 ms of work. */
const FACTOR = 0.012;
/**
 * Each message has the letters of both words, and each block has both words, so a search compares the messages word by word. No message has
 * both words.
 */
const MESSAGES = 400;

it('deducts the text that a search has compared from its member’s allowance of work', async () => {
  await using server = await startTestServer({ rateLimitFactor: FACTOR });
  const [asha, rohan] = await addMembers(server.database, 2, server.jwtSecret);
  if (!asha || !rohan) throw new Error('no members');
  await server.database.pool.query(
    `WITH c AS (
       INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at) VALUES ($1, $2, $3::int, ARRAY[$3::int, 0], now())
       RETURNING id
     ), joined AS (
       INSERT INTO memberships (user_id, other_id, conversation_id, slot)
       SELECT $1, $2, id, 1 FROM c UNION ALL SELECT $2, $1, id, 2 FROM c
     )
     INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
     SELECT c.id, n, $1, n, CASE n % 2 WHEN 0 THEN 'near ' || repeat('xfar ', 790) ELSE 'far ' || repeat('xnear ', 650) END, now()
     FROM c, generate_series(1, $3::int) n`,
    [asha.id, rohan.id, MESSAGES],
  );
  const search = (q: string) => server.call(`GET /api/search/messages?q=${q}`, asha.token);
  const isServed = async () => (await server.call('GET /api/refresh', asha.token)).status;
  expect((await search('nothing')).body.data.messages).toEqual([]);
  expect(await isServed()).toBe(200);
  expect((await search('near%20far')).body.data.messages).toEqual([]);
  expect(await isServed()).toBe(429);
});
