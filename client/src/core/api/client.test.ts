import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nowMs } from '../../lib/clock';
import { isUnanswered } from '../../lib/network';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { resetStores } from '../store/reset';
import { READ_TIMEOUT_MS, request, setTokenSource, setUnauthorizedHandler } from './client';
import { actFailureText } from './errors';
import { retryInFlight } from './exchange';

const busy = { success: false, code: 'BUSY', message: 'Busy right now.' };

describe('a request', () => {
  const unauthorized = vi.fn();
  beforeEach(() => {
    unauthorized.mockClear();
    setUnauthorizedHandler(unauthorized);
    setTokenSource(() => 'secret');
  });

  /** Answers nothing, and records the calls. */
  const blackhole = () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
      asked.push(path);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    return asked;
  };

  it('fills the path and the query, and carries the token', async () => {
    const server = fakeServer({
      'GET /api/messages/conversation/:userId': () => ({ body: { success: true, data: {} } }),
    });
    await request('GET /api/messages/conversation/:userId', {
      params: { userId: 7 },
      query: { after: 3, limit: undefined },
    });
    expect(server.calls[0]).toMatchObject({ path: '/api/messages/conversation/7', token: 'Bearer secret' });
    expect(server.calls[0]?.query.toString()).toBe('after=3');
  });

  it.each([
    ['hours ahead', -7 * 3_600_000, true],
    ['hours behind', 7 * 3_600_000, true],
    ['a minute off', 60_000, false],
  ])('sets the clock of a device that is %s', async (_, serverMs, isSet) => {
    const date = new Date(Math.floor(Date.now() / 1_000) * 1_000 + serverMs);
    const headers = { Date: date.toUTCString() };
    fakeServer({ 'GET /api/auth/me': () => ({ body: { success: true }, headers }) });
    await request('GET /api/auth/me');
    expect(Math.abs(nowMs() - date.getTime()) < 5_000).toBe(isSet);
    // An answer from a proxy may have no Date, and that of a network which asks to sign in a wrong one.
    fakeServer({ 'GET /api/auth/me': () => ({ body: { success: true } }) });
    await request('GET /api/auth/me');
    const wrong = { Date: new Date(0).toUTCString() };
    fakeServer({ 'GET /api/auth/me': () => ({ page: '<h1>Sign in to the Wi-Fi</h1>', headers: wrong }) });
    await request('GET /api/auth/me');
    expect(Math.abs(nowMs() - date.getTime()) < 5_000).toBe(isSet);
  });

  describe('a request whose session ends before the answer', () => {
    it.each([
      ['a success', { status: 200 }],
      ['a refusal', { status: 409, body: { success: false, code: 'CONFLICT', message: 'No' } }],
      ['a network error', 'network' as const],
    ])('drops %s of the member’s call', async (_, reply) => {
      const answer = held(reply);
      fakeServer({ 'PATCH /api/users/profile': answer.reply });
      const late = request('PATCH /api/users/profile', { body: { name: 'Asha' } });
      resetStores();
      answer.release();
      expect(await late).toEqual({ ok: false, error: { kind: 'signed-out' } });
    });

    it('waits no longer, so that nothing keeps the next member waiting', async () => {
      fakeServer({ 'GET /api/inbox': () => new Promise(() => undefined) });
      const late = request('GET /api/inbox');
      resetStores();
      expect(await late).toEqual({ ok: false, error: { kind: 'signed-out' } });
    });

    it('returns the answer to a sign-in, to a call with another token, and to a visitor', async () => {
      const answer = held({ status: 200 });
      fakeServer({
        'POST /api/auth/login': answer.reply,
        'DELETE /api/account': answer.reply,
        'GET /api/projects': answer.reply,
      });
      const calls = [
        request('POST /api/auth/login', { body: { email: 'a@example.org', password: 'x' } }),
        request('DELETE /api/account', { body: { current_password: '' }, token: 'other' }),
      ];
      setTokenSource(() => null);
      const all = [...calls, request('GET /api/projects')];
      resetStores();
      answer.release();
      expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual([true, true, true]);
    });
  });

  it('returns a refusal as a value, with its fields and how long to wait', async () => {
    fakeServer({
      'POST /api/auth/signup': () => ({
        status: 400,
        headers: { 'Retry-After': '3' },
        body: { success: false, code: 'INVALID', message: 'No', errors: [{ field: 'email', message: 'Bad' }] },
      }),
    });
    const answer = await request('POST /api/auth/signup', { body: { name: '', email: '', password: '' } });
    expect(answer).toEqual({
      ok: false,
      error: {
        kind: 'server',
        status: 400,
        code: 'INVALID',
        message: 'No',
        errors: [{ field: 'email', message: 'Bad' }],
        retryAfterS: 3,
      },
    });
  });

  it('treats a refusal as success if an equal call has succeeded before', async () => {
    const data = { request: { id: 7, status: 'accepted' }, current_members: 2 };
    fakeServer({
      'PUT /api/project-requests/:id/status': () => ({
        status: 409,
        body: { success: false, code: 'ALREADY_DECIDED', message: 'No', already: { data } },
      }),
    });
    const answer = await request('PUT /api/project-requests/:id/status', {
      params: { id: 7 },
      body: { status: 'accepted' },
    });
    expect(answer).toEqual({ ok: true, value: { data } });
  });

  it('returns a network error without an answer', async () => {
    fakeServer({ 'GET /api/auth/me': () => 'network' });
    expect(await request('GET /api/auth/me')).toEqual({ ok: false, error: { kind: 'network' } });
  });

  it('classifies an answer that is not JSON by its status', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await request('GET /api/auth/me')).toMatchObject({ ok: false, error: { kind: 'server', status: 502 } });
  });

  it.each([200, 401, 403, 404, 413, 429])(
    'takes no page (status %i) for the server’s word: the call may succeed later',
    async (status) => {
      fakeServer({ 'GET /api/auth/me': () => ({ status, page: '<h1>Sign in to the Wi-Fi</h1>' }) });
      const answer = await request('GET /api/auth/me');
      expect(answer).toMatchObject({ ok: false, error: { kind: 'server', status: 502, code: 'BUSY' } });
      expect([unauthorized.mock.calls, isUnanswered()]).toEqual([[], true]);
    },
  );

  it('waits for a proxy 30 seconds at most, and for the server as long as it asks', async () => {
    const headers = { 'Retry-After': '2592000' };
    fakeServer({
      'GET /api/auth/me': () => ({ status: 503, page: '<h1>Maintenance</h1>', headers }),
      'POST /api/auth/forgot-password': () => refusal(429, 'RATE_LIMITED', 'No', { 'Retry-After': '7200' }),
    });
    expect(await request('GET /api/auth/me')).toMatchObject({ error: { retryAfterS: 30 } });
    expect(await request('POST /api/auth/forgot-password', { body: { email: 'a@b' } })).toMatchObject({
      error: { retryAfterS: 7_200 },
    });
  });

  it.each([
    [
      'without an answer',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Check your connection and try again.',
    ],
    [
      'answered by a proxy',
      () => Promise.resolve(new Response('<h1>Busy</h1>', { status: 503 })),
      'Wait a moment and try again.',
    ],
    ['refused with a sentence', () => Promise.resolve(Response.json({ ...busy }, { status: 503 })), null],
  ])('that failed says what to do: %s', async (_, answer, advice) => {
    vi.stubGlobal('fetch', answer);
    const failed = await request('DELETE /api/blocks/:userId', { params: { userId: 7 } });
    if (failed.ok) throw new Error('it succeeded');
    expect(actFailureText(failed.error, 'Failed to unblock the member')).toBe(
      advice === null ? busy.message : `Failed to unblock the member. ${advice}`,
    );
  });

  it('reports a 401 if the call carried a token, and not for a wrong password', async () => {
    fakeServer({
      'GET /api/auth/me': () => refusal(401, 'UNAUTHORIZED'),
      'POST /api/auth/login': () => refusal(401, 'BAD_CREDENTIALS'),
    });
    await request('POST /api/auth/login', { body: { email: 'a@b', password: 'x' } });
    expect(unauthorized).not.toHaveBeenCalled();
    await request('GET /api/auth/me');
    expect(unauthorized).toHaveBeenCalledWith('secret');
    setTokenSource(() => null);
    unauthorized.mockClear();
    await request('GET /api/auth/me');
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it('gives up on an unanswered read, but not on a write', async () => {
    vi.useFakeTimers();
    blackhole();
    const settled: string[] = [];
    const read = request('GET /api/auth/me').then(() => settled.push('read'));
    void request('POST /api/auth/logout').then(() => settled.push('change'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(settled).toEqual([]);
    await vi.advanceTimersByTimeAsync(600_000);
    await read;
    expect(settled).toEqual(['read']);
    vi.useRealTimers();
  });

  it('repeats reads when the network is back, but no writes', async () => {
    const lost = blackhole();
    const given = new AbortController();
    const read = request('GET /api/auth/me');
    const givenUp = request('GET /api/projects', { signal: given.signal });
    const repeatable = request('POST /api/users/status', { body: { userIds: [1] }, timeoutMs: READ_TIMEOUT_MS });
    const changed = vi.fn();
    void request('POST /api/auth/logout').then(changed);
    given.abort();
    expect(lost).toHaveLength(4);
    const server = fakeServer({
      'GET /api/auth/me': () => ({ body: { success: true } }),
      'POST /api/users/status': () => ({ body: { success: true, data: [] } }),
    });
    retryInFlight();
    expect(await read).toMatchObject({ ok: true });
    expect(await repeatable).toMatchObject({ ok: true });
    expect(await givenUp).toMatchObject({ ok: false });
    expect(server.calls.map(({ name }) => name)).toEqual(['GET /api/auth/me', 'POST /api/users/status']);
    expect(changed).not.toHaveBeenCalled();
  });

  it('waits for any number of answers at once, with one listener for each signal', async () => {
    const listen = vi.spyOn(EventTarget.prototype, 'addEventListener');
    blackhole();
    const reads = Array.from({ length: 20 }, () => request('GET /api/auth/me'));
    const listened = listen.mock.contexts;
    listen.mockRestore();
    expect(listened.length).toBeGreaterThanOrEqual(20);
    expect(new Set(listened).size).toBe(listened.length);
    fakeServer({ 'GET /api/auth/me': () => ({ body: { success: true } }) });
    retryInFlight();
    expect((await Promise.all(reads)).every(({ ok }) => ok)).toBe(true);
  });
});
