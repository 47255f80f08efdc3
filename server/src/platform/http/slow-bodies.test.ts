import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Sends a message of which the last byte arrives more than a second later, after `meanwhile`; returns the answer's first line. */
async function sendSlowly(member: TestMember, meanwhile: () => Promise<unknown>): Promise<string> {
  const receiver = await server.signUp();
  const body = JSON.stringify({ receiver_id: receiver.id, content: 'Hi', client_id: randomUUID() });
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = [
    'POST /api/messages HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${member.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  await sleep(1_500);
  await meanwhile();
  socket.write(body.slice(-1));
  const [answer] = await once(socket, 'data');
  return String(answer).split('\r\n')[0] ?? '';
}

it('refuses a call whose session ends before its body has arrived', async () => {
  const member = await server.signUp();
  const answer = await sendSlowly(member, () => server.call('POST /api/auth/logout', member.token));
  expect(answer).toBe('HTTP/1.1 401 Unauthorized');
});

it('serves a slow call of a live session', async () => {
  expect(await sendSlowly(await server.signUp(), async () => undefined)).toBe('HTTP/1.1 201 Created');
});
