import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startTestServer, type TestMember, type TestServer } from './harness.js';

const logged: string[] = [];
let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer({
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  });
  member = await server.signUp();
});
afterAll(() => server.close());

const entries = () => logged.map((line) => JSON.parse(line));

it('notes who was refused, where and why, and nothing that they sent', async () => {
  const secret = 'Wrong-password-1';
  await server.call('POST /api/auth/login', null, { email: member.email, password: secret });
  await server.call('GET /api/auth/me?token=in-the-address', 'a.bad.token');
  await expect(server.connect({ ...member, token: 'another.bad.token' })).rejects.toThrow();
  await eventually(() => {
    for (const noted of [
      { msg: 'refused', code: 'BAD_CREDENTIALS', method: 'POST', route: '/api/auth/login', address: '127.0.0.1' },
      { msg: 'refused', code: 'UNAUTHORIZED', method: 'GET', route: '/api/auth/me' },
      { msg: 'a socket was refused', code: 'UNAUTHORIZED' },
    ])
      expect(entries()).toContainEqual(expect.objectContaining(noted));
  });
  for (const sent of [secret, member.email, 'bad.token', 'in-the-address']) expect(logged.join('')).not.toContain(sent);
});

it('lets no cache keep what a member is shown', async () => {
  const { status, headers } = await server.call('GET /api/auth/me', member.token);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
});
