import type { Server as HttpServer } from 'node:http';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { DomainEvents } from '../events.js';
import type { Bus } from '../lib/bus.js';
import type { Clock } from '../lib/clock.js';
import type { SessionChecks } from '../lib/member.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { Measure } from '../metrics.js';
import type { Redis } from '../redis/redis.js';
import type { Timings } from '../timings.js';
import { createClusterBroadcast, joinMemberRooms, useRedisAdapter } from './cluster/adapter.js';
import { watchWithoutRedis } from './cluster/without-redis.js';
import type { Audiences, Live, LiveContext } from './live.js';
import { authenticateSockets } from './sockets/authenticate.js';
import { createLocalBroadcast } from './sockets/broadcast.js';
import { closeSpread, pauseReading, refuseNewConnections, resumeReading } from './sockets/drain.js';
import { watchSessions } from './sockets/ended-sessions.js';
import { watchLostEvents } from './sockets/missed-events.js';
import { createProjectWatchers } from './sockets/project-watchers.js';
import { createSocketRegistry } from './sockets/registry.js';
import { createServeSocket } from './sockets/serve.js';
import { createWatchers } from './sockets/watchers.js';
import { createSocketServer } from './transport/server.js';

export interface Realtime {
  /** How many connections this server holds. */
  connections(): number;
  /** Refuses new connections from now on. */
  refuseNew(): void;
  /** Closes the sockets over this time, in a way that makes clients reconnect to another server. */
  closeSpread(overMs: number): Promise<void>;
  /** Stops reading from all sockets. Events that arrived before are still answered. */
  pauseReading(): void;
  /** Closes every socket, in a way that makes clients reconnect, elsewhere or later. */
  close(): Promise<void>;
  /** Broadcasts to members of other servers what is gathered. Rejects if some of it is lost. */
  finish(): Promise<void>;
}

/** Serves the live contract on an HTTP server: client events in, domain events out. `live` is what the subjects declare. */
export async function createRealtime(deps: {
  http: HttpServer;
  config: Config;
  /** Null where there are no other servers. */
  redis: Redis | null;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: Timings;
  measure: Measure;
  limits: RateLimits;
  sessions: SessionChecks;
  /** The ids of the other servers on this database. */
  otherServers: () => readonly string[];
  live: (context: LiveContext) => Live;
}): Promise<Realtime> {
  const { config, redis, bus, clock, log, timings, measure, limits, sessions } = deps;
  const io = createSocketServer(deps.http, { config, limits, timings: timings.sockets, log });
  const sockets = createSocketRegistry();
  const { leaseMs, leaseRenewMs } = timings.presence;
  // By then a dead server's lease has run out, in this server's list, too.
  const shared = { io, sockets, log, otherServers: deps.otherServers, unreachedAfterMs: leaseMs + 2 * leaseRenewMs };
  const cluster = redis && (await useRedisAdapter(io, { ...shared, redis, timings }));
  const standalone = cluster ? null : watchWithoutRedis({ ...shared, timings: timings.cluster });
  const outages = cluster?.outages ?? standalone?.outages;
  const clustered = cluster !== null;
  const localBroadcast = createLocalBroadcast(sockets);
  const broadcast = cluster ? createClusterBroadcast(cluster.peers, sockets) : localBroadcast;
  const watchers = createWatchers({ io, sockets, clustered });
  const projectWatchers = createProjectWatchers({ io, sockets, clustered });
  const recheckMs = timings.sockets.sessionRecheckMs;
  const socketSessions = watchSessions({ io, sockets, sessions, clock, log, clustered, recheckMs });
  const eventsLost = () => bus.publish('events:lost', null);
  const live = deps.live({
    io,
    broadcast,
    local: localBroadcast,
    watchers,
    projectWatchers,
    sessions: socketSessions,
    clustered,
    eventsLost,
  });
  let closing = false;
  const serveSocket = createServeSocket({
    handlers: live.clientEvents,
    limits,
    log,
    measure,
    isClosing: () => closing,
  });

  subscribe(bus, live.audiences);
  authenticateSockets(io, { sessions, sockets, limits, proxies: config.proxies, log });
  if (cluster) joinMemberRooms(io, cluster, timings.cluster);
  const arePaused = () => outages?.arePaused() ?? false;
  watchLostEvents({ io, bus, sockets, clustered, arePaused, spreadMs: timings.cluster.deathSpreadMs });
  io.on('connection', (socket) => {
    const { id } = socket.data.member;
    sockets.add(socket);
    live.socketOpened?.(socket.id, id);
    if (arePaused()) outages?.notify(socket);
    log.debug({ socket: socket.id, transport: socket.conn.transport.name }, 'socket opened');
    socket.on('disconnect', (reason) => {
      log.debug({ socket: socket.id, reason }, 'socket closed');
      sockets.remove(socket);
      live.socketClosed?.(socket.id);
    });
    serveSocket(socket);
  });

  return {
    connections: () => io.engine.clientsCount,
    refuseNew: () => refuseNewConnections(io),
    closeSpread: (overMs) => closeSpread(sockets, overMs, timings.sockets),
    pauseReading() {
      for (const socket of sockets.all()) pauseReading(socket);
    },
    async close() {
      closing = true;
      socketSessions.stop();
      live.stop?.();
      await standalone?.close();
      const open = [...sockets.all()];
      const closed = io.close();
      for (const socket of open) resumeReading(socket);
      await closed;
    },
    finish: async () => live.finish?.(),
  };
}

/** Sends every domain event to its audience. */
function subscribe(bus: Bus<DomainEvents>, audiences: Audiences): void {
  const on = <E extends keyof DomainEvents>(event: E) => bus.on(event, (payload) => audiences[event](payload));
  for (const event of keysOf(audiences)) on(event);
}
