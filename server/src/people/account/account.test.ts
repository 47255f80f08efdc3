import { hourMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const NEW_PASSWORD = 'Another-horse-8';

const clock = shiftedClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { TRUST_PROXY: 'on' },
    clock,
    timings: { sessionUse: { everyMs: 50 } },
  });
});
afterAll(() => server.close());

const login = async ({ email }: TestMember, password: string, headers: Record<string, string> = {}) =>
  server.call('POST /api/auth/login', null, { email, password }, headers);
/** Signs in on another device and returns its token. */
const signInAgain = async (member: TestMember, agent = FIREFOX, address = '203.0.113.7'): Promise<string> =>
  (await login(member, member.password, { 'user-agent': agent, 'x-forwarded-for': address })).body.token;
const accountOf = async (token: string) => (await server.call('GET /api/account', token)).body.data;
const isLive = async (token: string) => (await server.call('GET /api/auth/me', token)).status === 200;
const change = (token: string, current_password: string, password: string) =>
  server.call('PUT /api/account/password', token, { current_password, password });

describe('the signed-in devices', () => {
  it('are listed by browser, system and address, with this device marked', async () => {
    const member = await server.signUp();
    const [firefox] = [await signInAgain(member), await signInAgain(member, CHROME, '2001:db8:1:2:3::4')];
    const { sessions, has_password, providers } = await accountOf(firefox);
    expect({ has_password, providers }).toEqual({ has_password: true, providers: [] });
    const listed = sessions.map((session: Record<string, unknown>) => [
      session.device,
      session.network,
      session.is_this,
    ]);
    expect(listed).toHaveLength(3);
    expect(listed).toEqual(
      expect.arrayContaining([
        ['Firefox on Windows', '203.0.113.7', true],
        ['Chrome on Linux', '2001:db8:1:2::/64', false],
      ]),
    );
  });

  it('show when they were last used, to the hour', async () => {
    const member = await server.signUp();
    const second = await signInAgain(member);
    const usedAt = async (): Promise<number> => {
      const { sessions } = await accountOf(member.token);
      return Date.parse(sessions.find((session: { is_this: boolean }) => !session.is_this).used_at);
    };
    expect(await isLive(second)).toBe(true);
    const stored = () =>
      server.database.pool.query('SELECT used_at FROM sessions WHERE user_id = $1 AND used_at IS NOT NULL', [
        member.id,
      ]);
    await eventually(async () => expect((await stored()).rowCount).toBe(1));
    const firstMs = await usedAt();
    try {
      clock.aheadMs = 2 * hourMs;
      expect(await isLive(second)).toBe(true);
      await eventually(async () => expect(await usedAt()).toBeGreaterThan(firstMs + hourMs));
    } finally {
      clock.aheadMs = 0;
    }
  });

  it('are listed whatever their User-Agent is', async () => {
    const member = await server.signUp();
    for (const agent of ['', '()', 'curl/8.0', 'x'.repeat(8_000), '<b>Bot</b>/1', 'Mozilla/5.0 (é; \xff)'])
      expect(await isLive(await signInAgain(member, agent))).toBe(true);
    const { sessions } = await accountOf(member.token);
    expect(sessions).toHaveLength(7);
    for (const { device } of sessions) expect(device?.length ?? 1).toBeLessThanOrEqual(80);
  });

  it('end one by one, with their sockets', async () => {
    const member = await server.signUp();
    const [second, third] = [await signInAgain(member), await signInAgain(member, CHROME)];
    const socket = await server.connect({ ...member, token: second });
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    const { sessions } = await accountOf(second);
    const { id } = sessions.find((session: { is_this: boolean }) => session.is_this);
    expect((await server.call(`DELETE /api/account/sessions/${id}`, member.token)).body.data).toEqual({ ended: 1 });
    await ended;
    expect([await isLive(second), await isLive(third), await isLive(member.token)]).toEqual([false, true, true]);
    expect((await server.call(`DELETE /api/account/sessions/${id}`, member.token)).status).toBe(404);
  });

  it('cannot be ended by another member', async () => {
    const [member, stranger] = [await server.signUp(), await server.signUp()];
    const { sessions } = await accountOf(member.token);
    const answer = await server.call(`DELETE /api/account/sessions/${sessions[0].id}`, stranger.token);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await isLive(member.token)).toBe(true);
    expect((await server.call('DELETE /api/account/sessions/1', member.token)).status).toBe(400);
  });

  it('end all at once, except this one', async () => {
    const [member, other] = [await server.signUp(), await server.signUp()];
    const tokens = [await signInAgain(member), await signInAgain(member)];
    expect((await server.call('DELETE /api/account/sessions', member.token)).body.data).toEqual({ ended: 2 });
    expect(await Promise.all([...tokens, member.token, other.token].map(isLive))).toEqual([false, false, true, true]);
    expect((await server.call('DELETE /api/account/sessions', member.token)).body.data).toEqual({ ended: 0 });
  });
});

describe('a new password', () => {
  it('replaces the old one, and ends every other session', async () => {
    const member = await server.signUp();
    const second = await signInAgain(member);
    const changed = await change(member.token, member.password, NEW_PASSWORD);
    expect(changed).toMatchObject({ status: 200, body: { success: true, data: { ended: 1 } } });
    expect([await isLive(second), await isLive(member.token)]).toEqual([false, true]);
    expect((await login(member, member.password)).status).toBe(401);
    const cookie = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^sangam_device=/u);
    expect((await login(member, NEW_PASSWORD, { cookie })).status).toBe(200);
  });

  it('requires the current password', async () => {
    const member = await server.signUp();
    for (const wrong of ['', 'Wrong-password-1', `${member.password}x`])
      expect(await change(member.token, wrong, NEW_PASSWORD)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'current_password', message: 'This isn’t your current password.' }] },
      });
    expect((await login(member, member.password)).status).toBe(200);
  });

  it.each([
    ['seven77', 'Password must be at least 8 characters long'],
    ['password1', 'This password is one of the most common. Choose another one.'],
    ['   ', 'Please fill in all fields'],
  ])('%j is refused', async (password, message) => {
    const member = await server.signUp();
    expect(await change(member.token, member.password, password)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message }] },
    });
  });

  it('cannot be set on an account without one', async () => {
    const member = await server.signUp();
    await server.database.pool.query('UPDATE users SET password_hash = NULL WHERE id = $1', [member.id]);
    expect((await accountOf(member.token)).has_password).toBe(false);
    const message = 'Your account has no password yet. Ask for a link to set one.';
    expect(await change(member.token, '', NEW_PASSWORD)).toMatchObject({
      body: { errors: [{ field: 'current_password', message }] },
    });
  });

  it("is set once when two devices try at the same time: the first ends the other's session", async () => {
    const member = await server.signUp();
    const second = await signInAgain(member);
    const answers = await Promise.all([
      change(member.token, member.password, NEW_PASSWORD),
      change(second, member.password, 'Third-horse-9'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await Promise.all([member.token, second].map(isLive))).toSorted()).toEqual([false, true]);
  });
});
