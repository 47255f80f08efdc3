import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { addMembers } from '@sangam/testing/members';
import { runsFull } from '@sangam/testing/runs';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

const MESSAGES = runsFull ? 1_000_000 : 20_000;
/** A short run shows that the results are right, and nothing about time. */
const TURNS = runsFull ? 300 : 40;
const PAGE = 50;
/** As the client requests it: the page begins some messages before the one that it opens at. */
const BEFORE = 21;
const RATIO_MAX = 1.3;

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

it('a thread of very many messages opens at any of them as fast as at its end', { timeout: 300_000 }, async () => {
  await using server = await startTestServer();
  const [asha, bina] = await addMembers(server.database, 2, server.jwtSecret);
  if (!asha || !bina) throw new Error('members are missing');
  // Every tenth has a picture, every seventh was edited and has a reaction.
  await withoutTimeouts(server.database, async ({ pool }) => {
    await pool.query(`
      SET session_replication_role = replica;
      WITH made AS (
        INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at, last_change)
        VALUES (${asha.id}, ${bina.id}, ${MESSAGES}, ARRAY[${MESSAGES / 2}, ${MESSAGES / 2}], now(), ${Math.floor(MESSAGES / 7)})
        RETURNING id, low_id, high_id, last_seq
      ), joined AS (
        INSERT INTO memberships (user_id, other_id, conversation_id, slot, read_seq, read_received)
        SELECT low_id, high_id, id, 1, last_seq, last_seq / 2 FROM made UNION ALL
        SELECT high_id, low_id, id, 2, last_seq, last_seq / 2 FROM made
      ), reacted AS (
        INSERT INTO message_reactions (conversation_id, seq, user_id, emoji, reacted_at)
        SELECT id, s, low_id, '👍', now() FROM made, generate_series(7, last_seq, 7) s
      )
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at, change, edited_at, attachments)
      SELECT id, s, CASE s % 2 WHEN 1 THEN low_id ELSE high_id END, (s + 1) / 2, gen_random_uuid(), 'Message ' || s, now(),
             CASE s % 7 WHEN 0 THEN s / 7 END, CASE s % 7 WHEN 0 THEN now() END,
             CASE s % 10 WHEN 0 THEN jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'kind', 'picture', 'name', 'a.png',
               'bytes', 1000, 'width', 640, 'height', 480)) END
      FROM made, generate_series(1, last_seq) s;
      RESET session_replication_role;
      ANALYZE messages, conversations, memberships, message_reactions`);
  });
  const timeOf = async (query: string, last: number) => {
    const startedMs = performance.now();
    const { status, body } = await server.call(
      `GET /api/messages/conversation/${bina.id}?limit=${PAGE}${query}`,
      asha.token,
    );
    const tookMs = performance.now() - startedMs;
    expect([status, body.data.messages.length, body.data.messages.at(-1)?.seq]).toEqual([200, PAGE, last]);
    return tookMs;
  };
  const atEndMs: number[] = [];
  const anywhereMs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    atEndMs.push(await timeOf('', MESSAGES));
    // All over the thread, and no two pages near each other.
    const seq = 100 + ((turn * 7_919 * 131) % (MESSAGES - 200));
    anywhereMs.push(await timeOf(`&after=${seq - BEFORE}`, seq - BEFORE + PAGE));
  }
  const ratio = median(anywhereMs) / median(atEndMs);
  process.stdout.write(
    `${MESSAGES} messages: at the end ${median(atEndMs).toFixed(2)} ms, anywhere ${median(anywhereMs).toFixed(2)} ms, ${ratio.toFixed(2)}\n`,
  );
  if (runsFull) expect(ratio).toBeLessThan(RATIO_MAX);
});
