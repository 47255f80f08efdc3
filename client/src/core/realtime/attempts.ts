import { monotonicMs } from '../../lib/clock';
import { pauseAfter, rest } from '../../lib/retry';

/** Pauses before the next attempt to connect, from half as long to half as long again; the last one repeats. */
const pausesMs = [500, 1_000, 2_000, 4_000, 5_000];

/**
 * Plans the attempts to connect, until `signal` aborts: soon while an outage may be the restart of a server, later while the browser is
 * offline or the outage lasts (`rest`).
 */
export function createAttempts(connect: () => void, signal: AbortSignal) {
  let failures = 0;
  let sinceMs: number | null = null;
  let pause: AbortController | null = null;
  const end = () => {
    pause?.abort();
    pause = null;
  };
  signal.addEventListener('abort', end);
  return {
    /** The connection was lost, or an attempt failed: plans the next one, at the earliest after `leastMs`. */
    failed(leastMs = 0): void {
      end();
      sinceMs ??= monotonicMs();
      failures += 1;
      const mine = new AbortController();
      pause = mine;
      const ms = pauseAfter(failures, pausesMs) * (0.5 + Math.random());
      void rest(Math.max(leastMs, ms), monotonicMs() - sinceMs, mine.signal).then(() => {
        if (pause !== mine) return;
        pause = null;
        connect();
      });
    },
    succeeded(): void {
      failures = 0;
      sinceMs = null;
    },
    /** Makes the planned attempt now. An attempt under way goes on. */
    now(): void {
      if (pause === null) return;
      end();
      connect();
    },
    /** Drops the planned attempt: the caller makes one. */
    end,
  };
}
