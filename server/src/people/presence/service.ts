import { randomUUID } from 'node:crypto';
import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Presence, PresenceReport } from '@sangam/shared/people/users';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { repeat } from '../../platform/lib/timers.js';
import type { Timings } from '../../platform/timings.js';
import { createDevices, createLastActive } from './devices.js';
import * as leases from './leases.queries.js';
import { createPresenceBroadcast } from './presence-broadcast.js';
import * as queries from './queries.js';

export interface PresenceService {
  /** Takes this server's lease. Devices on a server without a lease are offline. */
  start(): Promise<void>;
  /** Ends the lease, so that this server's devices are offline at once. */
  stop(): Promise<void>;
  socketOpened(socketId: string, userId: number): void;
  socketClosed(socketId: string): void;
  /** From a device with a socket. */
  reportFromSocket(socketId: string, userId: number, report: PresenceReport): Promise<Presence>;
  /** From a device without a socket; valid for 75 s. */
  reportFromSession(sessionId: string, userId: number, report: PresenceReport): Promise<Presence>;
  /**
   * Whether a server of an earlier release may run. One that begins while this one is updating the database has its lease soon; none
   * begins later. Never true again once it is false.
   */
  mayBeBesideOlder(): boolean;
  /** Whether this socket's device is in use, by its last report to this server. */
  isActive(socketId: string): boolean;
  current(userId: number): Promise<Presence>;
  /** Unknown members are left out. */
  of(userIds: readonly number[]): Promise<Presence[]>;
  /** Presence as each viewer may see it (`contact/permissions`). */
  shownBetween(pairs: readonly (readonly [viewerId: number, userId: number])[]): Promise<queries.PresenceBetween[]>;
  /** The members among these who hide their presence by a choice, or by blocking another of these. */
  reservedAmong(userIds: readonly number[]): Promise<number[]>;
  /** Presence as one viewer may see it; `watchable` are the members whose changes they receive. */
  shownTo(viewerId: number, userIds: readonly number[]): Promise<{ presences: Presence[]; watchable: Presence[] }>;
}

/**
 * Presence (R7.2): a device's row names the server that holds its socket, and the server renews one lease for all its devices
 * (`devices.ts`).
 */
export function createPresenceService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  /** Whether there are other servers. */
  others: boolean;
  timings: Timings['presence'];
}): PresenceService {
  const { db, clock, log, timings } = deps;
  const serverId = randomUUID();
  const lastActive = createLastActive(db, clock);
  const devices = createDevices({ db, clock, serverId, closeGraceMs: timings.closeGraceMs, lastActive });
  const lease = createServerLease({ db, clock, serverId, leaseMs: timings.leaseMs, onLost: devices.rewriteAll });
  const broadcast = createPresenceBroadcast({ ...deps, repeatAfterMs: timings.repeatAfterMs });
  const stops: (() => Promise<void>)[] = [];
  const flush = oneAtATime(async () => broadcast(await devices.save()));

  const schedule = (work: () => Promise<void>, intervalMs: number) =>
    stops.push(
      repeat(work, {
        intervalMs,
        pauseMs: timings.retryMs,
        onError: (error) => log.warn({ err: error }, 'presence could not be saved; trying again'),
      }),
    );

  const current = async (userId: number): Promise<Presence> => {
    const [presence] = await queries.findPresence(db, [userId]);
    return presence ?? { id: userId, is_online: false, last_active: null };
  };

  return {
    async start() {
      await lease.renew();
      schedule(lease.renew, timings.leaseRenewMs);
      schedule(async () => broadcast(await leases.sweepExpired(db, serverId, timings)), timings.leaseRenewMs);
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
        await leases.endServerLease(db, serverId);
      } catch (error) {
        log.warn({ err: error }, 'the presence lease could not be ended; it will run out');
      }
    },
    mayBeBesideOlder: lease.mayBeBesideOlder,
    socketOpened: devices.opened,
    socketClosed: devices.closed,
    async reportFromSocket(socketId, userId, report) {
      lastActive.note(userId, Date.parse(report.lastActive));
      if (devices.reported(socketId, report)) await flush();
      return current(userId);
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
    of: (userIds) => queries.findPresence(db, userIds),
    shownBetween: (pairs) => queries.findPresenceBetween(db, pairs),
    reservedAmong: (userIds) => queries.findReserved(db, userIds),
    async shownTo(viewerId, userIds) {
      const found = await queries.findPresenceFor(db, viewerId, userIds);
      const watchable = found.filter(({ hidden }) => !hidden).map(({ presence }) => presence);
      return { presences: found.map(({ presence }) => presence), watchable };
    },
  };
}

interface ServerLease {
  renew(): Promise<void>;
  /** See `PresenceService`. */
  mayBeBesideOlder(): boolean;
}

/** The lease of this server's devices. `onLost`: other servers may have deleted them, since the lease had expired. */
function createServerLease(deps: {
  db: Db;
  clock: Clock;
  serverId: string;
  leaseMs: number;
  onLost(): void;
}): ServerLease {
  const { db, clock, serverId, leaseMs, onLost } = deps;
  /** Since when no server of an earlier release has a lease; null: one has. */
  let alone: number | null = null;
  let areGone = false;
  let renewed = false;
  return {
    renew: oneAtATime(async () => {
      const known = renewed;
      renewed = false;
      const { isNew, besideOlder } = await leases.renewServerLease(db, serverId, leaseMs);
      renewed = true;
      if (besideOlder) alone = null;
      else alone ??= clock.monotonicMs();
      // If the answer to the last renewal was lost, that may have happened then.
      if (isNew || !known) onLost();
    }),
    mayBeBesideOlder() {
      if (!areGone) areGone = alone !== null && clock.monotonicMs() - alone >= leaseMs;
      return !areGone;
    },
  };
}
