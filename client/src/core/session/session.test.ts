import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTyping } from '../../chat/state/thread/typing';
import { fakeServer, fakeStorage, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { member as user } from '../../testing/samples';
import { setTokenSource, setUnauthorizedHandler } from '../api/client';

const me = { body: { success: true, user, data: { user } } };
const signedIn = (token: string, who = user) => ({
  body: { success: true, token, user: who, data: { token, user: who } },
});

describe('the session', () => {
  let storage: Map<string, string>;
  // The store reads the token once, as on a page load, so each test loads the module again.
  const load = async () => {
    vi.resetModules();
    const client = await import('../api/client');
    const session = await import('./session');
    client.setTokenSource(session.currentToken);
    client.setUnauthorizedHandler(session.rejectToken);
    return {
      ...session,
      ...(await import('../../people/state/sign-in')),
      ...(await import('./log-out')),
    };
  };
  beforeEach(() => {
    vi.useFakeTimers();
    storage = fakeStorage();
  });
  afterEach(() => {
    vi.useRealTimers();
    setTokenSource(() => null);
    setUnauthorizedHandler(() => undefined);
  });

  it('is a visitor’s at once if there is no token', async () => {
    const { useSession } = await load();
    expect(useSession.getState().status).toBe('signed-out');
  });

  it('fetches the member of a stored token on load', async () => {
    storage.set('token', 'stored');
    const server = fakeServer({ 'GET /api/auth/me': () => me });
    const { useSession, restoreSession } = await load();
    expect(useSession.getState().status).toBe('loading');
    await restoreSession();
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', user: { id: 1 } });
    expect(server.calls[0]?.token).toBe('Bearer stored');
  });

  it('removes a token that the server refuses', async () => {
    storage.set('token', 'old');
    fakeServer({ 'GET /api/auth/me': () => refusal(401, 'UNAUTHORIZED') });
    const { useSession, restoreSession } = await load();
    await restoreSession();
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', end: 'stale' });
    expect(storage.has('token')).toBe(false);
  });

  it('waits for a server that cannot be reached, however long, and keeps the token', async () => {
    storage.set('token', 'stored');
    let down = true;
    fakeServer({ 'GET /api/auth/me': () => (down ? 'network' : me) });
    const { useSession, restoreSession } = await load();
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(useSession.getState().status).toBe('loading');
    expect(storage.get('token')).toBe('stored');
    down = false;
    await vi.advanceTimersByTimeAsync(45_000);
    await restored;
    expect(useSession.getState().status).toBe('signed-in');
  });

  it('removes a token for which the server answers an internal error', async () => {
    storage.set('token', 'stored');
    fakeServer({ 'GET /api/auth/me': () => refusal(500, 'INTERNAL') });
    const { useSession, restoreSession } = await load();
    await restoreSession();
    expect(useSession.getState().status).toBe('signed-out');
    expect(storage.has('token')).toBe(false);
  });

  it('shows cached data while the server cannot be reached, and ends it when the server refuses the session', async () => {
    storage.set('token', 'stored');
    let reply: 'network' | ReturnType<typeof refusal> = 'network';
    fakeServer({ 'GET /api/auth/me': () => reply });
    const { useSession, restoreSession, setCacheSource } = await load();
    const show = vi.fn();
    setCacheSource(async (token) => (token === 'stored' ? { user: { ...user, name: 'Kept' }, show } : null));
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(10);
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', isCached: true, user: { name: 'Kept' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(show).toHaveBeenCalledOnce();
    reply = refusal(401, 'UNAUTHORIZED');
    await vi.advanceTimersByTimeAsync(10_000);
    await restored;
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', isCached: false, user: null, end: 'refused' });
  });

  it('reads cached data again while neither the storage nor the server has answered', async () => {
    storage.set('token', 'stored');
    fakeServer({ 'GET /api/auth/me': () => new Promise(() => undefined) });
    const { useSession, restoreSession, setCacheSource } = await load();
    const show = vi.fn();
    let reads = 0;
    setCacheSource(async () => {
      reads += 1;
      return reads < 3 ? null : { user: { ...user, name: 'Kept' }, show };
    });
    void restoreSession();
    await vi.advanceTimersByTimeAsync(5_100);
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', isUnanswered: true, user: { name: 'Kept' } });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([reads, show.mock.calls.length]).toEqual([3, 1]);
  });

  it('shows cached data until the server answers, and waits no longer where that takes long', async () => {
    storage.set('token', 'stored');
    let answer: (reply: typeof me) => void = () => undefined;
    fakeServer({ 'GET /api/auth/me': () => new Promise((resolve) => (answer = resolve)) });
    const { useSession, restoreSession, setCacheSource } = await load();
    setCacheSource(async () => ({ user: { ...user, name: 'Kept' }, show: vi.fn() }));
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(10);
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', isCached: true, isUnanswered: false });
    await vi.advanceTimersByTimeAsync(2_500);
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', isCached: true, isUnanswered: true });
    answer(me);
    await restored;
    expect(useSession.getState()).toMatchObject({
      ...{ status: 'signed-in', user },
      ...{ isCached: false, isUnanswered: false },
    });
  });

  it.each([
    ['a profile that came after the request and is newer', 6, 'Event'],
    ['the answer if it is newer', 4, 'Answer'],
  ])('shows %s', async (_, version, name) => {
    for (let steps = 0; steps < 20; steps += 1) {
      storage.set('token', 'stored');
      const late = held({ body: { success: true, user: { ...user, name: 'Answer', version: 5 }, data: {} } });
      fakeServer({ 'GET /api/auth/me': late.reply });
      const { useSession, restoreSession, setCacheSource, updateUser } = await load();
      setCacheSource(async () => ({ user: { ...user, name: 'Cached', version: 3 }, show: vi.fn() }));
      const restored = restoreSession();
      await vi.advanceTimersByTimeAsync(10);
      late.release();
      for (let step = 0; step < steps; step += 1) await null;
      updateUser({ ...user, name: 'Event', version });
      await restored;
      expect([steps, useSession.getState().user?.name]).toEqual([steps, name]);
    }
  });

  it('takes the answer of a restored server instead of the cached profile, which has a later version', async () => {
    storage.set('token', 'stored');
    fakeServer({ 'GET /api/auth/me': () => ({ body: { success: true, user: { ...user, version: 5 }, data: {} } }) });
    const { useSession, restoreSession, setCacheSource } = await load();
    setCacheSource(async () => ({ user: { ...user, name: 'Cached', version: 9 }, show: vi.fn() }));
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(10);
    await restored;
    expect(useSession.getState().user).toMatchObject({ name: user.name, version: 5 });
  });

  it('quietly ends a session that the server refuses on a page load, even if cached data was shown', async () => {
    storage.set('token', 'stored');
    let answer: (reply: ReturnType<typeof refusal>) => void = () => undefined;
    fakeServer({ 'GET /api/auth/me': () => new Promise((resolve) => (answer = resolve)) });
    const { useSession, restoreSession, setCacheSource } = await load();
    setCacheSource(async () => ({ user, show: vi.fn() }));
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(10);
    expect(useSession.getState().status).toBe('signed-in');
    answer(refusal(401, 'UNAUTHORIZED'));
    await restored;
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null, end: 'stale' });
  });

  it('shows no cached data of a session that has ended', async () => {
    storage.set('token', 'stored');
    fakeServer({ 'GET /api/auth/me': () => 'network' });
    const { useSession, restoreSession, setCacheSource, followStoredToken } = await load();
    const show = vi.fn();
    let read: (kept: { user: typeof user; show: () => void }) => void = () => undefined;
    setCacheSource(() => new Promise((resolve) => (read = resolve)));
    void restoreSession();
    await vi.advanceTimersByTimeAsync(10);
    followStoredToken(null);
    read({ user, show });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(show).not.toHaveBeenCalled();
    expect(useSession.getState().status).toBe('signed-out');
  });

  it('reads the cached data once, and never after a logout, which has deleted it', async () => {
    storage.set('token', 'stored');
    fakeServer({ 'GET /api/auth/me': () => 'network' });
    const { restoreSession, setCacheSource, followStoredToken } = await load();
    const readCached = vi.fn(async () => ({ user, show: vi.fn() }));
    setCacheSource(readCached);
    void restoreSession();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(readCached).toHaveBeenCalledOnce();
    followStoredToken(null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readCached).toHaveBeenCalledOnce();
  });

  it('accepts the answer for a session whose token was renewed in the meantime', async () => {
    const tokenOf = (exp: number) => `.${btoa(JSON.stringify({ sub: user.id, sid: 'one', exp }))}.`;
    storage.set('token', tokenOf(1));
    let answer: typeof me | 'network' = 'network';
    fakeServer({ 'GET /api/auth/me': () => answer });
    const { useSession, restoreSession, setCacheSource, renewToken } = await load();
    setCacheSource(async () => ({ user, show: vi.fn() }));
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(100);
    expect(useSession.getState().isCached).toBe(true);
    renewToken(tokenOf(2));
    answer = me;
    await vi.advanceTimersByTimeAsync(5_000);
    await restored;
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', isCached: false, isUnanswered: false });
    expect(storage.get('token')).toBe(tokenOf(2));
  });

  it('keeps the token of a login, and forgets everything at logout', async () => {
    const server = fakeServer({
      'POST /api/auth/login': () => signedIn('fresh'),
      'POST /api/auth/logout': () => ({}),
    });
    const { useSession, signIn, logOut } = await load();
    expect(await signIn({ email: 'me@example.org', password: 'secret' })).toMatchObject({ ok: true });
    expect(storage.get('token')).toBe('fresh');
    await logOut();
    expect(server.of('POST /api/auth/logout')[0]?.token).toBe('Bearer fresh');
    expect(useSession.getState()).toEqual({
      status: 'signed-out',
      user: null,
      isNew: false,
      isCached: false,
      isUnanswered: false,
      end: 'logout',
    });
    expect(storage.has('token')).toBe(false);
  });

  it('leads a new account once to its first step, and then to the page it came for', async () => {
    fakeServer({
      'POST /api/auth/signup': () => signedIn('new'),
      'POST /api/auth/oauth/exchange': () => signedIn('new', { ...user, last_active: null }),
      'POST /api/auth/login': () => signedIn('old', { ...user, last_active: null }),
    });
    const { firstPage, forgetNew, signIn, signInWithCode, signUp } = await load();
    expect(firstPage('/messages')).toBe('/messages');
    await signUp({ name: 'A', email: 'me@example.org', password: 'secret' });
    expect(firstPage('/dashboard')).toBe('/welcome');
    expect(firstPage('/messages')).toBe('/welcome?next=%2Fmessages');
    forgetNew();
    expect(firstPage('/messages')).toBe('/messages');
    await signInWithCode('code');
    expect(firstPage('/dashboard')).toBe('/welcome');
    await signIn({ email: 'me@example.org', password: 'secret' });
    expect(firstPage('/dashboard')).toBe('/dashboard');
  });

  it('does not end a new session for a 401 to the previous one', async () => {
    fakeServer({ 'POST /api/auth/login': () => signedIn('second') });
    const { useSession, signIn, rejectToken } = await load();
    await signIn({ email: 'me@example.org', password: 'secret' });
    rejectToken('first');
    expect(useSession.getState().status).toBe('signed-in');
    rejectToken('second');
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', end: 'refused' });
  });

  it('waits for the answer of a call that ends the session, which comes after the session’s end', async () => {
    const answer = held({ body: { success: true, data: { until: '2026-12-22T10:00:00.000Z' } } });
    let deletions = 0;
    fakeServer({
      'POST /api/auth/login': () => signedIn('one'),
      'GET /api/auth/me': () => refusal(401, 'UNAUTHORIZED'),
      'DELETE /api/account': () => {
        deletions += 1;
        return deletions === 1 ? answer.reply() : 'network';
      },
    });
    const { useSession, signIn, rejectToken, followStoredToken } = await load();
    const { deleteAccount } = await import('../../people/state/account');
    await signIn({ email: 'me@example.org', password: 'secret' });
    const deleted = deleteAccount('secret');
    rejectToken('one');
    followStoredToken(null);
    expect(useSession.getState().status).toBe('signed-in');
    answer.release();
    expect(await deleted).toMatchObject({ ok: true });
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', end: 'logout' });

    // Without an answer, the next refusal ends it.
    await signIn({ email: 'me@example.org', password: 'secret' });
    expect(await deleteAccount('secret')).toMatchObject({ ok: false });
    expect(useSession.getState().status).toBe('signed-in');
    rejectToken('one');
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', end: 'refused' });
  });

  it('does not remove the token of a member who has signed in in another tab', async () => {
    fakeServer({
      'POST /api/auth/login': () => signedIn('one'),
      'GET /api/auth/me': () => ({ body: { success: true, user: { ...user, id: 2 }, data: {} } }),
    });
    const { useSession, signIn, rejectToken, followStoredToken } = await load();
    await signIn({ email: 'me@example.org', password: 'secret' });
    // The other tab has ended this session and begun its own; this tab gets the end first.
    storage.set('token', 'two');
    rejectToken('one');
    expect(useSession.getState().status).toBe('signed-out');
    expect(storage.get('token')).toBe('two');
    followStoredToken('two');
    await vi.advanceTimersByTimeAsync(10);
    expect(useSession.getState().user?.id).toBe(2);
  });

  it('keeps a session that the browser refuses to store, as when the page comes out of the back/forward cache', async () => {
    const refuse = () => {
      throw new Error('QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: refuse });
    fakeServer({ 'POST /api/auth/login': () => signedIn('one') });
    const { useSession, signIn, followStoredToken, isOverElsewhere } = await load();
    await signIn({ email: 'me@example.org', password: 'secret' });
    followStoredToken(null);
    expect([useSession.getState().status, isOverElsewhere()]).toEqual(['signed-in', false]);
  });

  it('follows another tab that logs out or signs in as another member', async () => {
    fakeServer({
      'POST /api/auth/login': () => signedIn('one'),
      'GET /api/auth/me': () => ({ body: { success: true, user: { ...user, id: 2 }, data: {} } }),
    });
    const { useSession, signIn, followStoredToken } = await load();
    await signIn({ email: 'me@example.org', password: 'secret' });
    followStoredToken('two');
    expect(useSession.getState().status).toBe('loading');
    await vi.advanceTimersByTimeAsync(10);
    expect(useSession.getState().user?.id).toBe(2);
    followStoredToken(null);
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', end: 'elsewhere' });
    expect(useTyping.getState()).toEqual({});
  });
});
