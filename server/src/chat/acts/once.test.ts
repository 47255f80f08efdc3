import { randomUUID } from 'node:crypto';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let asha: TestMember;
let conversation_id: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  asha = await server.signUp('Asha');
  const bina = await server.signUp('Bina');
  const { body } = await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'one' });
  await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'two' });
  ({ conversation_id } = body.data);
});

const ofMessage = (verb: string, path: string, fields: object) => (client_id: string) =>
  server.call(`${verb} /api/messages/c/${conversation_id}/1${path}`, asha.token, { ...fields, client_id });
const ofConversation = (verb: string, path: string) => (client_id: string) =>
  server.call(`${verb} /api/messages/c/${conversation_id}/${path}`, asha.token, { seq: 1, client_id });

const kinds: Record<string, (client_id: string) => ReturnType<TestServer['call']>> = {
  pin: ofMessage('PUT', '/pin', {}),
  unpin: ofMessage('DELETE', '/pin', {}),
  save: ofMessage('PUT', '/saved', {}),
  unsave: ofMessage('DELETE', '/saved', {}),
  react: ofMessage('PUT', '/reactions', { emoji: '👍' }),
  unreact: ofMessage('DELETE', '/reactions', { emoji: '👍' }),
  edit: ofMessage('PATCH', '', { content: 'one!' }),
  archive: ofConversation('PUT', 'archive'),
  unarchive: ofConversation('DELETE', 'archive'),
  unread: ofConversation('PUT', 'unread'),
  delete: ofMessage('DELETE', '', {}),
};
const others = (kind: string) => Object.entries(kinds).filter(([name]) => name !== kind);
const message = async () =>
  (await server.call(`GET /api/messages/c/${conversation_id}`, asha.token)).body.data.messages[0];

describe.each(Object.entries(kinds))('the key of: %s', (kind, act) => {
  it('is refused for every other kind of act, and repeats its own', async () => {
    const key = randomUUID();
    expect((await act(key)).status).toBe(200);
    const before = await message();
    for (const [other, reuse] of others(kind)) {
      const { status, body } = await reuse(key);
      expect([other, status, body.errors]).toEqual([
        other,
        400,
        [{ field: 'client_id', message: 'This client_id was used for another act.' }],
      ]);
    }
    expect(await message()).toEqual(before);
    expect((await act(key.toUpperCase())).status).toBe(200);
  });
});

it('an act that a server of the previous version did is repeated', async () => {
  const key = randomUUID();
  await kinds.pin?.(key);
  await server.database.pool.query('UPDATE message_acts SET kind = NULL WHERE client_id = $1', [key]);
  const repeated = await kinds.pin?.(key);
  expect([repeated?.status, repeated?.body.data.change]).toEqual([200, 1]);
});
