import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { MessageActs } from '../../chat/acts/acts.js';
import type { MessagesService } from '../../chat/messages/service.js';
import type { SavedMessages } from '../../chat/saved/saved.js';
import { createUnreadAnnouncer } from '../../chat/unread/announcer.js';
import type { UnreadMarks } from '../../chat/unread/unread-marks.js';
import type { Config } from '../../config.js';
import { createPresenceCheck } from '../../people/presence/presence-check.js';
import { createPresenceReview } from '../../people/presence/presence-review.js';
import type { PresenceService } from '../../people/presence/service.js';
import type { Sessions } from '../../people/sign-in/sessions.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import type { Redis } from '../../platform/lib/redis.js';
import type { Measure } from '../../platform/measurements.js';
import { useRedisAdapter } from '../../platform/realtime/cluster/adapter.js';
import { createClusterPush } from '../../platform/realtime/cluster/push.js';
import { joinMemberRooms } from '../../platform/realtime/cluster/rooms.js';
import { authenticateSockets } from '../../platform/realtime/sockets/authenticate.js';
import {
  closeSpread,
  pauseReading,
  refuseNewConnections,
  resumeReading,
} from '../../platform/realtime/sockets/drain.js';
import { createLocalPush } from '../../platform/realtime/sockets/push.js';
import { createSocketRegistry } from '../../platform/realtime/sockets/registry.js';
import { createServeSocket } from '../../platform/realtime/sockets/serve.js';
import { watchSessions } from '../../platform/realtime/sockets/sessions.js';
import { createWatchers } from '../../platform/realtime/sockets/watchers.js';
import { createSocketServer } from '../../platform/realtime/transport/server.js';
import type { Timings } from '../../platform/timings.js';
import { createHandlers } from './handlers.js';
import { publishDomainEvents } from './publish.js';

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
}

/** Serves the live contract on an HTTP server: client events in, domain events out. */
export async function createRealtime(deps: {
  http: HttpServer;
  config: Config;
  /** null: there are no other servers. */
  redis: Redis | null;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: Timings;
  measure: Measure;
  limits: RateLimits;
  sessions: Sessions;
  messages: MessagesService;
  messageActs: MessageActs;
  unreadMarks: UnreadMarks;
  savedMessages: SavedMessages;
  presence: PresenceService;
}): Promise<Realtime> {
  const {
    config,
    redis,
    bus,
    clock,
    log,
    timings,
    measure,
    limits,
    sessions,
    messages,
    messageActs,
    unreadMarks,
    savedMessages,
    presence,
  } = deps;
  const io = createSocketServer(deps.http, { config, limits, timings: timings.sockets, log });
  const sockets = createSocketRegistry();
  const cluster = redis && (await useRedisAdapter(io, { redis, sockets, log, timings }));
  const push = cluster ? createClusterPush(cluster.peers, sockets) : createLocalPush(sockets);
  const watchers = createWatchers({
    ...{ io, sockets, clustered: cluster !== null },
    onShown: (shown) => presenceCheck.answered([shown]),
  });
  const presenceCheck = createPresenceCheck({ watchers, presence, log, everyMs: timings.presence.checkMs });
  const presenceReview = createPresenceReview({
    ...{ io, watchers, presence, log, everyMs: timings.presence.checkMs },
    clustered: cluster !== null,
  });
  const socketSessions = watchSessions({
    ...{ io, sockets, sessions, clock, log },
    clustered: cluster !== null,
    recheckMs: timings.sockets.sessionRecheckMs,
  });
  const unread = createUnreadAnnouncer({ messages, push, log, timings: timings.unread });
  const serveSocket = createServeSocket({
    handlers: createHandlers({
      messages,
      messageActs,
      unreadMarks,
      savedMessages,
      presence,
      push,
      watchers,
      presenceCheck,
    }),
    limits,
    log,
    measure,
  });

  const showPresence = (viewerId: number, userId: number) => {
    const asked = presence.shownTo(viewerId, [userId]).then(({ watchable: [shown] }) => {
      if (shown) watchers.show(viewerId, shown);
    });
    asked.catch((error: unknown) => log.warn({ err: error }, 'presence could not be shown; it is at the next watch'));
  };

  publishDomainEvents(bus, {
    push,
    unread,
    watchers,
    presenceCheck,
    showPresence,
    reviewPresence: presenceReview.member,
    endSessions: socketSessions.end,
    renameMember: socketSessions.rename,
  });
  authenticateSockets(io, { sessions, sockets, limits, proxies: config.proxies, log });
  if (cluster) joinMemberRooms(io, cluster, timings.cluster);
  io.on('connection', (socket) => {
    const { id } = socket.data.member;
    sockets.add(socket);
    presence.socketOpened(socket.id, id);
    if (cluster?.outages.arePaused()) cluster.outages.tell(socket);
    log.debug({ socket: socket.id, transport: socket.conn.transport.name }, 'socket opened');
    socket.on('disconnect', (reason) => {
      log.debug({ socket: socket.id, reason }, 'socket closed');
      sockets.remove(socket);
      presence.socketClosed(socket.id);
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
      socketSessions.stop();
      presenceCheck.stop();
      presenceReview.stop();
      const open = [...sockets.all()];
      const closed = io.close();
      for (const socket of open) resumeReading(socket);
      await closed;
    },
  };
}
