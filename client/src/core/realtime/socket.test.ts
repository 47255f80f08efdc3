import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeStorage } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { resetStores } from '../store/reset';
import { connectNow, connectSoon, emit, emitVolatile, hasDied, openSocket, reconnectNow } from './socket';

const wire = vi.hoisted(() => {
  const listeners = new Map<string, (payload: unknown) => void>();
  const ofManager = new EventTarget();
  const emitWithAck = vi.fn();
  return {
    active: true,
    connected: true,
    volatile: { emit: vi.fn() },
    emitWithAck,
    timeout: () => ({ emitWithAck }),
    listeners,
    connect: vi.fn(),
    disconnect: vi.fn(),
    ofManager,
    io: {
      engine: { transport: { name: 'websocket' } },
      on: (event: string, listener: () => void) => ofManager.addEventListener(event, listener),
    },
    on: (event: string, listener: (payload: unknown) => void) => void listeners.set(event, listener),
    removeAllListeners: () => listeners.clear(),
  };
});
vi.mock('socket.io-client', () => ({
  Manager: class {
    socket = () => wire;
  },
  NodeWebSocket: class {},
  NodeXHR: class {},
}));

let page: AbortController;
const hooks = {
  token: () => 'token',
  listen: () => undefined,
  onConnect: () => undefined,
  onAway: () => undefined,
  checkSession: async () => true,
};
const refuse = (error: object) => wire.listeners.get('connect_error')?.(Object.assign(new Error('refused'), error));

// Time goes on from test to test: the network remembers when it last answered.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(async () => {
  page = new AbortController();
  fakeStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.clearAllMocks();
  await openSocket(hooks, page.signal);
  wire.ofManager.dispatchEvent(new Event('open'));
});
afterEach(() => {
  page.abort();
  vi.unstubAllGlobals();
});

it.each([
  ['in the error’s data', { data: { code: 'RATE_LIMITED', retry_after: 20 } }],
  ['in the answer to long-polling', { context: { status: 429, getResponseHeader: () => '20' } }],
])('comes back when the server asked it to, %s, a little later at random', async (_, error) => {
  refuse(error);
  // Otherwise Socket.IO would retry by itself.
  expect(wire.disconnect).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(wire.connect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(wire.connect).toHaveBeenCalledOnce();
});

it('comes back within 45 seconds though a proxy asks to wait for a month, longer than a timer can run', async () => {
  refuse({ context: { status: 503, getResponseHeader: () => '2592000' } });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(wire.connect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(16_001);
  expect(wire.connect).toHaveBeenCalledOnce();
});

it('sends no typing while the server has asked to wait', async () => {
  const { emit } = wire.volatile;
  emit.mockImplementation((_event, _payload, ack) =>
    ack({ ok: false, error: { code: 'RATE_LIMITED', message: 'slow down', retry_after: 10 } }),
  );
  const type = () => emitVolatile({ receiver_id: 7, typing: true });
  type();
  await vi.advanceTimersByTimeAsync(9_999);
  type();
  expect(emit).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_001);
  type();
  expect(emit).toHaveBeenCalledTimes(2);
});

describe('without a time to come back', () => {
  const browser = { onLine: true };
  const shown = { hidden: false };
  beforeEach(() => {
    Object.assign(browser, { onLine: true });
    Object.assign(shown, { hidden: false });
    vi.stubGlobal('navigator', browser);
    vi.stubGlobal('document', shown);
    wire.connected = false;
    wire.connect.mockImplementation(() => setTimeout(() => refuse({ context: {} }), 20));
    onTestFinished(() => {
      wire.connected = true;
      wire.connect.mockReset();
    });
  });
  const attempts = () => wire.connect.mock.calls.length;
  const lose = () => wire.listeners.get('disconnect')?.('transport close');

  it('connects again within a second, and at the latest after 7.5 seconds in the first two minutes', async () => {
    const triedMs: number[] = [];
    wire.connect.mockImplementation(() => {
      triedMs.push(Date.now());
      setTimeout(() => refuse({ context: {} }), 20);
    });
    const lostMs = Date.now();
    lose();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    const pausesMs = triedMs.map((ms, n) => ms - (triedMs[n - 1] ?? lostMs));
    expect(pausesMs[0]).toBeLessThanOrEqual(750);
    expect(Math.max(...pausesMs)).toBeLessThanOrEqual(7_520);
    expect(triedMs.length).toBeGreaterThan(15);
    expect(wire.disconnect).not.toHaveBeenCalled();
  });

  it.each([
    ['grow to 30 seconds', true, false, 40, 95],
    ['grow to two minutes in a hidden tab', true, true, 30, 80],
    ['last a minute while the browser is offline', false, false, 11, 20],
    ['last five minutes in a hidden tab while the browser is offline', false, true, 2, 4],
  ])('makes attempts whose pauses %s', async (_, onLine, hidden, least, most) => {
    lose();
    Object.assign(browser, { onLine });
    Object.assign(shown, { hidden });
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(attempts()).toBeGreaterThanOrEqual(least);
    expect(attempts()).toBeLessThanOrEqual(most);
  });

  it('makes fewer and fewer attempts while the server refuses a session that the calls confirm', async () => {
    wire.connect.mockImplementation(() => setTimeout(() => refuse({ data: { code: 'UNAUTHORIZED' } }), 20));
    refuse({ data: { code: 'UNAUTHORIZED' } });
    await vi.advanceTimersByTimeAsync(1_600);
    expect(attempts()).toBe(1);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(attempts()).toBeLessThanOrEqual(95);
  });

  it('makes the next attempt at once for a member who waits for it, and leaves one that is under way', async () => {
    Object.assign(browser, { onLine: false });
    lose();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(attempts()).toBe(0);
    connectNow();
    connectNow();
    expect([attempts(), wire.disconnect.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(20);
    connectNow();
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(20);
  });

  it('makes the next attempt in 5 seconds at most once the server has answered something else, and not with each answer', async () => {
    Object.assign(browser, { onLine: false });
    lose();
    await vi.advanceTimersByTimeAsync(10_000);
    connectSoon();
    await vi.advanceTimersByTimeAsync(20);
    expect(attempts()).toBe(1);
    for (let second = 0; second < 20; second += 1) {
      connectSoon();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(attempts()).toBeGreaterThan(3);
    expect(attempts()).toBeLessThanOrEqual(5);
  });

  it('makes attempts as soon as at first where the one for a network that is back fails', async () => {
    lose();
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    reconnectNow();
    const before = attempts();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(attempts() - before).toBeGreaterThanOrEqual(4);
  });

  it('makes no attempt later because the server has answered something else', async () => {
    lose();
    connectSoon();
    await vi.advanceTimersByTimeAsync(750);
    expect(attempts()).toBe(1);
    // It ends before the next test.
    await vi.advanceTimersByTimeAsync(20);
  });

  it('makes no second attempt after one for a network that is back', async () => {
    lose();
    wire.connect.mockImplementation(() => undefined);
    reconnectNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts()).toBe(1);
  });
});

it('connects at once instead of at the next retry, but not where the server has refused', () => {
  reconnectNow();
  expect(wire.connect).not.toHaveBeenCalled();
  wire.connected = false;
  onTestFinished(() => void Object.assign(wire, { active: true, connected: true }));
  reconnectNow();
  expect([wire.disconnect, wire.connect].map((call) => call.mock.calls.length)).toEqual([1, 1]);
  wire.active = false;
  reconnectNow();
  expect(wire.connect).toHaveBeenCalledTimes(1);
});

it('replaces a connection whose pings stopped while the device slept, and no other', () => {
  vi.setSystemTime(Date.now() + 15_000);
  wire.ofManager.dispatchEvent(new Event('ping'));
  vi.setSystemTime(Date.now() + 15_000);
  expect(hasDied()).toBe(false);
  reconnectNow();
  expect(wire.disconnect).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 1);
  expect(hasDied()).toBe(true);
  reconnectNow();
  expect([wire.disconnect, wire.connect].map((call) => call.mock.calls.length)).toEqual([1, 1]);
});

it.each([
  ['acknowledged', () => Promise.resolve({ ok: true, data: null })],
  ['lost with its connection', () => Promise.reject(new Error('socket has been disconnected'))],
])('drops the outcome of an event that is %s after the end of its session', async (_, outcome) => {
  const late = held(null);
  wire.emitWithAck.mockImplementation(() => late.reply().then(outcome));
  const sent = emit('presence:report', { isActive: true, lastActive: new Date(0).toISOString() });
  resetStores();
  late.release();
  expect(await sent).toEqual({ ok: false, error: { kind: 'signed-out' } });
});
