import { within } from '../../lib/within.js';
import type { Cluster } from './adapter.js';
import type { Io } from './devices.js';
import { closeSoon } from './redis-outage.js';

/** The room that holds a member's devices, on whichever server. */
export const memberRoom = (userId: number): string => `u:${userId}`;

/** So long a sign-in waits for a Redis that is slow or away. */
const HEARD_WITHIN_MS = 1_000;

/**
 * Joins each device's room before its client hears that it is connected: the client refreshes upon that, and what
 * another server pushed between the refresh and the subscription would reach it by neither. Without Redis it is let in
 * all the same, and connects anew when its room is heard.
 */
export function joinMemberRooms(io: Io, cluster: Cluster): void {
  io.use((device, next) => {
    const room = memberRoom(device.data.member.id);
    void device.join(room);
    const heard = cluster.heard(room);
    const { id } = device;
    within(heard, HEARD_WITHIN_MS, 'late').then(
      () => next(),
      () => {
        next();
        void heard.then(() => {
          const late = io.sockets.sockets.get(id);
          if (late) closeSoon(late);
        });
      },
    );
  });
}
