import type { RedisClientType } from 'redis';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from '../transport/io.js';

/**
 * Closes a connection at a random moment within `spreadMs`, in a way that makes the client reconnect and refresh. Not at
 * once, so that clients do not all come back together.
 */
export const closeSoon = ({ conn }: Pick<MemberSocket, 'conn'>, spreadMs: number): void => {
  setTimeout(() => conn.close(), Math.random() * spreadMs).unref();
};

/**
 * Makes all clients refresh when they may have missed pushes of other servers, by closing their connections: after
 * Redis was away from this server, and when another server says that its pushes were late or dropped.
 */
export function refreshAfterOutage(deps: {
  io: Io;
  sub: RedisClientType;
  sockets: SocketRegistry;
  spreadMs: number;
}): void {
  const { io, sub, sockets, spreadMs } = deps;
  const closeAll = () => {
    for (const socket of sockets.all()) closeSoon(socket, spreadMs);
  };
  sub.on('ready', closeAll);
  io.on('pushes:late', closeAll);
}
