const WINDOW_MS = 10_000;

/** Adds to what a connection has done. True means: too much, close it. */
export type AbuseLimit<What extends string> = (what: What, amount: number) => boolean;

/** Counts what one connection does within ten seconds, each kind of it against a maximum of its own. */
export function createAbuseLimit<What extends string>(
  maxima: Readonly<Record<What, number>>,
  nowMs: () => number,
): AbuseLimit<What> {
  const done = new Map<What, number>();
  let sinceMs = nowMs();
  return (what, amount) => {
    if (nowMs() - sinceMs > WINDOW_MS) {
      done.clear();
      sinceMs = nowMs();
    }
    const total = (done.get(what) ?? 0) + amount;
    done.set(what, total);
    return total > maxima[what];
  };
}
