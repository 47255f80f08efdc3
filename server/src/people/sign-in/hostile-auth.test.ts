import { recordStatements } from '@sangam/testing/database/statements';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD_COST } from './password-hashes.js';

let server: TestServer;
/** A server with the real cost of password hashes, for tests of their cost and time. */
let costly: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  costly = await startTestServer({ passwordCost: PASSWORD_COST });
});
afterAll(async () => {
  await server.close();
  await costly.close();
});

const PASSWORD = 'Zq-7kvxw';
const login = (body: unknown) => server.call('POST /api/auth/login', null, body);
let count = 0;
const fresh = () => {
  count += 1;
  return `hostile${count}@example.org`;
};

const invalidTexts: [unknown][] = [
  [{}],
  [[]],
  [{ $ne: 1 }],
  [null],
  [true],
  [5],
  ['a\0b@c'],
  ['\ud800@b'],
  [['a@b', 'c@d']],
];

describe('POST /api/auth/login', () => {
  it.each(invalidTexts)('the email %j → 400', async (email) => {
    expect(await login({ email, password: PASSWORD })).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });
  it.each(invalidTexts)('the password %j → 400', async (password) => {
    expect(await login({ email: 'a@b', password })).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });

  it('gives the same answer, by the same work, for an unknown email and a wrong password', async () => {
    const { email } = await costly.signUp();
    const tookMs: number[][] = [[], []];
    const answers = new Set<string>();
    for (let round = 0; round < 20; round += 1)
      for (const [index, address] of [email, 'nobody@example.org'].entries()) {
        const before = process.cpuUsage();
        const { result, statements } = await recordStatements(async () =>
          costly.app.fastify.inject({
            method: 'POST',
            url: '/api/auth/login',
            payload: { email: address, password: 'Wrong-password-1' },
          }),
        );
        // CPU time, since most of the elapsed time on a busy machine is other work.
        const { user, system } = process.cpuUsage(before);
        tookMs[index]?.push((user + system) / 1_000);
        expect(result.statusCode).toBe(401);
        answers.add(JSON.stringify([{ ...result.json(), request_id: '' }, statements.map(({ text }) => text)]));
      }
    expect(answers.size).toBe(1);
    // The lower quartile, since other work of this process only adds time.
    const [wrong = 0, unknown = 0] = tookMs.map((times) => times.sort((a, b) => a - b)[5]);
    expect(Math.abs(wrong - unknown) / wrong).toBeLessThan(0.4);
  });

  it('accepts the email in any case, and spaces around both fields', async () => {
    const { email, password } = await server.signUp();
    expect((await login({ email: ` ${email.toUpperCase()} `, password: `  ${password}  ` })).status).toBe(200);
  });

  it.each([
    ['', 'x', 'Please fill in all fields'],
    ['a@b', '   ', 'Please fill in all fields'],
    ['a@b', undefined, 'Please fill in all fields'],
    [undefined, 'x', 'Please fill in all fields'],
    ['nobody', 'x', 'Please enter a valid email address'],
  ])('%j and %j: %s', async (email, password, message) => {
    expect(await login({ email, password })).toMatchObject({ status: 400, body: { code: 'INVALID', message } });
  });

  it('refuses unknown fields', async () => {
    const answer = await login({ email: 'a@b', password: 'x', role: 'admin' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });

  it('uses the last of two equal keys', async () => {
    const { email } = await server.signUp();
    const body = `{"email":"${email}","password":"${PASSWORD}","password":"wrong"}`;
    expect((await login(body)).status).toBe(401);
  });

  it('handles 100 sign-ins at once, and the server stays responsive', async () => {
    const { email } = await costly.signUp();
    let answered = 0;
    const logins = Array.from({ length: 100 }, () =>
      costly.call('POST /api/auth/login', null, { email, password: 'Wrong-password-1' }).finally(() => {
        answered += 1;
      }),
    );
    // Until then this process, which sends the sign-ins itself, may be busy with that while other threads already hash.
    await Promise.race(logins);
    const answeredBefore = answered;
    expect((await costly.call('GET /healthz')).status).toBe(200);
    // Counted, not timed, because of busy machines. Other threads hash two passwords at once.
    expect(answered - answeredBefore).toBeLessThan(50);
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(statuses.every((status) => status === 401 || status === 503)).toBe(true);
  });
});

describe.each(['POST /api/auth/signup', 'POST /api/auth/register'])('%s', (name) => {
  const call = (body: unknown) => server.call(name, null, body);

  it('creates one account from 20 calls at once with one email', async () => {
    const email = fresh();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call({ name: 'Twenty', email, password: PASSWORD })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.message]).toEqual([409, 'An account with this email already exists']);
    const { rows } = await server.database.pool.query('SELECT count(*) AS n FROM users WHERE email = $1', [email]);
    expect(Number(rows[0].n)).toBe(1);
  });

  it.each([['id'], ['role'], ['is_online'], ['email_verified_at'], ['password_hash'], ['created_at']])(
    'stores no field %s',
    async (field) => {
      const email = fresh();
      const answer = await call({ name: 'X', email, password: PASSWORD, [field]: 1 });
      if (name === 'POST /api/auth/signup')
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID', errors: [{ field }] } });
      else {
        expect(answer.status).toBe(201);
        const { rows } = await server.database.pool.query('SELECT * FROM users WHERE email = $1', [email]);
        expect(rows[0]).toMatchObject({ name: 'X', email_verified_at: null });
        expect(rows[0][field]).not.toBe(1);
      }
    },
  );

  it.each([
    ['a@b\r\nBcc:x@y'],
    ['@'],
    ['a@'],
    ['@b'],
    ['a b@c'],
    ['<a@b>'],
    ['a@b,c@d'],
    [`${'x'.repeat(251)}@b.c`],
    ['a@b\u202e'],
  ])('refuses %j, which isn’t an email address', async (email) => {
    const answer = await call({ name: 'X', email, password: PASSWORD });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please enter a valid email address' } });
  });

  it('treats a full-width @ and capitals as the same address', async () => {
    const email = fresh();
    expect((await call({ name: 'X', email, password: PASSWORD })).status).toBe(201);
    for (const same of [email.replace('@', '\uff20'), email.toUpperCase(), ` ${email} `])
      expect((await call({ name: 'X', email: same, password: PASSWORD })).status).toBe(409);
  });

  it.each(['name', 'email', 'password'])('refuses a sign-up without %s as one with an empty field', async (missing) => {
    const answer = await call({ name: 'X', email: fresh(), password: PASSWORD, [missing]: undefined });
    const message = 'Please fill in all fields';
    expect(answer).toMatchObject({ status: 400, body: { message, errors: [{ field: missing, message }] } });
  });

  it.each([['   '], ['\u200b\u200b'], ['\u2800'], ['\u202e']])('refuses the empty name %j', async (text) => {
    const answer = await call({ name: text, email: fresh(), password: PASSWORD });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } });
  });

  it('keeps markup in a name as text, and removes characters that reverse text', async () => {
    const { body } = await call({ name: '<img onerror=alert(1)>\u202e', email: fresh(), password: PASSWORD });
    expect(body.user.name).toBe('<img onerror=alert(1)>');
  });

  it.each([['x'.repeat(81)], ['x'.repeat(10_000)]])('refuses a name that is too long %#', async (text) => {
    expect((await call({ name: text, email: fresh(), password: PASSWORD })).status).toBe(400);
  });

  it.each([['password'], ['12345678'], ['abc'], ['ABC12'], ['      ']])(
    'the password %j is too weak',
    async (password) => {
      const answer = await call({ name: 'X', email: fresh(), password });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID', errors: [{ field: 'password' }] } });
    },
  );

  it('uses a long password up to its last character', async () => {
    const email = fresh();
    const password = `Aa1-${'ü😀'.repeat(30)}`;
    expect((await call({ name: 'X', email, password: ` ${password} ` })).status).toBe(201);
    expect((await login({ email, password })).status).toBe(200);
    expect((await login({ email, password: password.slice(0, -2) })).status).toBe(401);
    expect((await login({ email, password: password.slice(0, 73) })).status).toBe(401);
  });

  it('stores the password as an argon2id hash with at least OWASP’s cost', async () => {
    const email = fresh();
    await costly.call(name, null, { name: 'X', email, password: PASSWORD });
    const { rows } = await costly.database.pool.query('SELECT password_hash FROM users WHERE email = $1', [email]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  });

  it('never returns the hash', async () => {
    const { body } = await call({ name: 'X', email: fresh(), password: PASSWORD });
    expect(Object.keys(body.user).sort()).toEqual(
      [
        'college',
        'created_at',
        'email',
        'github_link',
        'id',
        'is_online',
        'last_active',
        'name',
        'skills',
        'version',
      ].sort(),
    );
    expect(JSON.stringify(body)).not.toContain('$argon2');
  });
});

describe('rate limits', () => {
  it('apply to sign-in per account and address, ignore X-Forwarded-For, and send Retry-After', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    const { email, password } = await limited.signUp();
    const attempt = (n: number, address = email) =>
      limited.call(
        'POST /api/auth/login',
        null,
        { email: address, password: `Wrong-${n}` },
        { 'x-forwarded-for': `10.0.0.${n}` },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await attempt(n)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await limited.call('POST /api/auth/login', null, { email, password });
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    const retryAfterS = Number(refused.headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThan(0);
    expect(retryAfterS).toBeLessThanOrEqual(60);
    // Trying one password on many accounts reaches the address's own limit.
    const spray: number[] = [];
    for (let n = 0; n < 60; n += 1) spray.push((await attempt(n, `spray${n}@example.org`)).status);
    expect(spray.at(-1)).toBe(429);
  }, 60_000);

  it('apply to sign-up', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    const weak = { name: 'X', email: 'a@b', password: 'weak' };
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1) statuses.push((await limited.call('POST /api/auth/signup', null, weak)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
