/** A device's clock may be this far off. An answer comes sooner, so one that was slow corrects nothing. */
const TOLERATED_MS = 5 * 60_000;
let aheadMs = 0;

/** Milliseconds since 1970 by the server's clock, for times that are stored or shown. May jump, also backwards. */
export const nowMs = (): number => Date.now() - aheadMs;

/** Sets the clock by the `Date` of an answer: deadlines are the server's, and a device may be hours off. */
export function setClock(date: string | null): void {
  const ms = Date.now() - Date.parse(date ?? '');
  if (!Number.isNaN(ms)) aheadMs = Math.abs(ms) > TOLERATED_MS ? ms : 0;
}

/** Milliseconds since the page was opened, for durations. Never jumps. */
export const monotonicMs = (): number => performance.now();
