import type { Manager } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTransports } from './transports';

/** The part of a WebSocket that Engine.IO needs to open it. */
class FakeWebSocket {
  doOpen() {}
  onOpen() {}
  doClose() {}
  onError(_reason: string) {}
  onClose() {}
}
class LongPolling {}
const library = { NodeWebSocket: FakeWebSocket, NodeXHR: LongPolling } as never;

let page: AbortController;
let engine: { transport: { name: string } };
let transports: ReturnType<typeof createTransports>;
let happens: (event: 'open' | 'close' | 'error', reason?: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  page = new AbortController();
  const listeners = new Map<string, (reason?: string) => void>();
  engine = { transport: { name: 'websocket' } };
  const manager = {
    engine,
    on: (event: string, listener: () => void) => listeners.set(event, listener),
  };
  transports = createTransports(library);
  transports.follow(manager as unknown as Manager, page.signal);
  happens = (event, reason) => listeners.get(event)?.(reason);
});
afterEach(() => {
  page.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const triesWebSocket = () => transports.next().length === 2;
function live(ms: number, reason = 'transport close'): void {
  happens('open');
  vi.advanceTimersByTime(ms);
  happens('close', reason);
}

it('stays with long-polling for ten minutes after two short-lived WebSockets', () => {
  live(3_000);
  expect(triesWebSocket()).toBe(true);
  live(15_000, 'ping timeout');
  expect(triesWebSocket()).toBe(false);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(triesWebSocket()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(triesWebSocket()).toBe(true);
});

it.each([
  ['one that ended early', () => live(3_000)],
  ['two with a long life between', () => [3_000, 60_000, 3_000].forEach((ms) => void live(ms))],
  ['two that this side ended', () => [1, 2].forEach(() => void live(3_000, 'forced close'))],
  [
    'two while the server was away',
    () => {
      live(3_000);
      happens('error');
      live(3_000);
    },
  ],
])('tries a WebSocket again after %s', (_, act) => {
  act();
  expect(triesWebSocket()).toBe(true);
});

it('tries a WebSocket again on another network', () => {
  live(3_000);
  live(3_000);
  window.dispatchEvent(new Event('online'));
  expect(triesWebSocket()).toBe(true);
});

const openWebSocket = () => {
  const [GreetedWebSocket] = transports.next() as unknown as (typeof FakeWebSocket)[];
  const socket = new (GreetedWebSocket as typeof FakeWebSocket)();
  const failed = vi.spyOn(socket, 'onError');
  socket.doOpen();
  return { socket, failed };
};

it('stays with long-polling after a WebSocket that was accepted and passed nothing', () => {
  const { socket, failed } = openWebSocket();
  socket.onOpen();
  vi.advanceTimersByTime(5_000);
  expect(failed).toHaveBeenCalledOnce();
  expect(triesWebSocket()).toBe(false);
});

it.each([
  ['stays with long-polling', 'long-polling opens at once', 'polling', 999, false],
  ['tries a WebSocket again', 'long-polling opens slowly, too', 'polling', 1_000, true],
  ['tries a WebSocket again', 'the next WebSocket opens', 'websocket', 0, true],
])('%s after an unanswered WebSocket where %s', (_, __, name, laterMs, again) => {
  const { failed } = openWebSocket();
  vi.advanceTimersByTime(5_000);
  expect(failed).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(laterMs);
  engine.transport.name = name;
  happens('open');
  expect(triesWebSocket()).toBe(again);
});

describe('after a WebSocket that lasted', () => {
  /** Makes an attempt that Socket.IO gives up after ten seconds. Returns whether the WebSocket was given all that time to be accepted. */
  const waitsThroughout = () => {
    const { socket, failed } = openWebSocket();
    vi.advanceTimersByTime(9_999);
    const waited = failed.mock.calls.length === 0;
    if (waited) socket.doClose();
    return waited;
  };

  it('waits for another one, and for long-polling from the third attempt', () => {
    live(30_000);
    expect([1, 2, 3].map(waitsThroughout)).toEqual([true, true, false]);
  });

  it('counts no attempt that was refused at once', () => {
    live(30_000);
    for (let n = 0; n < 5; n += 1) openWebSocket().socket.onError('refused');
    expect(waitsThroughout()).toBe(true);
  });

  it('does not wait longer for a greeting or on another network', () => {
    live(30_000);
    const { socket, failed } = openWebSocket();
    socket.onOpen();
    vi.advanceTimersByTime(5_000);
    expect(failed).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('online'));
    expect(waitsThroughout()).toBe(false);
  });
});
