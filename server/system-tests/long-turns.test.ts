import { type BusyMember, fillForBusyMember } from '@sangam/testing/database/busy-member';
import { quietMs } from '@sangam/testing/servers/quiet-ms';
import { longestTurnMs } from '@sangam/testing/servers/turns';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** All take below 10 ms. */
const TURN_MAX_MS = 25;

let server: TestServer;
let member: TestMember;
let busy: BusyMember;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.signUp('Busy Member');
  busy = await fillForBusyMember(server.database, member.id);
  // Quotes take longest to parse.
  await server.database.pool.query(
    `UPDATE messages SET content = left(repeat('> see https://example.org and *bold* words ' || seq || chr(10), 100), 3990)
     WHERE conversation_id = $1`,
    [busy.conversationId],
  );
}, 300_000);
afterAll(() => server.close());

it.each([
  ['links of a conversation', ({ conversationId }: BusyMember) => `/api/messages/c/${conversationId}/links?limit=100`],
  ['messages of a conversation', ({ conversationId }: BusyMember) => `/api/messages/c/${conversationId}?limit=200`],
  ['messages with a word', () => '/api/search/messages?q=bold'],
  ['a first refresh', () => '/api/refresh?conversations_limit=200&bell_limit=200&inbox_limit=100'],
])('%s leave other work its turns', async (_, path) => {
  const ask = async () => {
    const { statusCode } = await server.app.fastify.inject({
      url: path(busy),
      headers: { authorization: `Bearer ${member.token}`, 'accept-encoding': 'gzip' },
    });
    expect(statusCode).toBe(200);
  };
  expect(await quietMs(() => longestTurnMs(ask), TURN_MAX_MS)).toBeLessThanOrEqual(TURN_MAX_MS);
});
