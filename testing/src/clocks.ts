import { type Clock, createClock } from '@sangam/server/platform/lib/clock';

export type StoppedClock = Clock & { atMs: number };
type ShiftedClock = Clock & { aheadMs: number };

/** Stands still until a test moves `atMs`. */
export function stoppedClock(startMs = Date.now()): StoppedClock {
  const clock: StoppedClock = { ...createClock(() => clock.atMs), atMs: startMs };
  return clock;
}

/** Runs `aheadMs` ahead of the system’s clock; behind it where that is negative. */
export function shiftedClock(): ShiftedClock {
  const clock: ShiftedClock = { ...createClock(() => Date.now() + clock.aheadMs), aheadMs: 0 };
  return clock;
}
