import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useUnreadMessages } from '../../chat/state/unread-messages';
import { request, setTokenSource } from '../../core/api/client';
import { setProjectWatch, showPresence } from '../../core/realtime/on-screen';
import type { SocketHooks } from '../../core/realtime/socket';
import { dropSession, useSession } from '../../core/session/session';
import { showLists } from '../../core/store/shown-lists';
import { noteAskedToWait } from '../../lib/asked-to-wait';
import { fetchNotifications } from '../../notices/sync/fetch-notifications';
import { fakeServer, fakeStorage, refusal } from '../../testing/fake-server';
import { ME, member, message } from '../../testing/samples';
import { base, serve } from '../../testing/server-state';

const wire = vi.hoisted(() => ({
  connected: false,
  hooks: null as SocketHooks | null,
  sent: [] as string[],
  failing: false,
  reconnects: 0,
  attempts: 0,
  dead: false,
}));
vi.mock('../../core/realtime/socket', () => ({
  isConnected: () => wire.connected,
  hasDied: () => wire.connected && wire.dead,
  reconnectNow: () => {
    wire.reconnects += 1;
  },
  connectNow: () => {
    wire.attempts += 1;
  },
  connectSoon: () => {
    wire.attempts += 1;
  },
  emit: async (event: string) => {
    wire.sent.push(event);
    return wire.failing ? { ok: false, error: { kind: 'network' } } : { ok: true, value: [] };
  },
  emitVolatile: () => undefined,
  openSocket: async (hooks: SocketHooks) => {
    wire.hooks = hooks;
    return () => undefined;
  },
}));

const refreshes = vi.hoisted(() => ({ latest: Promise.resolve() }));
vi.mock('../../core/realtime/refresh', async (original) => {
  const real = await original<typeof import('../../core/realtime/refresh')>();
  const refresh: typeof real.refresh = (reason) => {
    refreshes.latest = real.refresh(reason);
    return refreshes.latest;
  };
  return { ...real, refresh };
});

const { startRealtime } = await import('./connection');
const { setConnection, setEventsPaused, useConnection } = await import('../../core/realtime/connection-status');

/** Fake time passes in steps of this size, with real time in between: the answers to a refresh need it, more so on a busy machine. */
const STEP_MS = 500;
async function pass(ms: number) {
  for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(leftMs, STEP_MS));
    await refreshes.latest;
  }
}

describe('the live connection of a signed-in member', () => {
  let stop: () => void;
  let server: ReturnType<typeof serve>;
  let tests = 0;
  beforeEach(async () => {
    vi.useFakeTimers();
    // Modules remember when the server answered in earlier tests, whose clock began at the same time.
    tests += 1;
    vi.advanceTimersByTime(tests * 60 * 60_000);
    fakeStorage();
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    useSession.setState({ status: 'signed-in', user: member, end: null });
    server = serve(base);
    wire.connected = false;
    wire.sent = [];
    wire.failing = false;
    wire.reconnects = 0;
    wire.attempts = 0;
    wire.dead = false;
    stop = startRealtime(ME, { token: () => 'token', announce: () => undefined });
    await pass(100);
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const connect = async () => {
    wire.connected = true;
    setConnection('online');
    wire.hooks?.onConnect();
    await pass(1_000);
  };
  const goAway = async () => {
    wire.connected = false;
    setConnection('away');
    wire.hooks?.onAway();
    await pass(1_000);
  };
  const asked = () => server.of('GET /api/refresh').length;
  const passUntil = async (holds: () => boolean) => {
    for (let n = 0; n < 1_000 && !holds(); n += 1) await pass(STEP_MS);
    expect(holds()).toBe(true);
  };

  it('connects again after a refusal of a token that was renewed meanwhile, but not once the session has ended', async () => {
    fakeServer({ 'GET /api/auth/me': () => refusal(401, 'UNAUTHORIZED') });
    expect(await wire.hooks?.checkSession()).toBe(true);
    const checking = wire.hooks?.checkSession();
    stop();
    expect(await checking).toBe(false);
  });

  it('refreshes nothing after a logout, although the calls that it ends seem to have failed', async () => {
    setTokenSource(() => 'token');
    onTestFinished(() => setTokenSource(() => null));
    await connect();
    fakeServer({ 'GET /api/inbox': () => new Promise(() => undefined) });
    void fetchNotifications();
    const afterLogout = fakeServer({});
    dropSession('logout');
    stop();
    await pass(1_000);
    expect(afterLogout.of('GET /api/refresh')).toEqual([]);
  });

  it('makes no REST call by timer while connected; presence goes over the connection every 30 seconds', async () => {
    await connect();
    const before = server.calls.length;
    wire.sent = [];
    await pass(10 * 60_000);
    expect(server.calls.slice(before)).toEqual([]);
    // Active for two minutes, then inactive every 30 seconds; the change itself is one more report.
    expect(wire.sent.filter((event) => event === 'presence:report')).toHaveLength(21);
  });

  it('fetches again the lists on screen that it fetched before it was connected, and no others', async () => {
    const [early, late] = [vi.fn(async () => true), vi.fn(async () => true)];
    showLists([{ load: early }]);
    await pass(1_000);
    wire.connected = true;
    setConnection('online');
    wire.hooks?.onConnect();
    showLists([{ load: late }]);
    await pass(1_000);
    expect([early, late].map((load) => load.mock.calls.length)).toEqual([2, 1]);
    setProjectWatch({ list: true, project_id: null });
    onTestFinished(() => setProjectWatch({ list: false, project_id: null }));
    await pass(1_000);
    expect(wire.sent.filter((event) => event === 'project:watch').length).toBeGreaterThan(1);
    expect([early, late].map((load) => load.mock.calls.length)).toEqual([2, 1]);
    await goAway();
    await connect();
    expect([early, late].map((load) => load.mock.calls.length)).toEqual([3, 2]);
  });

  it('repeats a failed refresh while connected, with growing pauses, until it succeeds', async () => {
    await connect();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const triedMs: number[] = [];
    fakeServer({
      'GET /api/refresh': () => {
        triedMs.push(Date.now());
        return refusal(503, 'BUSY', 'busy');
      },
    });
    window.dispatchEvent(new Event('focus'));
    await passUntil(() => triedMs.length === 8);
    const pausesMs = triedMs.slice(1).map((ms, n) => ms - (triedMs[n] ?? ms));
    for (const [n, leastMs] of [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000].entries())
      expect(pausesMs[n]).toBeGreaterThanOrEqual(leastMs);
    expect(pausesMs.at(-1)).toBeLessThan(60_000);
    const healed = serve({ ...base, unread: 4 });
    await passUntil(() => useUnreadMessages.getState().unreadCount === 4);
    await pass(10 * 60_000);
    expect(healed.of('GET /api/refresh')).toHaveLength(1);
    log.mockRestore();
  });

  it('sends the projects on screen again until the server has accepted them', async () => {
    await connect();
    wire.failing = true;
    showPresence([7]);
    await pass(5_000);
    wire.failing = false;
    wire.sent = [];
    await pass(30_000);
    expect(wire.sent.filter((event) => event === 'presence:watch')).toHaveLength(1);
  });

  it('fetches the lists a few times for many strangers’ messages at once, not once each', async () => {
    await connect();
    const asked = () => server.of('GET /api/messages/conversations').length;
    const before = asked();
    const listeners: ((event: string, payload: unknown) => void)[] = [];
    wire.hooks?.listen({ onAny: (listener: never) => listeners.push(listener) } as never);
    for (let n = 1; n <= 20; n += 1)
      for (const listener of listeners)
        listener('message:new', message(n, { id: 5_000 + n, conversation_id: 50, sender_id: 50 }));
    await pass(1_000);
    expect(asked() - before).toBeGreaterThan(0);
    expect(asked() - before).toBeLessThanOrEqual(2);
  });

  it('while away, polls every 30 seconds, and refreshes at once when the connection is back', async () => {
    await goAway();
    const before = asked();
    await pass(90_000);
    expect(asked()).toBe(before + 3);
    await connect();
    expect(asked()).toBe(before + 4);
  });

  it('on a server without events from the others, refreshes at once, polls every 30 seconds, and refreshes when events resume', async () => {
    await connect();
    const listeners: ((event: string, payload: unknown) => void)[] = [];
    wire.hooks?.listen({ onAny: (listener: never) => listeners.push(listener) } as never);
    const expectSent = async (paused: boolean) => {
      for (const listener of listeners) listener('pushes:missed', { paused });
      await pass(1_000);
    };
    const before = asked();
    await expectSent(true);
    expect(asked()).toBe(before + 1);
    expect(useConnection.getState()).toMatchObject({ status: 'online', eventsPaused: true });
    await pass(60_000);
    expect(asked()).toBe(before + 3);
    await expectSent(false);
    expect(asked()).toBe(before + 4);
    expect(useConnection.getState().eventsPaused).toBe(false);
    await pass(5 * 60_000);
    expect(asked()).toBe(before + 4);
  });

  it('once the network is back, connects at once, and refreshes without a connection only if that takes long', async () => {
    await goAway();
    const before = asked();
    window.dispatchEvent(new Event('online'));
    expect(wire.reconnects).toBe(1);
    await pass(100);
    await connect();
    await pass(2_000);
    expect(asked()).toBe(before + 1);
    await goAway();
    window.dispatchEvent(new Event('online'));
    await pass(2_000);
    expect([wire.reconnects, asked()]).toEqual([2, before + 2]);
  });

  const wakes = [
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    [
      'the page comes out of the back/forward cache',
      () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    ],
    ['a frozen tab goes on', () => document.dispatchEvent(new Event('resume'))],
  ] as const;

  it.each(wakes)('once %s, refreshes even if the connection seems to have lasted', async (_, wake) => {
    await connect();
    const before = asked();
    wake();
    await pass(10);
    expect([wire.reconnects, asked()]).toEqual([0, before + 1]);
  });

  it.each(wakes)('once %s, reconnects at once', async (_, wake) => {
    await connect();
    await goAway();
    wake();
    expect(wire.reconnects).toBe(1);
  });

  it.each([
    ...wakes,
    ['the page is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the window gets the focus', () => window.dispatchEvent(new Event('focus'))],
  ] as const)('once %s, reconnects at once if the connection has died silently', async (_, wake) => {
    await connect();
    wire.dead = true;
    wake();
    expect(wire.reconnects).toBe(1);
  });

  it.each([
    ['the page is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the window gets the focus', () => window.dispatchEvent(new Event('focus'))],
  ] as const)(
    'while away, makes the next attempt to connect at once when %s, and refreshes where that takes long',
    async (_, show) => {
      await goAway();
      vi.stubGlobal('navigator', { onLine: false });
      const before = asked();
      show();
      expect([wire.attempts, wire.reconnects]).toEqual([1, 0]);
      await pass(2_000);
      expect(asked()).toBe(before + 1);
    },
  );

  it('while away, makes the next attempt to connect soon when the server has answered something else', async () => {
    await goAway();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('fetch failed')));
    await pass(30_000);
    expect(wire.attempts).toBe(0);
    serve(base);
    await request('GET /api/auth/me');
    log.mockRestore();
    expect(wire.attempts).toBe(1);
  });

  it('after an outage, makes the next attempt to connect soon when another tab gets an answer, and tells the others of its own', async () => {
    await goAway();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const otherTab = new BroadcastChannel(`answered:${ME}`);
    onTestFinished(() => otherTab.close());
    const told = vi.fn();
    otherTab.addEventListener('message', told);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('fetch failed')));
    await pass(30_000);
    otherTab.postMessage(null);
    await vi.waitFor(() => expect(wire.attempts).toBe(1));
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
    log.mockRestore();
  });

  it('while the server has asked to wait, refreshes no sooner because the window gets the focus', async () => {
    await goAway();
    noteAskedToWait(20_000, false);
    const before = asked();
    for (let n = 0; n < 3; n += 1) {
      window.dispatchEvent(new Event('focus'));
      await pass(2_000);
    }
    expect(asked()).toBe(before);
    await pass(60_000);
    expect(asked()).toBeGreaterThan(before);
  });

  it('makes one call a minute while the browser is offline, and refreshes at once when it is back', async () => {
    await goAway();
    vi.stubGlobal('navigator', { onLine: false });
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => void log.mockRestore());
    const answer = fetch;
    const calls: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      calls.push(path);
      throw new TypeError('no network');
    });
    await pass(2 * 60_000);
    calls.length = 0;
    await pass(20 * 60_000);
    expect(calls.length).toBeLessThanOrEqual(20);
    expect(calls.filter((path) => !path.startsWith('/api/refresh'))).toEqual([]);
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('navigator', { onLine: true });
    window.dispatchEvent(new Event('online'));
    expect(wire.reconnects).toBe(1);
    await connect();
    expect(server.of('GET /api/refresh').length).toBeGreaterThan(0);
  });

  it('keeps a connection that lasted while the page was hidden', async () => {
    await connect();
    const before = asked();
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(10);
    wire.dead = true;
    Object.assign(document, { hidden: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(10);
    expect([wire.reconnects, asked()]).toEqual([0, before]);
  });

  it('makes no call when a page is shown for the first time', async () => {
    await connect();
    const before = asked();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    await pass(10);
    expect(asked()).toBe(before);
  });

  it('a pause ends with the connection, since the next server announces its own', async () => {
    await connect();
    setEventsPaused(true);
    await goAway();
    await connect();
    expect(useConnection.getState().eventsPaused).toBe(false);
  });

  it('refreshes once half a second after the window gets the focus', async () => {
    await connect();
    const before = asked();
    window.dispatchEvent(new Event('focus'));
    await pass(499);
    expect(asked()).toBe(before);
    await pass(2);
    expect(asked()).toBe(before + 1);
  });
});
