/** Refusals that a client with a fault, or one that is told to slow down, may collect in a window. */
const STRIKES_MAX = 200;
const WINDOW_MS = 10_000;

/** Counts what a socket was refused; true when it has gone on for too long, and should be closed. */
export function createStrikes(nowMs: () => number): () => boolean {
  let strikes = 0;
  let sinceMs = nowMs();
  return () => {
    if (nowMs() - sinceMs > WINDOW_MS) {
      strikes = 0;
      sinceMs = nowMs();
    }
    strikes += 1;
    return strikes > STRIKES_MAX;
  };
}
