import { type AddedMember, addMembers } from '@sangam/testing/members';
import { recordedLog } from '@sangam/testing/recorded-log';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PAGE = 'https://page.example';
const { log, lines } = recordedLog('info');
let server: TestServer;

/** A tenth of an address's limits: full limits take ten times the work, and prove no more. */
const FACTOR = 0.1;
const SOCKETS = 12;
const CALLS = 120;
const MEMBERS = 15;

beforeAll(async () => {
  const env = { RATE_LIMIT: 'on', TRUST_PROXY: 'on', CORS_ORIGINS: PAGE };
  server = await startTestServer({ log, env, rateLimitFactor: FACTOR });
});
afterAll(() => server.close());

const AT_ONCE = 40;
/** Calls `ask` this many times, and returns the distinct answers. */
async function distinctAnswers<T>(times: number, ask: (n: number) => Promise<T>): Promise<Set<T>> {
  const outcomes = new Set<T>();
  for (let from = 0; from < times; from += AT_ONCE) {
    const length = Math.min(AT_ONCE, times - from);
    for (const outcome of await Promise.all(Array.from({ length }, (_, n) => ask(from + n)))) outcomes.add(outcome);
  }
  return outcomes;
}

/** Why a socket with an invalid token is refused. */
const refusal = (forwarded: string, token = 'bad') =>
  new Promise<string>((resolve) => {
    const socket = io(server.url, {
      auth: { token },
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

it('counts sockets by the address that the proxy saw, not by the client’s own claim', async () => {
  expect(await distinctAnswers(SOCKETS, () => refusal('198.51.100.1'))).toEqual(new Set(['UNAUTHORIZED']));
  expect(await refusal('198.51.100.1')).toBe('RATE_LIMITED');
  expect(await refusal('203.0.113.9, 198.51.100.1')).toBe('RATE_LIMITED');
  expect(await refusal('198.51.100.2')).toBe('UNAUTHORIZED');
});

it('counts calls by the route they reach, and refuses a flood without a log line for each', async () => {
  const address = { 'x-forwarded-for': '198.51.100.5', origin: PAGE };
  const callFrom = (path: string, token: string | null = null) => server.call(`GET ${path}`, token, undefined, address);
  const { token } = await server.signUp();
  expect(await distinctAnswers(CALLS, async () => (await callFrom('/api/auth/me')).status)).toEqual(new Set([401]));
  // From here on, the server knows that the address has to wait; each answer is the same as this one.
  const first = await callFrom('/api/auth/me');
  expect((await callFrom('/%61pi/auth/me')).status).toBe(429);
  const logged = lines.length;
  const flood = await Promise.all(
    Array.from({ length: 20 }, (_, n) => callFrom('/api/auth/me', n % 2 === 0 ? null : 'bad')),
  );
  expect(lines).toHaveLength(logged);
  for (const { status, headers, body } of [first, ...flood]) {
    expect([status, body]).toMatchObject([429, { ...first.body, request_id: expect.any(String) }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
  }
  expect((await callFrom('/api/auth/me', token)).status).toBe(200);
  const preflightHeaders = { ...address, 'access-control-request-method': 'GET' };
  expect((await fetch(`${server.url}/api/auth/me`, { method: 'OPTIONS', headers: preflightHeaders })).status).toBe(204);
});

it('counts an IPv6 network as one address', async () => {
  const ask = async (address: string) =>
    (await server.call('GET /api/auth/me', null, undefined, { 'x-forwarded-for': address })).status;
  expect(await distinctAnswers(CALLS, (n) => ask(`2001:db8:0:7::${n.toString(16)}`))).toEqual(new Set([401]));
  expect(await ask('2001:db8:0:7:ffff::1')).toBe(429);
  expect(await ask('2001:db8:0:8::1')).toBe(401);
});

it('counts members behind one address separately, whatever strangers there do', async () => {
  const address = { 'x-forwarded-for': '198.51.100.6' };
  await distinctAnswers(SOCKETS, () => refusal(address['x-forwarded-for']));
  expect(await refusal(address['x-forwarded-for'])).toBe('RATE_LIMITED');
  const statusFor = async (token: string | null) =>
    (await server.call('GET /api/auth/me', token, undefined, address)).status;
  await distinctAnswers(CALLS, () => statusFor(null));
  expect(await statusFor(null)).toBe(429);

  const members = await addMembers(server.database, MEMBERS, server.jwtSecret);
  const enter = ({ token }: AddedMember) =>
    new Promise<string>((resolve) => {
      const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true };
      const socket = io(server.url, { ...options, extraHeaders: address });
      socket.once('connect', () => resolve('in'));
      socket.once('connect_error', ({ message }) => resolve(message));
      socket.once('connect', () => socket.disconnect());
    });
  expect(await distinctAnswers(members.length, (n) => enter(members[n] as AddedMember))).toEqual(new Set(['in']));
  // Calls counted by the address alone would be refused now.
  expect(await distinctAnswers(members.length, (n) => statusFor(members[n]?.token ?? null))).toEqual(new Set([200]));
});

describe('a token whose session has ended', () => {
  /** A member's session, and the token of another one that they have logged out. */
  const withStolen = async (address: string) => {
    const secrets = { email: `${address}@example.org`, password: 'Zq-7kvxw' };
    const enter = async (call: string, body: object): Promise<string> =>
      (await server.call(`POST /api/auth/${call}`, null, body, from(address))).body.token;
    const token = await enter('signup', { name: 'Asha', ...secrets });
    const stolen = await enter('login', secrets);
    await server.call('DELETE /api/account/sessions', token);
    return { token, stolen };
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it.each([
    ['/api/auth/me', 401, '198.51.100.20'],
    ['/api/site', 200, '198.51.100.21'],
    ['/api/none', 404, '198.51.100.22'],
  ])('uses up none of its member’s calls by %s', async (path, status, own) => {
    const { token, stolen } = await withStolen(own);
    const ask = async (by: string, address: string, at = path) =>
      (await server.call(`GET ${at}`, by, undefined, from(address))).status;
    // The first call lets this server learn that the session has ended.
    expect(await ask(stolen, '203.0.113.9')).toBe(status);
    const answers = await distinctAnswers(3 * CALLS, (n) => ask(stolen, `203.0.${status % 256}.${n % 4}`));
    expect(answers).toContain(status);
    expect(await ask(token, own, '/api/auth/me')).toBe(200);
  });

  it('uses up none of its member’s connections', async () => {
    const own = '198.51.100.23';
    const { token, stolen } = await withStolen(own);
    expect(await distinctAnswers(3 * SOCKETS, (n) => refusal(`203.0.113.${100 + (n % 4)}`, stolen))).toContain(
      'UNAUTHORIZED',
    );
    (await server.connect({ token }, { extraHeaders: from(own) })).disconnect();
  });
});
