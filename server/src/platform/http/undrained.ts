import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections are looked at within the time they have. */
const LOOKS = 5;

/**
 * Cuts connections that take nothing of what is written to them: Node's own timeouts concern requests only. What was
 * written has to leave within `drainedWithinMs`; a slow reader is given the next part of a file after each.
 */
export function cutUndrained(server: Server, drainedWithinMs: number): void {
  /** Since when each connection has had something unsent; null: it had nothing. */
  const unsentSinceMs = new Map<Socket, number | null>();
  server.on('connection', (socket: Socket) => {
    unsentSinceMs.set(socket, null);
    socket.on('drain', () => unsentSinceMs.has(socket) && unsentSinceMs.set(socket, null));
    socket.once('close', () => unsentSinceMs.delete(socket));
  });
  // A WebSocket has bounds of its own.
  server.on('upgrade', ({ socket }) => unsentSinceMs.delete(socket));

  const look = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, sinceMs] of unsentSinceMs) {
      if (socket.writableLength === 0) unsentSinceMs.set(socket, null);
      else if (sinceMs === null) unsentSinceMs.set(socket, nowMs);
      else if (nowMs - sinceMs >= drainedWithinMs) socket.destroy();
    }
  }, drainedWithinMs / LOOKS);
  look.unref();
  server.once('close', () => clearInterval(look));
}
