import { randomUUID } from 'node:crypto';
import type { ActKind } from '@sangam/shared/chat/acts';
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

type Act = (client_id: string) => ReturnType<TestServer['call']>;
const pin = ofMessage('PUT', '/pin', {});
const save = ofMessage('PUT', '/saved', {});
const react = ofMessage('PUT', '/reactions', { emoji: '👍' });
const archive = ofConversation('PUT', 'archive');
/** `before`: an act that is done first. */
const kinds: Record<ActKind, { act: Act; before?: Act }> = {
  pin: { act: pin },
  unpin: { act: ofMessage('DELETE', '/pin', {}), before: pin },
  save: { act: save },
  unsave: { act: ofMessage('DELETE', '/saved', {}), before: save },
  react: { act: react },
  unreact: { act: ofMessage('DELETE', '/reactions', { emoji: '👍' }), before: react },
  edit: { act: ofMessage('PATCH', '', { content: 'one!' }) },
  archive: { act: archive },
  unarchive: { act: ofConversation('DELETE', 'archive'), before: archive },
  unread: { act: ofConversation('PUT', 'unread') },
  delete: { act: ofMessage('DELETE', '', {}) },
};
const others = (kind: string) => Object.entries(kinds).filter(([name]) => name !== kind);
const message = async () =>
  (await server.call(`GET /api/messages/c/${conversation_id}`, asha.token)).body.data.messages[0];

describe.each(Object.entries(kinds))('the key of: %s', (kind, { act, before }) => {
  it('is refused for every other kind of act, and repeats its own', async () => {
    if (before) expect((await before(randomUUID())).status).toBe(200);
    const key = randomUUID();
    expect((await act(key)).status).toBe(200);
    const done = await message();
    for (const [other, { act: reuse }] of others(kind)) {
      const { status, body } = await reuse(key);
      expect([other, status, body.errors]).toEqual([
        other,
        400,
        [{ field: 'client_id', message: 'This client_id was used for another act.' }],
      ]);
    }
    expect(await message()).toEqual(done);
    expect((await act(key.toUpperCase())).status).toBe(200);
  });
});

it('repeats an act that a server of the previous version did', async () => {
  const key = randomUUID();
  await pin(key);
  await server.database.pool.query('UPDATE message_acts SET kind = NULL WHERE client_id = $1', [key]);
  const repeated = await pin(key);
  expect([repeated.status, repeated.body.data.change]).toEqual([200, 1]);
});
