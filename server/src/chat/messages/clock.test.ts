import type { Conversation, Message } from '@sangam/shared/chat/messages';
import { hourMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

const clock = shiftedClock();
let server: TestServer;
/** A second server on the same database, whose clock is right. */
let other: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
  other = await startTestServer({ beside: server });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const post = async (at: TestServer, from: TestMember, to: TestMember, content: string): Promise<Message> =>
  (await at.call('POST /api/messages', from.token, { receiver_id: to.id, content })).body.data;
const listed = async (member: TestMember, query = ''): Promise<Conversation[]> =>
  (await server.call(`GET /api/messages/conversations${query}`, member.token)).body.data.conversations;
const isOrdered = (times: readonly number[]) =>
  times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0));

it('orders conversations and messages as they were written, even if a server’s clock is set back by an hour', async () => {
  const [asha, bina, chitra, divya] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  const written = [await post(server, bina, asha, 'before'), await post(server, divya, asha, 'before')];
  clock.aheadMs = -hourMs;
  written.push(await post(server, chitra, asha, 'after'), await post(server, bina, asha, 'after'));
  written.push(await post(other, divya, asha, 'from the other'), await post(server, chitra, asha, 'at last'));

  expect(isOrdered(written.map((message) => Date.parse(message.created_at)))).toBe(true);
  expect((await listed(asha)).map(({ id }) => id)).toEqual([chitra.id, divya.id, bina.id]);
  const [newest] = await listed(asha, '?limit=1');
  const below = await listed(asha, `?before=${encodeURIComponent(newest?.last_message_time ?? '')}`);
  expect(below.map(({ id }) => id)).toEqual([divya.id, bina.id]);
  const thread = await server.call(`GET /api/messages/conversation/${bina.id}`, asha.token);
  expect(thread.body.data.messages.map((message: Message) => message.created_at)).toEqual([
    written[0]?.created_at,
    written[3]?.created_at,
  ]);
});

it('returns the stored time, even if the conversation is ahead of all batches', async () => {
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  await post(other, asha, bina, 'first');
  await sql`UPDATE conversations SET last_message_at = now() + interval '2 hours' WHERE low_id = ${asha.id}`.execute(
    server.database.db,
  );
  const { created_at } = await post(other, bina, asha, 'second');
  expect(Date.parse(created_at)).toBeGreaterThan(Date.now() + hourMs);
  const thread = await server.call(`GET /api/messages/conversation/${bina.id}`, asha.token);
  expect(thread.body.data.messages[1].created_at).toBe(created_at);
  expect((await listed(asha))[0]?.last_message_time).toBe(created_at);
});
