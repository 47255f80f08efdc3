import type { Logger } from 'pino';
import { repeat } from '../../lib/timers.js';
import type { Timings } from '../../timings.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io } from '../transport/io.js';
import { type Outages, watchOutages } from './outage.js';
import { watchUnreached } from './unreached.js';

const unreached = {
  found:
    'another server uses this database, and this one has no Redis to reach it, so members poll meanwhile: give all servers the same REDIS_URL and JWT_SECRET',
  gone: 'no other server uses this database any more',
};

/**
 * Watches for other servers on this one's database. Without Redis none should be there: neither would receive the other's broadcasts,
 * so this one's members poll while there are any.
 */
export function watchWithoutRedis(deps: {
  io: Io;
  sockets: SocketRegistry;
  log: Logger;
  /** The ids of the other servers on this database. */
  otherServers: () => readonly string[];
  unreachedAfterMs: number;
  timings: Timings['cluster'];
}): { outages: Outages; close: () => Promise<void> } {
  const { io, sockets, log, otherServers, timings } = deps;
  const outages = watchOutages({ io, clients: [], sockets, timings });
  outages.setJoined(true);
  const areUnreached = watchUnreached(deps.unreachedAfterMs, { log, ...unreached });
  const close = repeat(async () => outages.setJoined(!areUnreached(otherServers(), 0)), {
    intervalMs: timings.lookEveryMs,
    onError: (error) =>
      log.warn({ err: error }, 'other servers on this database could not be looked for; trying again'),
  });
  return { outages, close };
}
