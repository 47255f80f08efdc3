import { monotonicMs } from '../../lib/clock';
import { pauseAfter, rest, wait } from '../../lib/retry';

/** Pauses before the next attempt to connect, from half as long to half as long again; the last one repeats. */
const pausesMs = [500, 1_000, 2_000, 4_000, 5_000];

/** The pause that an answer to another call leaves: it also comes where a network lets calls pass and no connection. */
const ANSWERED_PAUSE_MS = 5_000;

/**
 * Plans the attempts to connect, until `signal` aborts: soon while an outage may be the restart of a server, later while the browser is
 * offline or the outage lasts (`rest`).
 */
export function createAttempts(connect: () => void, signal: AbortSignal) {
  let failures = 0;
  let sinceMs: number | null = null;
  let failedMs = 0;
  let pause: AbortController | null = null;
  const end = () => {
    pause?.abort();
    pause = null;
  };
  const forget = () => {
    failures = 0;
    sinceMs = null;
  };
  const attempt = () => {
    end();
    connect();
  };
  signal.addEventListener('abort', end);
  return {
    /** The connection was lost, or an attempt failed: plans the next one, at the earliest after `leastMs`. */
    failed(leastMs = 0): void {
      failedMs = monotonicMs();
      sinceMs ??= failedMs;
      failures += 1;
      const ms = Math.max(leastMs, pauseAfter(failures, pausesMs) * (0.5 + Math.random()));
      const failingMs = failedMs - sinceMs;
      end();
      const mine = new AbortController();
      pause = mine;
      void rest(ms, failingMs, mine.signal).then(() => pause === mine && attempt());
    },
    succeeded: forget,
    /** Makes the planned attempt now. An attempt under way goes on. */
    now(): void {
      forget();
      if (pause !== null) attempt();
    },
    /** Makes the planned attempt in a few seconds at most: the server has answered something else. */
    soon(): void {
      const planned = pause;
      const leftMs = Math.max(0, ANSWERED_PAUSE_MS - (monotonicMs() - failedMs));
      if (planned !== null) void wait(leftMs, planned.signal).then(() => pause === planned && attempt());
    },
    /** Drops the planned attempt: the caller makes one, since the network may be back. Where it fails, the next ones follow soon. */
    end(): void {
      forget();
      end();
    },
  };
}
