import { randomUUID } from 'node:crypto';
import type { Presence, PresenceReport } from '@sangam/shared/contract/users';
import { limits } from '@sangam/shared/rules/limits';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
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
  const told = new Map<number, boolean>();
  const timers: NodeJS.Timeout[] = [];

  const announce = async (userIds: readonly number[]) => {
    for (const presence of await queries.findPresence(db, [...new Set(userIds)])) {
      if (told.get(presence.id) === presence.is_online) continue;
      if (presence.is_online) told.set(presence.id, true);
      else told.delete(presence.id);
      bus.publish('presence:changed', presence);
    }
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

  const flush = async () => {
    const nowMs = clock.nowMs();
    const gone = [...closing].filter(([, { atMs }]) => nowMs - atMs >= CLOSE_GRACE_MS);
    const states = [...changed].flatMap((id) => devices.get(id) ?? []);
    if (gone.length === 0 && states.length === 0) return;
    changed.clear();
    for (const [id] of gone) closing.delete(id);
    await saveSeen();
    if (states.length > 0) await queries.saveDevices(db, serverId, states);
    if (gone.length > 0)
      await queries.deleteDevices(
        db,
        gone.map(([id]) => id),
      );
    await announce([...states.map((state) => state.userId), ...gone.map(([, { userId }]) => userId)]);
  };

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
      } finally {
        running = false;
      }
    };
    timers.push(setInterval(() => void run(), everyMs).unref());
  };

  const renew = () =>
    queries.renewServerLease(db, serverId, new Date(clock.nowMs() + limits.serverLeaseMs)).then(() => undefined);

  /** A client's clock may be wrong: never in the future, never further back than the inactivity timeout matters. */
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
      repeat(limits.serverLeaseRenewMs, async () => announce(await queries.sweepExpired(db)));
      repeat(SAVE_LAST_ACTIVE_MS, saveSeen);
      repeat(FLUSH_MS, flush);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await saveSeen();
      await queries.endServer(db, serverId);
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
      const leaseUntil = new Date(clock.nowMs() + limits.restLeaseMs);
      await queries.saveRestDevice(db, { id: `rest:${sessionId}`, userId, active: report.isActive }, leaseUntil);
      await announce([userId]);
      return current(userId);
    },
    of: (userIds) => queries.findPresence(db, userIds),
  };
}
