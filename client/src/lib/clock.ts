/** A device's clock may be this far off. */
const TOLERATED_MS = 5 * 60_000;
let aheadMs = 0;

/** Milliseconds since 1970 by the server's clock, for times that are stored or shown. May jump, also backwards. */
export const nowMs = (): number => Date.now() - aheadMs;

/**
 * Call it before a request, and call the returned function with the `Date` of the answer, which sets the clock: deadlines are the server's,
 * and a device may be hours off. An answer that took longer than the tolerance is ignored, since the device may have slept in the meantime.
 */
export function clockSetter(): (date: string | null) => void {
  const requestedAtMs = Date.now();
  return (date) => {
    const now = Date.now();
    const ms = now - Date.parse(date ?? '');
    if (now - requestedAtMs < TOLERATED_MS && !Number.isNaN(ms)) aheadMs = Math.abs(ms) > TOLERATED_MS ? ms : 0;
  };
}

/** Milliseconds since 1970 by the device's clock, which goes on while it sleeps, unlike the monotonic one. May jump. */
export const deviceMs = (): number => Date.now();

/** Milliseconds since the page was opened, for durations. Never jumps. */
export const monotonicMs = (): number => performance.now();
