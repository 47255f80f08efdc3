import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type AbuseLimit, createAbuseLimit } from './abuse-limit.js';
import type { Io, MemberSocket } from './io.js';
import { sidOf } from './library-internals.js';

/**
 * What one connection may send in ten seconds, whatever it is: several times what a member's events may be (300, and 120
 * messages of at most 16 kB). RATE_LIMIT multiplies or lifts both.
 */
export const receivedMaxima = { frames: 1_000, bytes: 4_000_000 };

type ReceivedLimit = AbuseLimit<keyof typeof receivedMaxima>;

/** Cuts connections that flood the server. Everything counts before it is parsed: frames without an event, too. */
export interface ReceivedBounds {
  webSocket(webSocket: WebSocket, connection: Duplex, request: IncomingMessage): void;
  longPolling(engine: Io['engine']): void;
}

/** `factor` multiplies the maxima; null: there are none. `cut` is called with the request of a connection that was cut. */
export function createReceivedBounds(factor: number | null, cut: (request: IncomingMessage) => void): ReceivedBounds {
  if (factor === null) return { webSocket: () => undefined, longPolling: () => undefined };
  const maxima = { frames: receivedMaxima.frames * factor, bytes: receivedMaxima.bytes * factor };

  const limit = (request: IncomingMessage, close: () => void): ReceivedLimit => {
    const isAbuse = createAbuseLimit(maxima, () => performance.now());
    let isCut = false;
    return (what, amount) => {
      if (isCut || !isAbuse(what, amount)) return isCut;
      isCut = true;
      close();
      cut(request);
      return true;
    };
  };

  return {
    webSocket(webSocket, connection, request) {
      const received = limit(request, () => {
        // What `ws` has read already would still be handed on.
        webSocket.removeAllListeners('message');
        webSocket.terminate();
      });
      connection.on('data', (chunk: Buffer) => received('bytes', chunk.length));
      for (const frame of ['message', 'text', 'ping', 'pong']) webSocket.on(frame, () => received('frames', 1));
    },
    longPolling(engine) {
      const bySid = new Map<string, ReceivedLimit>();
      engine.on('connection', (connection: MemberSocket['conn']) => {
        if (connection.transport.name !== 'polling') return;
        const received = limit(connection.request, () => connection.close(true));
        bySid.set(sidOf(connection), received);
        // A WebSocket that takes over counts for itself.
        connection.on('packet', () => connection.transport.name === 'polling' && received('frames', 1));
        connection.once('close', () => bySid.delete(sidOf(connection)));
      });
      engine.use((request: IncomingMessage, _response: ServerResponse, next: () => void) => {
        const sid = new URL(request.url ?? '/', 'http://server').searchParams.get('sid');
        const received = request.method === 'POST' && sid !== null ? bySid.get(sid) : undefined;
        if (received) request.on('data', (chunk: Buffer | string) => received('bytes', Buffer.byteLength(chunk)));
        next();
      });
    },
  };
}
