import { eventually } from '@sangam/testing/eventually';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { Broadcast } from '../../platform/realtime/sockets/broadcast.js';
import { createUnreadAnnouncer } from './announcer.js';
import type { UnreadService } from './service.js';

/** Longer than a busy machine delays the next count. */
const WINDOW_MS = 1_000;

it('retries a failed count together with later changes', async () => {
  const asked: (readonly (readonly [number, number])[])[] = [];
  const pushed: unknown[] = [];
  const unread = {
    async unreadFor(pairs: readonly (readonly [number, number])[]) {
      asked.push(pairs);
      if (asked.length === 1) {
        announcer.changed(1, 3);
        throw new Error('the database is away');
      }
      return pairs.map(([userId, id]) => ({
        userId,
        unread: { unread_count: 2, conversation: { id, unread_count: 1 } },
      }));
    },
  } as unknown as UnreadService;
  const broadcast = {
    mayReach: () => true,
    toMembers: (...call: unknown[]) => pushed.push(call),
  } as unknown as Broadcast;
  const announcer = createUnreadAnnouncer({
    unread,
    broadcast,
    log: pino({ level: 'silent' }),
    timings: { windowMs: 10, memberWindowMs: 10, retryMs: 500 },
  });
  announcer.changed(1, 2);
  await eventually(() => expect(pushed).toHaveLength(2));
  expect(asked[1]?.toSorted((a, b) => a[1] - b[1])).toEqual([
    [1, 2],
    [1, 3],
  ]);
});

it('sends a busy member’s counts less often, and nobody else’s', async () => {
  const announced: { userId: number; ms: number }[] = [];
  const unread = {
    unreadFor: async (pairs: readonly (readonly [number, number])[]) =>
      pairs.map(([userId, id]) => ({ userId, unread: { unread_count: 1, conversation: { id, unread_count: 1 } } })),
  } as unknown as UnreadService;
  const broadcast = {
    mayReach: () => true,
    toMembers([userId]: [number]) {
      announced.push({ userId, ms: performance.now() });
      // Within the window, however busy the machine is.
      if (announced.length === 1) for (const changed of [1, 3]) announcer.changed(changed, 2);
    },
  } as unknown as Broadcast;
  const log = pino({ level: 'silent' });
  const announcer = createUnreadAnnouncer({
    unread,
    broadcast,
    log,
    timings: { windowMs: 5, memberWindowMs: WINDOW_MS, retryMs: 500 },
  });
  const startedMs = performance.now();
  announcer.changed(1, 2);
  await eventually(() => expect(announced).toHaveLength(3));
  expect(announced.map(({ userId }) => userId)).toEqual([1, 3, 1]);
  // The window begins with the count, before the first broadcast.
  expect((announced[2]?.ms ?? 0) - startedMs).toBeGreaterThanOrEqual(WINDOW_MS);
});
