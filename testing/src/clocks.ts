import { type Clock, systemClock } from '@sangam/server/platform/lib/clock';

export type StoppedClock = Clock & { atMs: number };

/** Stands still until a test moves `atMs`. */
export function stoppedClock(startMs = Date.now()): StoppedClock {
  const clock = { ...systemClock, atMs: startMs, nowMs: (): number => clock.atMs };
  return clock;
}

/** Runs `aheadMs` ahead of the system’s clock; behind it where that is negative. */
export function shiftedClock(): Clock & { aheadMs: number } {
  const clock = { ...systemClock, aheadMs: 0, nowMs: (): number => Date.now() + clock.aheadMs };
  return clock;
}
