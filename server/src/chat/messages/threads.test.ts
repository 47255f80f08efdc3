import { recordStatements } from '@sangam/testing/database/statements';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('reads the reader’s own name and presence only for their own messages', async () => {
  const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
  for (const [from, to] of [[asha, bina] as const, [bina, asha] as const])
    await server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
  const sendersAfter = async (after: number) => {
    const url = `/api/messages/conversation/${bina.id}?after=${after}`;
    const headers = { authorization: `Bearer ${asha.token}` };
    const { result, statements } = await recordStatements(async () => server.app.fastify.inject({ url, headers }));
    const { messages } = result.json<{ data: { messages: { sender_name: string }[] } }>().data;
    return { senders: messages.map(({ sender_name }) => sender_name), statements: statements.length };
  };
  // The session, the other member, the membership, and the messages.
  expect(await sendersAfter(2)).toEqual({ senders: [], statements: 4 });
  expect(await sendersAfter(1)).toEqual({ senders: ['Bina'], statements: 4 });
  expect(await sendersAfter(0)).toEqual({ senders: ['Asha', 'Bina'], statements: 5 });
});
