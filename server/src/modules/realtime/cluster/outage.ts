import type { RedisClientType } from 'redis';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from '../transport/io.js';
import { eventPacket, writePacket } from '../transport/packets.js';

/** Tells clients that they may have missed pushes of other servers, and whether they go on missing them. */
export interface Outages {
  /** For a new socket: true while other servers' pushes do not arrive. */
  arePaused(): boolean;
  /** Has a client refresh, at a random moment within `spreadMs`, and poll while pushes are paused. */
  tell(socket: MemberSocket): void;
}

/**
 * Without Redis, pushes of other servers do not arrive: clients are told, and poll. They are told again once Redis is back,
 * and when another server says that its pushes were late or dropped. Not all at once, so that they do not all refresh
 * together.
 */
export function watchOutages(deps: {
  io: Io;
  /** The connections without which a push is lost. */
  clients: readonly RedisClientType[];
  sockets: SocketRegistry;
  spreadMs: number;
}): Outages {
  const { io, clients, sockets, spreadMs } = deps;
  let paused = false;

  const tell = (socket: MemberSocket) => {
    setTimeout(() => {
      // As things are then: an outage may have begun or ended meanwhile.
      if (socket.connected) writePacket(socket, eventPacket('pushes:missed', JSON.stringify({ paused })));
    }, Math.random() * spreadMs).unref();
  };
  const tellAll = () => {
    for (const socket of sockets.all()) tell(socket);
  };
  const look = () => {
    const now = clients.some((client) => !client.isReady);
    if (now === paused) return;
    paused = now;
    tellAll();
  };

  for (const client of clients) for (const event of ['error', 'reconnecting', 'end', 'ready']) client.on(event, look);
  io.on('pushes:late', tellAll);
  return { arePaused: () => paused, tell };
}
