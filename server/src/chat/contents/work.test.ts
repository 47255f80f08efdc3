import { addMembers } from '@sangam/testing/members';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

/** With this factor, a member's allowance is 240 ms of work: three lists of links, of which each counts 60. */
const FACTOR = 0.008;
const MESSAGES = 100;

it('deducts the text that a list of links has read from its member’s allowance of work', async () => {
  await using server = await startTestServer({ rateLimitFactor: FACTOR });
  const members = await addMembers(server.database, 4, server.jwtSecret);
  const statusAfter = async (content: string) => {
    const [asha, rohan] = members.splice(0, 2);
    if (!asha || !rohan) throw new Error('no members');
    const { rows } = await server.database.pool.query(
      `WITH c AS (
         INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at) VALUES ($1, $2, $3::int, ARRAY[$3::int, 0], now())
         RETURNING id
       ), joined AS (
         INSERT INTO memberships (user_id, other_id, conversation_id, slot)
         SELECT $1, $2, id, 1 FROM c UNION ALL SELECT $2, $1, id, 2 FROM c
       )
       INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
       SELECT c.id, n, $1, n, $4, now() FROM c, generate_series(1, $3::int) n RETURNING conversation_id`,
      [asha.id, rohan.id, MESSAGES, content],
    );
    const list = `GET /api/messages/c/${rows[0].conversation_id}/links?limit=${MESSAGES}`;
    const { status, body } = await server.call(list, asha.token);
    expect([status, body.data.links.length]).toEqual([200, MESSAGES]);
    return (await server.call('GET /api/refresh', asha.token)).status;
  };
  expect(await statusAfter('https://example.org')).toBe(200);
  expect(await statusAfter(`https://example.org${'\n'.repeat(3_900)}end`)).toBe(429);
});
