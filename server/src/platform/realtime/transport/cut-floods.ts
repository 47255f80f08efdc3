import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BoundReceived, type Received, UNSENT_MAX_BYTES } from './batching.js';
import type { Io, MemberSocket } from './io.js';
import { sidOf } from './library-internals.js';

/**
 * The most that one connection may send in ten seconds: several times the limit on a member's events (300, and 120 messages of at
 * most 16 kB). RATE_LIMIT multiplies or lifts both.
 */
export const receivedMaxima = { frames: 1_000, bytes: 4_000_000 };

/** Cuts connections that flood the server. Bytes count before they are parsed, and frames without an event count, too. */
interface ReceivedBounds {
  webSocket: BoundReceived;
  longPolling(engine: Io['engine']): void;
}

const unbound: Received = { bytes: () => false, frame: () => undefined };

/** `factor` multiplies the maxima; null disables them. `cut` is called with the request of a connection that was cut. */
export function createReceivedBounds(factor: number | null, cut: (request: IncomingMessage) => void): ReceivedBounds {
  if (factor === null) return { webSocket: () => unbound, longPolling: () => undefined };
  const nowMs = () => performance.now();

  const bound = (request: IncomingMessage, close: () => void): Received => {
    const areTooManyFrames = createAbuseLimit(receivedMaxima.frames * factor, nowMs);
    const areTooManyBytes = createAbuseLimit(receivedMaxima.bytes * factor, nowMs);
    let isCut = false;
    const cutIf = (isAbuse: boolean) => {
      if (isCut || !isAbuse) return isCut;
      isCut = true;
      close();
      cut(request);
      return true;
    };
    return { frame: () => cutIf(areTooManyFrames(1)), bytes: (length) => cutIf(areTooManyBytes(length)) };
  };

  return {
    webSocket: (webSocket, request) =>
      bound(request, () => {
        // Messages that `ws` has already read would still be passed on.
        webSocket.removeAllListeners('message');
        webSocket.terminate();
      }),
    longPolling(engine) {
      const bySid = new Map<string, Received>();
      engine.on('connection', (connection: MemberSocket['conn']) => {
        if (connection.transport.name !== 'polling') return;
        const received = bound(connection.request, () => connection.close(true));
        bySid.set(sidOf(connection), received);
        // A WebSocket that takes over has its own counts.
        connection.on('packet', () => connection.transport.name === 'polling' && received.frame());
        connection.once('close', () => bySid.delete(sidOf(connection)));
      });
      engine.use((request: IncomingMessage, _response: ServerResponse, next: () => void) => {
        const sid = new URL(request.url ?? '/', 'http://server').searchParams.get('sid');
        const received = request.method === 'POST' && sid !== null ? bySid.get(sid) : undefined;
        if (received) request.on('data', (chunk: Buffer | string) => received.bytes(Buffer.byteLength(chunk)));
        next();
      });
    },
  };
}

/**
 * Closes a connection whose client does not take its packets, by the size of Engine.IO's queue: until a long-polling client's
 * next request, or until a WebSocket has written the previous broadcast. Direct writes to a WebSocket have the same limit in
 * `batching.ts`.
 */
export function boundUnsent(connection: MemberSocket['conn']): void {
  let unsentBytes = 0;
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    unsentBytes += typeof data === 'string' ? data.length : 0;
    if (unsentBytes > UNSENT_MAX_BYTES) connection.close(true);
  });
  connection.on('flush', () => {
    unsentBytes = 0;
  });
}

const WINDOW_MS = 10_000;

/** Adds to a connection's count. True: too much, close it. */
type AbuseLimit = (amount: number) => boolean;

/** Counts one kind of activity of one connection within ten seconds. */
export function createAbuseLimit(max: number, nowMs: () => number): AbuseLimit {
  let done = 0;
  let sinceMs = nowMs();
  return (amount) => {
    const now = nowMs();
    if (now - sinceMs > WINDOW_MS) {
      done = 0;
      sinceMs = now;
    }
    done += amount;
    return done > max;
  };
}
