const WINDOW_MS = 10_000;

/** Adds to what a connection has done. True means: too much, close it. */
export type AbuseLimit = (amount: number) => boolean;

/** Counts what one connection does of one kind within ten seconds. */
export function createAbuseLimit(max: number, nowMs: () => number): AbuseLimit {
  let done = 0;
  let sinceMs = nowMs();
  return (amount) => {
    const now = nowMs();
    if (now - sinceMs > WINDOW_MS) {
      done = 0;
      sinceMs = now;
    }
    done += amount;
    return done > max;
  };
}
