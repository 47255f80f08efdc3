import type { RedisClientType } from 'redis';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from '../transport/io.js';

/** Connections close at random within this time, so that clients do not all reconnect at once. */
const SPREAD_MS = 5_000;

/** Closes a connection within 5 s, in a way that makes the client reconnect and refresh. */
export const closeSoon = ({ conn }: Pick<MemberSocket, 'conn'>): void => {
  setTimeout(() => conn.close(), Math.random() * SPREAD_MS).unref();
};

/**
 * Makes all clients refresh when they may have missed pushes of other servers, by closing their connections: after
 * Redis was away from this server, and when another server says that its pushes were late or dropped.
 */
export function refreshAfterOutage({ io, sub, sockets }: { io: Io; sub: RedisClientType; sockets: SocketRegistry }) {
  const closeAll = () => {
    for (const socket of sockets.all()) closeSoon(socket);
  };
  sub.on('ready', closeAll);
  io.on('pushes:late', closeAll);
}
