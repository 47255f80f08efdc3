import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Presence, PresenceReport } from '@sangam/shared/contract/users';
import { limits } from '@sangam/shared/rules/limits';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { oneAtATime } from '../../lib/one-at-a-time.js';
import * as queries from './queries.js';

export interface PresenceService {
  /** Takes this server's lease; nothing is online through a server without one. */
  start(): Promise<void>;
  /** Gives the lease up: this server's devices are gone at once. */
  stop(): Promise<void>;
  socketOpened(socketId: string, userId: number): void;
  socketClosed(socketId: string): void;
  /** A device that has a socket says whether somebody is at it. */
  reportFromSocket(socketId: string, userId: number, report: PresenceReport): Promise<Presence>;
  /** A device without one says the same; it counts for 75 s. */
  reportFromSession(sessionId: string, userId: number, report: PresenceReport): Promise<Presence>;
  /** The presence of these members; those that do not exist are left out. */
  of(userIds: readonly number[]): Promise<Presence[]>;
}

/** A reload closes one socket and opens the next: no watcher should see the moment between. */
const CLOSE_GRACE_MS = 2_500;
const FLUSH_MS = 200;
const SAVE_LAST_ACTIVE_MS = 10_000;
const RETRY_AFTER_MS = 1_000;

/**
 * Presence (realtime contract): a device's row names the server that holds its socket, and the server renews one lease
 * for all of them. Rows change on transitions only, and many transitions are written together.
 */
export function createPresenceService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
}): PresenceService {
  const { db, bus, clock, log } = deps;
  const serverId = randomUUID();
  const devices = new Map<string, queries.DeviceState>();
  const changed = new Set<string>();
  const closing = new Map<string, { userId: number; atMs: number }>();
  let seen = new Map<number, number>();
  const untold = new Set<number>();
  const timers: NodeJS.Timeout[] = [];

  // One at a time, so that of two readings the later one is told last. Nothing is left out because it was told before:
  // another server may have told otherwise meanwhile.
  const tell = oneAtATime(async () => {
    const userIds = [...untold];
    untold.clear();
    try {
      for (const presence of await queries.findPresence(db, userIds)) bus.publish('presence:changed', presence);
    } catch (error) {
      for (const userId of userIds) untold.add(userId);
      throw error;
    }
  });
  const announce = (userIds: Iterable<number>): Promise<void> => {
    for (const userId of userIds) untold.add(userId);
    return untold.size > 0 ? tell() : Promise.resolve();
  };

  const saveSeen = async () => {
    if (seen.size === 0) return;
    const batch = seen;
    seen = new Map();
    try {
      await queries.saveLastActive(db, batch);
    } catch (error) {
      // Kept for the next try, unless something newer has been seen by then.
      seen = new Map([...batch, ...seen]);
      throw error;
    }
  };

  const write = async (states: readonly queries.DeviceState[], gone: readonly string[]) => {
    await saveSeen();
    if (states.length > 0) await queries.saveDevices(db, serverId, states);
    if (gone.length > 0) await queries.deleteDevices(db, gone);
  };

  const flush = oneAtATime(async () => {
    const nowMs = clock.nowMs();
    const gone = new Map([...closing].filter(([, { atMs }]) => nowMs - atMs >= CLOSE_GRACE_MS));
    const ids = [...changed];
    const states = ids.flatMap((id) => devices.get(id) ?? []);
    changed.clear();
    for (const id of gone.keys()) closing.delete(id);
    if (gone.size > 0 || states.length > 0) {
      try {
        await write(states, [...gone.keys()]);
      } catch (error) {
        for (const id of ids) changed.add(id);
        for (const [id, device] of gone) closing.set(id, device);
        throw error;
      }
    }
    await announce([...states, ...gone.values()].map(({ userId }) => userId));
  });

  /** Runs again and again, one run at a time; a failure waits for the next one. */
  const repeat = (everyMs: number, work: () => Promise<void>) => {
    let running = false;
    const run = async () => {
      if (running) return;
      running = true;
      try {
        await work();
      } catch (error) {
        log.warn({ err: error }, 'presence could not be saved; trying again');
        await wait(RETRY_AFTER_MS, undefined, { ref: false });
      } finally {
        running = false;
      }
    };
    timers.push(setInterval(() => void run(), everyMs).unref());
  };

  const renew = oneAtATime(async () => {
    // This server was away for longer than its lease, and the others have forgotten its devices.
    if (await queries.renewServerLease(db, serverId, limits.serverLeaseMs))
      for (const id of devices.keys()) changed.add(id);
  });

  /** A client's clock may be wrong: never in the future, and never back. */
  const note = (userId: number, report: PresenceReport) => {
    const atMs = Math.min(Date.parse(report.lastActive), clock.nowMs());
    if (atMs > (seen.get(userId) ?? 0)) seen.set(userId, atMs);
  };

  const current = async (userId: number): Promise<Presence> => {
    const [presence] = await queries.findPresence(db, [userId]);
    return presence ?? { id: userId, is_online: false, last_active: null };
  };

  return {
    async start() {
      await renew();
      repeat(limits.serverLeaseRenewMs, renew);
      repeat(limits.serverLeaseRenewMs, async () => announce(await queries.sweepExpired(db, serverId)));
      repeat(SAVE_LAST_ACTIVE_MS, saveSeen);
      repeat(FLUSH_MS, flush);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      try {
        // After what is under way, which would otherwise take the lease again.
        await renew();
        await flush();
        await saveSeen();
        await queries.endServerLease(db, serverId);
      } catch (error) {
        log.warn({ err: error }, 'presence could not be given up; its lease will run out');
      }
    },
    socketOpened(socketId, userId) {
      devices.set(socketId, { id: socketId, userId, active: true });
      changed.add(socketId);
      seen.set(userId, clock.nowMs());
    },
    socketClosed(socketId) {
      const device = devices.get(socketId);
      if (!device) return;
      devices.delete(socketId);
      changed.delete(socketId);
      if (device.active) seen.set(device.userId, clock.nowMs());
      closing.set(socketId, { userId: device.userId, atMs: clock.nowMs() });
    },
    async reportFromSocket(socketId, userId, report) {
      note(userId, report);
      const device = devices.get(socketId);
      if (device && device.active !== report.isActive) {
        device.active = report.isActive;
        changed.add(socketId);
        await flush();
      }
      return current(userId);
    },
    async reportFromSession(sessionId, userId, report) {
      note(userId, report);
      await saveSeen();
      const device = { id: `rest:${sessionId}`, userId, active: report.isActive };
      await queries.saveRestDevice(db, device, limits.restLeaseMs);
      await announce([userId]);
      return current(userId);
    },
    of: (userIds) => queries.findPresence(db, userIds),
  };
}
