import { monotonicMs } from './clock';
import { onAnswer, onWake, stillToWaitMs } from './network';

interface RetryOptions<T> {
  /** Whether to accept this outcome or run again. Called before and after the pause. */
  until: (outcome: T) => boolean;
  /** The pause after each failed try; the last one repeats. */
  pausesMs: readonly number[];
  /** A longer pause that the outcome asks for. */
  requestedPauseMs?: (outcome: T) => number;
  /** The maximum number of tries; unlimited by default. */
  triesMax?: number;
  /** Ends the pauses: the last outcome is returned. */
  signal?: AbortSignal;
}

/**
 * Runs `work`, which asks the server, until its outcome is accepted, and returns the last one. Failures are values; exceptions pass
 * through. Without a network, and in a long outage, pauses are longer (`pauseForNetwork`).
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions<T>): Promise<T> {
  const { until, pausesMs, requestedPauseMs = () => 0, triesMax = Number.POSITIVE_INFINITY, signal } = options;
  let failures = 0;
  let sinceMs = monotonicMs();
  for (let tries = 1; ; tries += 1) {
    const outcome = await work();
    if (until(outcome) || tries >= triesMax || signal?.aborted) return outcome;
    failures += 1;
    const [requestedMs, pauseMs] = [requestedPauseMs(outcome), pauseAfter(failures, pausesMs)];
    if (requestedMs > 0) await wait(Math.max(requestedMs, pauseMs), signal);
    else if (await pauseForNetwork(pauseMs, monotonicMs() - sinceMs, signal)) {
      failures = 0;
      sinceMs = monotonicMs();
    }
    if (signal?.aborted || until(outcome)) return outcome;
  }
}

/** Makes a pause a little longer at random, so that clients which got the same answer don't all return at once. */
export const jitter = (ms: number): number => ms * (1 + Math.random() / 2);

/** The pause after this many failed tries; the last one repeats. */
export const pauseAfter = (tries: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0;

/** Resolves after `ms`, or at once when the signal aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/**
 * Waits `ms` before another attempt to reach the server, and longer while the browser is offline or attempts have failed for long
 * (`failingMs`). Ends when the signal aborts.
 */
export async function rest(ms: number, failingMs: number, signal?: AbortSignal): Promise<void> {
  const beganMs = monotonicMs();
  const late = jitter(1);
  for (
    let leftMs = Math.max(ms, stillToWaitMs(failingMs, 0, late));
    leftMs > 0 && !signal?.aborted;
    // The browser may have gone offline, or the tab have been hidden.
    leftMs = stillToWaitMs(failingMs, monotonicMs() - beganMs, late)
  )
    await wait(leftMs, signal);
}

/**
 * The same, and ends as soon as the network may be back, the tab is shown, or the server has answered something else. Returns true in the
 * first two cases: attempts that fail from now on say nothing about the outage before.
 */
export async function pauseForNetwork(ms: number, failingMs: number, signal?: AbortSignal): Promise<boolean> {
  const pause = new AbortController();
  const end = () => pause.abort();
  let isBack = false;
  if (signal?.aborted) return isBack;
  signal?.addEventListener('abort', end, { signal: pause.signal });
  onWake(() => {
    isBack = true;
    end();
  }, pause.signal);
  onAnswer(end, pause.signal);
  await rest(ms, failingMs, pause.signal);
  end();
  return isBack;
}
