import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } });
});
afterAll(() => server.close());

/** Why a socket without a good token is refused. */
const refusal = (forwarded: string) =>
  new Promise<string>((resolve) => {
    const socket = io(server.url, {
      auth: { token: 'bad' },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { 'x-forwarded-for': forwarded },
    });
    socket.once('connect_error', (error: Error & { data?: { code: string } }) => {
      socket.disconnect();
      resolve(error.data?.code ?? error.message);
    });
  });

it('sockets are counted by the address that the proxy saw, not by what the client says of itself', async () => {
  for (let n = 0; n < 120; n += 1) expect(await refusal('198.51.100.1')).toBe('UNAUTHORIZED');
  expect(await refusal('198.51.100.1')).toBe('RATE_LIMITED');
  expect(await refusal('203.0.113.9, 198.51.100.1')).toBe('RATE_LIMITED');
  expect(await refusal('198.51.100.2')).toBe('UNAUTHORIZED');
});

it('connections that never say who they are count, too', async () => {
  const open = async (forwarded: string) => {
    const response = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { 'x-forwarded-for': forwarded },
    });
    if (response.ok) expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await response.text();
    return response.status;
  };
  const statuses = new Set<number>();
  for (let n = 0; n < 600; n += 1) statuses.add(await open('198.51.100.3'));
  expect(statuses).toEqual(new Set([200]));
  expect(await open('198.51.100.3')).toBe(403);
  expect(await open('198.51.100.4')).toBe(200);
});

it('calls count by the route they reach, however the address spells it', async () => {
  const address = { 'x-forwarded-for': '198.51.100.5' };
  const ask = async (path: string) => (await server.call(`GET ${path}`, null, undefined, address)).status;
  for (let n = 0; n < 1_200; n += 1) expect(await ask('/api/auth/me')).toBe(401);
  expect(await ask('/api/auth/me')).toBe(429);
  expect(await ask('/%61pi/auth/me')).toBe(429);
});
