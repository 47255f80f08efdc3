import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import type { Redis } from '../../lib/redis.js';
import type { Measure } from '../../measurements.js';
import type { Sessions } from '../auth/sessions.js';
import type { MessagesService } from '../messages/service.js';
import type { PresenceService } from '../presence/service.js';
import { useRedisAdapter } from './adapter.js';
import { createDevices } from './devices.js';
import { closeSpread, hold, refuseNewConnections, release } from './drain.js';
import { createIo } from './gateway.js';
import { createHandlers } from './handlers.js';
import { askWho } from './handshake.js';
import { joinMemberRooms } from './member-room.js';
import { publishDomainEvents } from './publish.js';
import { createClusterPush, createLocalPush } from './push.js';
import { createDeviceServer } from './serve-device.js';
import { watchSessions } from './sessions-watch.js';
import { createUnreadAnnouncer } from './unread-announcer.js';
import { createWatchers } from './watch.js';

export interface Realtime {
  /** How many sockets this server holds. */
  connections(): number;
  /** Takes no new sockets from now on. */
  refuseNew(): void;
  /** Closes the sockets over this time, in a way after which clients reconnect elsewhere. */
  closeSpread(overMs: number): Promise<void>;
  /** Reads no more of what the sockets send; what came before can still be answered. */
  hold(): void;
  /** Closes every socket in a way after which clients reconnect, elsewhere or later. */
  close(): Promise<void>;
}

/** Puts the live contract on an HTTP server: client events in, domain events out. */
export async function createRealtime(deps: {
  http: HttpServer;
  config: Config;
  /** null: this server is alone. */
  redis: Redis | null;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  measure: Measure;
  limits: RateLimits;
  sessions: Sessions;
  messages: MessagesService;
  presence: PresenceService;
}): Promise<Realtime> {
  const { config, redis, bus, clock, log, measure, limits, sessions, messages, presence } = deps;
  const io = createIo(deps.http, config, limits);
  const devices = createDevices();
  const cluster = redis && (await useRedisAdapter(io, { redis, devices, log }));
  const push = redis ? createClusterPush(io, devices) : createLocalPush(devices);
  const watchers = createWatchers(io);
  const sessionsWatch = watchSessions({ io, devices, sessions, clock, log, clustered: redis !== null });
  const unread = createUnreadAnnouncer({ messages, push, log });
  const serveDevice = createDeviceServer({
    handlers: createHandlers({ messages, presence, push, watchers }),
    limits,
    log,
    measure,
  });

  publishDomainEvents(bus, {
    push,
    unread,
    watchers,
    endSessions: sessionsWatch.end,
    renameMember: sessionsWatch.rename,
  });
  askWho(io, { sessions, devices, limits, proxies: config.proxies, log });
  if (cluster) joinMemberRooms(io, cluster);
  io.on('connection', (device) => {
    const { id } = device.data.member;
    devices.add(device);
    presence.socketOpened(device.id, id);
    log.debug({ socket: device.id, transport: device.conn.transport.name }, 'a socket was opened');
    device.on('disconnect', (reason) => {
      log.debug({ socket: device.id, reason }, 'a socket was closed');
      devices.remove(device);
      presence.socketClosed(device.id);
    });
    serveDevice(device);
  });

  return {
    connections: () => io.engine.clientsCount,
    refuseNew: () => refuseNewConnections(io),
    closeSpread: (overMs) => closeSpread(devices, overMs),
    hold() {
      for (const device of devices.all()) hold(device);
    },
    async close() {
      sessionsWatch.stop();
      const open = [...devices.all()];
      const closed = io.close();
      for (const device of open) release(device);
      await closed;
    },
  };
}
