import { randomUUID } from 'node:crypto';
import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Presence, PresenceReport } from '@sangam/shared/people/users';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import { repeat } from '../../platform/lib/timers.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import type { Timings } from '../../platform/timings.js';
import { createConnectedDevices, createLastActive } from './connected-devices.js';
import * as leases from './leases.queries.js';
import { createPresenceBroadcast } from './presence-broadcast.js';
import * as queries from './queries.js';
import { type CountStrangers, createStrangersCount } from './strangers.js';

interface ShownPresence {
  presences: Presence[];
  watchable: Presence[];
}

export interface PresenceService {
  /** Takes this server's lease. Devices on a server without a lease are offline. */
  start(): Promise<void>;
  /** Ends the lease, so that this server's devices are offline at once. */
  stop(): Promise<void>;
  socketOpened(socketId: string, userId: number): void;
  socketClosed(socketId: string): void;
  /** Stores a report from a device with a socket. */
  reportFromSocket(socketId: string, userId: number, report: PresenceReport): Promise<Presence>;
  /** Stores a report from a device without a socket, valid for 75 s. */
  reportFromSession(sessionId: string, userId: number, report: PresenceReport): Promise<Presence>;
  /**
   * Whether a server of an earlier release may be running. One that starts while this server updates the database has a lease soon after;
   * none can start later. Once false, it stays false.
   */
  mayBeBesideOlder(): boolean;
  /** The ids of the other servers that had a lease when this server last renewed its own. */
  otherServers(): readonly string[];
  /** Whether this socket's device is in use, by its last report to this server. */
  isActive(socketId: string): boolean;
  current(userId: number): Promise<Presence>;
  /** Like `current`, for the sender of a message: doesn't wait for a connection behind members' reads. */
  ofSender(userId: number): Promise<Presence>;
  /** Returns these members' presence; unknown members are left out. */
  ofMembers(userIds: readonly number[]): Promise<Presence[]>;
  /** Like `ofMembers`, for comparison with the presence that was sent: empty while servers may still be renewing their leases after an outage. */
  confirmed(userIds: readonly number[]): Promise<Presence[]>;
  /** Presence as each viewer may see it (`contact/permissions`). */
  shownBetween(pairs: readonly (readonly [viewerId: number, userId: number])[]): Promise<queries.PresenceBetween[]>;
  /** Returns those of these members who hide their presence by a choice, or by blocking another of these. */
  reservedAmong(userIds: readonly number[]): Promise<number[]>;
  /** Returns the presence that one viewer may see; `watchable` has the members whose changes the viewer receives. */
  shownTo(viewerId: number, userIds: readonly number[]): Promise<ShownPresence>;
  /**
   * The same for ids that the viewer has named. Strangers among them are counted, so that nobody can follow all members; beyond the limit
   * they are left out, like unknown ids.
   */
  askedFor(viewerId: number, userIds: readonly number[]): Promise<ShownPresence>;
  countStrangers: CountStrangers;
}

/**
 * Presence (R7.2): a device's row names the server that holds its socket, and the server renews one lease for all its devices
 * (`connected-devices.ts`).
 */
export function createPresenceService(
  deps: ActDeps & {
    /** For statements that a message waits for. */
    urgentDb: Db;
    /** For the server's lease. */
    leaseDb: Db;
    log: Logger;
    /** Whether there are other servers. */
    hasOtherServers: boolean;
    timings: Timings['presence'];
    limits: RateLimits;
  },
): PresenceService {
  const { db, urgentDb, leaseDb, clock, log, timings } = deps;
  const serverId = randomUUID();
  const lastActive = createLastActive(db, clock);
  const devices = createConnectedDevices({ db, clock, serverId, closeGraceMs: timings.closeGraceMs, lastActive });
  const lease = createServerLease({ db: leaseDb, clock, serverId, timings, onLost: devices.rewriteAll });
  const broadcast = createPresenceBroadcast({ ...deps, ...timings });
  const countStrangers = createStrangersCount(deps);
  const stops: (() => Promise<void>)[] = [];
  const flush = oneAtATime(async () => {
    // Without a lease, this server's members would count as offline.
    await lease.renewIfLate();
    await broadcast(await devices.save());
  });

  const schedule = (work: () => Promise<void>, intervalMs: number) =>
    stops.push(
      repeat(work, {
        intervalMs,
        pauseMs: timings.retryMs,
        onError: (error) => log.warn({ err: error }, 'presence could not be saved; trying again'),
      }),
    );

  const sweep = async () => {
    if (lease.isSteady()) await broadcast(await leases.sweepExpired(db, serverId, timings));
  };

  const currentFrom = async (handle: Db, userId: number): Promise<Presence> => {
    const [presence] = await queries.findPresence(handle, [userId]);
    return presence ?? { id: userId, is_online: false, last_active: null };
  };
  const current = (userId: number) => currentFrom(db, userId);

  return {
    async start() {
      await lease.renew();
      schedule(lease.renew, timings.leaseRenewMs);
      schedule(sweep, timings.leaseRenewMs);
      schedule(lastActive.save, timings.saveLastActiveMs);
      schedule(flush, timings.flushMs);
    },
    async stop() {
      for (const stop of stops) void stop();
      try {
        // Waits for a running renewal, which would otherwise take the lease again.
        await lease.renew();
        await flush();
        await lastActive.save();
        await leases.endServerLease(leaseDb, serverId);
      } catch (error) {
        log.warn({ err: error }, 'the presence lease could not be ended; it will run out');
      }
    },
    mayBeBesideOlder: lease.mayBeBesideOlder,
    otherServers: lease.otherServers,
    socketOpened: devices.opened,
    socketClosed: devices.closed,
    async reportFromSocket(socketId, userId, report) {
      const notedMs = lastActive.note(userId, Date.parse(report.lastActive));
      if (devices.reported(socketId, report)) await flush();
      const stored = await current(userId);
      // A new device and its times are written a moment later, together with others.
      const latestMs = Math.max(notedMs, Date.parse(stored.last_active ?? '') || 0);
      return {
        id: userId,
        is_online: stored.is_online || devices.isActive(socketId),
        last_active: latestMs > 0 ? new Date(latestMs).toISOString() : null,
      };
    },
    async reportFromSession(sessionId, userId, report) {
      lastActive.note(userId, Date.parse(report.lastActive));
      await lastActive.save();
      const device = { id: `rest:${sessionId}`, userId, active: report.isActive };
      await leases.saveRestDevice(db, device, timings.restLeaseMs);
      await broadcast([userId]);
      return current(userId);
    },
    isActive: devices.isActive,
    current,
    ofSender: (userId) => currentFrom(urgentDb, userId),
    ofMembers: (userIds) => queries.findPresence(db, userIds),
    async confirmed(userIds) {
      const found = await queries.findPresence(db, userIds);
      return lease.isSteady() ? found : [];
    },
    shownBetween: (pairs) => queries.findPresenceBetween(db, pairs, clock.now()),
    reservedAmong: (userIds) => queries.findReserved(db, userIds),
    countStrangers,
    shownTo: async (viewerId, userIds) => split(await queries.findPresenceFor(db, viewerId, userIds, clock.now())),
    async askedFor(viewerId, userIds) {
      const beyond = await countStrangers(viewerId, userIds);
      const ids = userIds.filter((id) => !beyond?.ids.has(id));
      return split(await queries.findPresenceFor(db, viewerId, ids, clock.now()));
    },
  };
}

const split = (rows: readonly { presence: Presence; hidden: boolean }[]): ShownPresence => ({
  presences: rows.map(({ presence }) => presence),
  watchable: rows.filter(({ hidden }) => !hidden).map(({ presence }) => presence),
});

interface ServerLease {
  renew(): Promise<void>;
  renewIfLate(): Promise<void>;
  /** False after an outage in which a running server's lease may have expired, until that server has had time to renew it. */
  isSteady(): boolean;
  /** See `PresenceService`. */
  mayBeBesideOlder(): boolean;
  otherServers(): readonly string[];
}

/** The lease of this server's devices. Calls `onLost` when the lease had expired, so other servers may have deleted the devices. */
function createServerLease(deps: {
  db: Db;
  clock: Clock;
  serverId: string;
  timings: Pick<Timings['presence'], 'leaseMs' | 'leaseRenewMs'>;
  onLost(): void;
}): ServerLease {
  const { db, clock, serverId, onLost } = deps;
  const { leaseMs, leaseRenewMs } = deps.timings;
  let renewedMs = Number.NEGATIVE_INFINITY;
  /** Another server may have renewed its lease up to `leaseRenewMs` earlier than this one. */
  const isLate = () => clock.monotonicMs() - renewedMs >= leaseMs - leaseRenewMs;
  /** The time since which the lease has been renewed in time. The first lease follows no outage. */
  let steadyFromMs = Number.NEGATIVE_INFINITY;
  /** The time since which no server of an earlier release has a lease; null while one has. */
  let withoutOlderSinceMs: number | null = null;
  let areOlderGone = false;
  let isRenewed = false;
  let otherServerIds: readonly string[] = [];
  const renew = oneAtATime(async () => {
    const wasRenewed = isRenewed;
    isRenewed = false;
    const { isNew, hasOlderServers, ...found } = await leases.renewServerLease(db, serverId, leaseMs);
    isRenewed = true;
    otherServerIds = found.otherServerIds;
    if (isLate() && renewedMs !== Number.NEGATIVE_INFINITY) steadyFromMs = clock.monotonicMs() + leaseRenewMs;
    renewedMs = clock.monotonicMs();
    if (hasOlderServers) withoutOlderSinceMs = null;
    else withoutOlderSinceMs ??= clock.monotonicMs();
    // If the answer to the last renewal was lost, the lease may have been lost then.
    if (isNew || !wasRenewed) onLost();
  });
  return {
    renew,
    renewIfLate: () => (isLate() ? renew() : Promise.resolve()),
    isSteady: () => !isLate() && clock.monotonicMs() >= steadyFromMs,
    mayBeBesideOlder() {
      if (!areOlderGone)
        areOlderGone = withoutOlderSinceMs !== null && clock.monotonicMs() - withoutOlderSinceMs >= leaseMs;
      return !areOlderGone;
    },
    otherServers: () => otherServerIds,
  };
}
