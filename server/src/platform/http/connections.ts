import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
type UpgradeListener = (request: IncomingMessage, connection: Duplex, head: Buffer) => void;

interface Listeners {
  request: RequestListener;
  upgrade: UpgradeListener;
}

/**
 * Puts a listener in front of the server's listeners for this event: they see only what it passes on. Call it once every other
 * listener is registered.
 */
export function listenInFront<E extends keyof Listeners>(
  server: Server,
  event: E,
  listenerBefore: (passOn: Listeners[E]) => Listeners[E],
): void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  const passOn = (...args: unknown[]) => {
    for (const listener of listeners) listener.apply(server, args);
  };
  server.on(event, listenerBefore(passOn));
}

/** The headers of a request to change the protocol. */
const upgradeHeaders = ['connection', 'upgrade', 'http2-settings'];

/** A request's head without the headers that ask to change the protocol, as the last one on its connection. */
function plainHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!upgradeHeaders.includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  return `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
}

/**
 * Serves requests to switch to another protocol than Socket.IO's WebSocket, such as HTTP/2, as plain requests. With a listener for
 * upgrades, Node hands over such a connection without an answer, so its bytes are put back and the connection starts over. It is closed
 * after the answer, since each start adds listeners to it. Call it last.
 */
export function ignoreOtherUpgrades(server: Server): void {
  listenInFront(server, 'upgrade', (passOn) => (request, connection, head) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (isWebSocket && request.url?.startsWith('/socket.io/')) return passOn(request, connection, head);
    connection.unshift(Buffer.concat([Buffer.from(plainHead(request), 'latin1'), head]));
    server.emit('connection', connection);
  });
}

/** Requests that may wait behind the first one on a connection. Browsers and balancers send none before the answer. */
const PIPELINED_MAX = 16;

type Pipelined = Parameters<RequestListener>;

/**
 * Serves a connection's requests one after the other, and cuts connections with too many. Node would start them all at once:
 * their answers would wait in memory for a client that does not read, and files opened for later requests would stay open when
 * the connection closes. Call it last.
 */
export function boundPipelining(server: Server): void {
  const queues = new WeakMap<Socket, Pipelined[]>();
  listenInFront(server, 'request', (passOn) => {
    const serve: RequestListener = (request, response) => {
      const { socket } = request;
      response.once('close', () => {
        const next = queues.get(socket)?.shift();
        if (next === undefined || !socket.writable) queues.delete(socket);
        else serve(...next);
      });
      passOn(request, response);
    };
    return (request, response) => {
      const { socket } = request;
      const queue = queues.get(socket);
      if (socket.destroyed) return;
      if (queue === undefined) {
        queues.set(socket, []);
        serve(request, response);
      } else if (queue.push([request, response]) > PIPELINED_MAX) {
        queues.delete(socket);
        socket.destroy();
      }
    };
  });
}

/** How often connections are checked within their time limit. */
const CHECKS = 5;

/**
 * Cuts connections whose client does not read: Node's own timeouts concern requests only. Written data has to drain within
 * `drainedWithinMs`; each part of a file is written only after that, so a slow reader gets everything.
 */
export function cutUndrained(server: Server, drainedWithinMs: number): void {
  /** When each connection first had unsent data; null: it had none. */
  const unsentSinceMs = new Map<Socket, number | null>();
  server.on('connection', (socket: Socket) => {
    unsentSinceMs.set(socket, null);
    socket.on('drain', () => unsentSinceMs.has(socket) && unsentSinceMs.set(socket, null));
    socket.once('close', () => unsentSinceMs.delete(socket));
  });
  // WebSockets have their own limits.
  server.on('upgrade', ({ socket }) => unsentSinceMs.delete(socket));

  const checkTimer = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, sinceMs] of unsentSinceMs) {
      if (socket.writableLength === 0) unsentSinceMs.set(socket, null);
      else if (sinceMs === null) unsentSinceMs.set(socket, nowMs);
      else if (nowMs - sinceMs >= drainedWithinMs) socket.destroy();
    }
  }, drainedWithinMs / CHECKS);
  checkTimer.unref();
  server.once('close', () => clearInterval(checkTimer));
}

const SWEEP_MS = 50;

/**
 * Closes a server with `close`, and its connections in the meantime: idle ones repeatedly (one that was busy when the server stopped
 * listening would stay open for a minute), all others after `graceMs`.
 */
export async function closingConnections(server: Server, graceMs: number, close: () => Promise<void>): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await close();
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}
