import type { Manager } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTransports } from './transports';

/** The part of a WebSocket that Engine.IO needs to open it. */
class FakeWebSocket {
  doOpen() {}
  doClose() {}
  onError(_reason: string) {}
  onClose() {}
}
class LongPolling {}
const library = { NodeWebSocket: FakeWebSocket, NodeXHR: LongPolling } as never;

let page: AbortController;
let transports: ReturnType<typeof createTransports>;
let happens: (event: 'open' | 'close' | 'error', reason?: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  page = new AbortController();
  const listeners = new Map<string, (reason?: string) => void>();
  const manager = {
    engine: { transport: { name: 'websocket' } },
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

it('stays with long-polling after a WebSocket that was accepted and passed nothing', () => {
  const [GreetedWebSocket] = transports.next() as unknown as (typeof FakeWebSocket)[];
  const socket = new (GreetedWebSocket as typeof FakeWebSocket)();
  const failed = vi.spyOn(FakeWebSocket.prototype, 'onError');
  socket.doOpen();
  vi.advanceTimersByTime(5_000);
  expect(failed).toHaveBeenCalledOnce();
  expect(triesWebSocket()).toBe(false);
});
