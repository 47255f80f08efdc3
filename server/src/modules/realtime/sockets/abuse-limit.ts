/** A client with a bug, or one that does not slow down when told to, may collect so many refusals per window. */
const REFUSALS_MAX = 200;
const WINDOW_MS = 10_000;

/** Counts a socket's refusals. The returned function counts one more; true means: too many, close the socket. */
export function createAbuseLimit(nowMs: () => number): () => boolean {
  let refusals = 0;
  let sinceMs = nowMs();
  return () => {
    if (nowMs() - sinceMs > WINDOW_MS) {
      refusals = 0;
      sinceMs = nowMs();
    }
    refusals += 1;
    return refusals > REFUSALS_MAX;
  };
}
