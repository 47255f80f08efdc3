import type { PresenceReport } from '@sangam/shared/people/users';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import * as leases from './leases.queries.js';

/** The devices with a socket on this server. Their rows change only when their state does, and many changes are written together. */
interface ConnectedDevices {
  opened(socketId: string, userId: number): void;
  /** The device counts as online for `closeGraceMs` longer, in which it may reconnect. */
  closed(socketId: string): void;
  /** Whether the report changed the state of a device. */
  reported(socketId: string, report: Pick<PresenceReport, 'isActive'>): boolean;
  isActive(socketId: string): boolean;
  /** Makes the next `save` write all devices, since other servers may have deleted their rows. */
  rewriteAll(): void;
  /**
   * Writes the changes, and retries on the next call those that failed. Calls must not overlap. Returns the members whose devices changed.
   */
  save(): Promise<number[]>;
}

export function createConnectedDevices(deps: {
  db: Db;
  clock: Clock;
  serverId: string;
  closeGraceMs: number;
  lastActive: LastActive;
}): ConnectedDevices {
  const { db, clock, serverId, closeGraceMs, lastActive } = deps;
  const devices = new Map<string, leases.DeviceState>();
  const changed = new Set<string>();
  const closing = new Map<string, { userId: number; atMs: number }>();

  const write = async (states: readonly leases.DeviceState[], endedIds: readonly string[]) => {
    await lastActive.save();
    if (states.length > 0) await leases.saveDevices(db, serverId, states);
    if (endedIds.length > 0) await leases.deleteDevices(db, endedIds);
  };

  return {
    opened(socketId, userId) {
      devices.set(socketId, { id: socketId, userId, active: true });
      changed.add(socketId);
      lastActive.note(userId, clock.nowMs());
    },
    closed(socketId) {
      const device = devices.get(socketId);
      if (!device) return;
      devices.delete(socketId);
      changed.delete(socketId);
      if (device.active) lastActive.note(device.userId, clock.nowMs());
      closing.set(socketId, { userId: device.userId, atMs: clock.monotonicMs() });
    },
    reported(socketId, { isActive }) {
      const device = devices.get(socketId);
      if (!device || device.active === isActive) return false;
      device.active = isActive;
      changed.add(socketId);
      return true;
    },
    isActive: (socketId) => devices.get(socketId)?.active === true,
    rewriteAll() {
      for (const id of devices.keys()) changed.add(id);
    },
    async save() {
      const nowMs = clock.monotonicMs();
      const ended = new Map([...closing].filter(([, { atMs }]) => nowMs - atMs >= closeGraceMs));
      const ids = [...changed];
      const states = ids.flatMap((id) => devices.get(id) ?? []);
      changed.clear();
      for (const id of ended.keys()) closing.delete(id);
      if (ended.size > 0 || states.length > 0) {
        try {
          await write(states, [...ended.keys()]);
        } catch (error) {
          for (const id of ids) changed.add(id);
          for (const [id, device] of ended) closing.set(id, device);
          throw error;
        }
      }
      return [...states, ...ended.values()].map(({ userId }) => userId);
    },
  };
}

/** Collects when members were last active, and writes many together. */
interface LastActive {
  /**
   * Notes a time: never in the future, since a client's clock may be wrong, and never before an earlier one. Returns the latest time that
   * may not be stored yet; 0 for none.
   */
  note(userId: number, atMs: number): number;
  save(): Promise<void>;
}

export function createLastActive(db: Db, clock: Clock): LastActive {
  let pendingTimes = new Map<number, number>();
  return {
    note(userId, claimedMs) {
      const atMs = Math.max(pendingTimes.get(userId) ?? 0, Math.min(claimedMs, clock.nowMs()));
      if (atMs > 0) pendingTimes.set(userId, atMs);
      return atMs;
    },
    async save() {
      if (pendingTimes.size === 0) return;
      const batch = pendingTimes;
      pendingTimes = new Map();
      try {
        await leases.saveLastActive(db, batch);
      } catch (error) {
        // Stored by the next attempt, unless a newer time has been noted since.
        pendingTimes = new Map([...batch, ...pendingTimes]);
        throw error;
      }
    },
  };
}
