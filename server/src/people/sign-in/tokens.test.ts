import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const SECRET = 'a-secret-of-at-least-thirty-two-bytes!';
let server: TestServer;
let member: TestMember;
let sid: string;

beforeAll(async () => {
  server = await startTestServer({ env: { JWT_SECRET: SECRET } });
  member = await server.signUp();
  sid = payloadOf(member.token).sid;
});
afterAll(() => server.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const me = (authorization: string) => server.call('GET /api/auth/me', null, undefined, { authorization });

const nowS = () => Math.floor(Date.now() / 1_000);
const claims = (overrides: Record<string, unknown> = {}) => ({
  sub: String(member.id),
  sid,
  iss: 'sangam',
  aud: 'sangam-session',
  iat: nowS(),
  exp: nowS() + 600,
  ...overrides,
});
const hmac = (header: object, payload: object, hash = 'sha256', secret = SECRET) => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
};
const hs256 = { alg: 'HS256', typ: 'JWT' };

const expectRefused = async (authorization: string) =>
  expect(await me(authorization)).toMatchObject({
    status: 401,
    body: { success: false, code: 'UNAUTHORIZED', message: 'Sign in to continue.' },
  });

describe('a session token', () => {
  it('is accepted without a fault, so the faults below are the reason for refusals', async () => {
    expect((await me(`Bearer ${hmac(hs256, claims())}`)).status).toBe(200);
    expect((await me(`bearer ${member.token}`)).status).toBe(200);
  });

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const wrong: Record<string, () => string> = {
    'alg none': () => `${encode({ alg: 'none' })}.${encode(claims())}.`,
    'alg none with a signature': () => hmac({ alg: 'none' }, claims()),
    'alg None': () => `${encode({ alg: 'None' })}.${encode(claims())}.`,
    'alg HS384': () => hmac({ alg: 'HS384' }, claims(), 'sha384'),
    'alg HS512': () => hmac({ alg: 'HS512' }, claims(), 'sha512'),
    'alg RS256': () => {
      const text = `${encode({ alg: 'RS256' })}.${encode(claims())}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
    'alg missing': () => hmac({ typ: 'JWT' }, claims()),
    'another secret': () => hmac(hs256, claims(), 'sha256', 'another-secret-of-thirty-two-bytes!!!'),
    'an empty secret': () => hmac(hs256, claims(), 'sha256', ''),
    'a kid that is a path, and its empty content for a secret': () =>
      hmac({ ...hs256, kid: '../../../dev/null' }, claims(), 'sha256', ''),
    'no signature': () => member.token.replace(/\.[^.]+$/u, '.'),
    'two parts': () => member.token.replace(/\.[^.]+$/u, ''),
    'four parts': () => `${member.token}.x`,
    'a changed payload': () => {
      const [header, , signature] = member.token.split('.');
      return `${header}.${encode(claims({ sub: '1' }))}.${signature}`;
    },
    'a changed signature': () => member.token.replace(/.$/u, (last) => (last === 'A' ? 'E' : 'A')),
    'a payload that is no JSON': () => {
      const text = `${encode(hs256)}.${Buffer.from('x').toString('base64url')}`;
      return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
    },
    expired: () => hmac(hs256, claims({ exp: nowS() - 1 })),
    'of another member': () => hmac(hs256, claims({ sub: String(member.id + 1) })),
    'of no session': () => hmac(hs256, claims({ sid: randomUUID() })),
  };
  it.each(Object.entries(wrong))('%s → 401', async (_what, token) => expectRefused(`Bearer ${token()}`));

  it.each(['exp', 'iat', 'sub', 'sid', 'iss', 'aud'])('without %s → 401', async (name) => {
    const { [name]: _gone, ...rest } = claims() as Record<string, unknown>;
    await expectRefused(`Bearer ${hmac(hs256, rest)}`);
  });

  it.each([
    ['exp', 1e21],
    ['exp', '9999999999'],
    ['exp', null],
    ['exp', -1],
    ['iat', 'yesterday'],
    ['sub', 1],
    ['sub', { a: 1 }],
    ['sub', ['1']],
    ['sub', '1e0'],
    ['sub', '0'],
    ['sub', '-1'],
    ['sub', ' 1'],
    ['sub', '99999999999999999999'],
    ['sub', "1' OR '1'='1"],
    ['sid', ''],
    ['sid', 'not-a-uuid'],
    ['sid', null],
    ['sid', {}],
    ['iss', 'evil'],
    ['aud', 'another-use'],
    ['aud', ['other']],
  ])('with %s = %j → 401', async (name, value) => {
    await expectRefused(`Bearer ${hmac(hs256, claims({ [name]: value }))}`);
  });

  it.each([
    ['', 'nothing'],
    ['Bearer', 'no token'],
    ['Bearer ', 'an empty token'],
    ['Basic dXNlcjpwYXNz', 'another scheme'],
    ['Bearer a b', 'two words'],
    [`Bearer ${'x'.repeat(8_000)}`, 'a long token'],
    ['Bearer null', 'null'],
    ['Bearer ../../etc', 'a path'],
  ])('%j (%s) → 401', async (authorization) => expectRefused(authorization));

  it('after two spaces, or without its scheme → 401', async () => {
    await expectRefused(`Bearer  ${member.token}`);
    await expectRefused(member.token);
    await expectRefused(`Bearer ${member.token},Bearer ${member.token}`);
  });

  it('in the URL or in a cookie is not read', async () => {
    expect((await server.call(`GET /api/auth/me?token=${member.token}&access_token=${member.token}`)).status).toBe(401);
    expect((await server.call('GET /api/auth/me', null, undefined, { cookie: `token=${member.token}` })).status).toBe(
      401,
    );
  });

  it.each([
    [undefined, 1],
    [false, 1],
    [true, 30],
  ])('of a sign-in with remember %s lasts %i days, and so does its session', async (remember, days) => {
    const { email } = member;
    const body = { email, password: 'Zq-7kvxw', ...(remember === undefined ? {} : { remember }) };
    const { token } = (await server.call('POST /api/auth/login', null, body)).body;
    const { exp, iat, sid: session } = payloadOf(token);
    expect(Math.round((exp - iat) / 86_400)).toBe(days);
    const { rows } = await server.database.pool.query('SELECT expires_at FROM sessions WHERE id = $1', [session]);
    expect(Math.floor(rows[0].expires_at.getTime() / 1_000)).toBe(exp);
  });

  it('is refused once it has expired, after it was accepted', async () => {
    const token = hmac(hs256, claims());
    expect((await me(`Bearer ${token}`)).status).toBe(200);
    const laterMs = Date.now() + 601_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(laterMs);
    await expectRefused(`Bearer ${token}`);
    clock.mockRestore();
  });

  it('of an ended session → 401, at once', async () => {
    const other = await server.signUp();
    expect((await server.call('POST /api/auth/logout', other.token)).status).toBe(200);
    expect((await server.call('GET /api/auth/me', other.token)).status).toBe(401);
    expect((await server.call('POST /api/auth/logout', other.token)).status).toBe(401);
  });
});
