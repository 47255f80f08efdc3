import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** More messages than the connection buffers. */
const MESSAGES = 20_000;
const MESSAGE_CHARS = 1_500;

let server: TestServer;
let asha: TestMember;
beforeAll(async () => {
  server = await startTestServer({ timings: { sockets: { sessionRecheckMs: 50 } } });
  asha = await server.signUp('Asha');
  const friend = await server.signUp('Rohan');
  await server.call('POST /api/messages', asha.token, { receiver_id: friend.id, content: 'Hello' });
  await withoutTimeouts(server.database, async ({ pool }) => {
    await pool.query(`
      SET session_replication_role = replica;
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
      SELECT id, n, ${asha.id}, n, repeat('x', ${MESSAGE_CHARS}), now()
      FROM conversations, generate_series(2, ${MESSAGES}) n WHERE low_id = ${asha.id};
      RESET session_replication_role`);
  });
}, 120_000);
afterAll(() => server.close());

/** Starts an export whose reader doesn't read yet. */
function begin(token: string): Promise<{ request: ClientRequest; answer: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, agent: false };
    const request = send(`${server.url}/api/account/export`, options, (answer) => resolve({ request, answer }));
    request.once('error', reject);
    request.end(JSON.stringify({ current_password: asha.password }));
  });
}

async function readAll(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const piece of answer) bytes += piece.length;
  return bytes;
}

it('waits for a slow reader, allows one export at a time, and the next once the reader disconnects', async () => {
  const { request, answer } = await begin(asha.token);
  expect(answer.statusCode).toBe(200);
  const repeated = await server.call('POST /api/account/export', asha.token, { current_password: asha.password });
  expect([repeated.status, repeated.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await server.call('GET /api/messages/conversations', asha.token)).status).toBe(200);
  answer.on('error', () => undefined);
  request.destroy();
  const whole = await eventually(async () => {
    const { answer: next } = await begin(asha.token);
    expect(next.statusCode).toBe(200);
    return next;
  });
  expect(await readAll(whole)).toBeGreaterThan(MESSAGES * MESSAGE_CHARS);
});

it('breaks off when its session ends', async () => {
  const login = { email: asha.email, password: asha.password };
  const { token } = (await server.call('POST /api/auth/login', null, login)).body;
  const { answer } = await begin(token);
  expect(answer.statusCode).toBe(200);
  expect((await server.call('POST /api/auth/logout', token)).status).toBe(200);
  await sleep(100);
  await expect(readAll(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(answer.complete).toBe(false);
});
