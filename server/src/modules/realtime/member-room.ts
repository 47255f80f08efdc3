import { within } from '../../lib/within.js';
import type { Io } from './devices.js';
import { closeSoon } from './redis-outage.js';
import type { Subscriptions } from './subscriptions.js';

/** The room that holds a member's devices, on whichever server. */
export const memberRoom = (userId: number): string => `u:${userId}`;

/** So long a sign-in waits for a Redis that is slow or away. */
const HEARD_WITHIN_MS = 1_000;

/**
 * Joins each device's room before its client hears that it is connected: the client refreshes upon that, and what
 * another server pushed between the refresh and the subscription would reach it by neither. Without Redis it is let in
 * all the same, and connects anew when its room is heard.
 */
export function joinMemberRooms(io: Io, subscriptions: Subscriptions): void {
  io.use((device, next) => {
    void device.join(memberRoom(device.data.member.id));
    const heard = subscriptions.heard();
    within(heard, HEARD_WITHIN_MS, 'late').then(
      () => next(),
      () => {
        next();
        void heard.then(() => closeSoon(device));
      },
    );
  });
}
