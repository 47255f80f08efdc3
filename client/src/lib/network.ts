import { monotonicMs } from './clock';

/** While the browser says that it has no network, it may be wrong, so one attempt is made in this time … */
const OFFLINE_PAUSE_MS = 60_000;
/** … and in a hidden tab in this. */
const HIDDEN_OFFLINE_PAUSE_MS = 5 * 60_000;
/** A shorter outage, such as the restart of a server, makes no pause longer. */
const SHORT_OUTAGE_MS = 2 * 60_000;
/** After a longer one, pauses last a tenth of it, up to this … */
const PAUSE_MAX_MS = 30_000;
/** … and in a hidden tab to this. */
const HIDDEN_PAUSE_MAX_MS = 2 * 60_000;

/** An answer wakes all that waits for one, at most once in this time: what it wakes may be answered itself, or get no answer again. */
const WAKES_EVERY_MS = 5_000;

/** When the server last answered, and when an attempt last got no answer. */
let answeredMs = Number.NEGATIVE_INFINITY;
let unansweredMs = Number.NEGATIVE_INFINITY;
/** The server has answered although the browser says that it has no network. */
let isWrong = false;
/** When an answer last woke others, or will. */
let wakesMs = Number.NEGATIVE_INFINITY;
const answerListeners = new Set<() => void>();

const saysOffline = (): boolean => globalThis.navigator?.onLine === false;
const isHidden = (): boolean => globalThis.document?.hidden === true;

/** Whether the browser says that it has no network, and the server hasn't shown otherwise. */
export const isOffline = (): boolean => saysOffline() && !isWrong;

/** Notes that the server has answered. */
export function noteAnswer(): void {
  const wasAway = isUnanswered() || isOffline();
  answeredMs = monotonicMs();
  isWrong = saysOffline();
  if (wasAway && wakesMs <= answeredMs) wakeLater(Math.max(0, wakesMs + WAKES_EVERY_MS - answeredMs));
}

function wakeLater(ms: number): void {
  wakesMs = monotonicMs() + ms;
  const wake = () => {
    for (const listener of [...answerListeners]) listener();
  };
  if (ms === 0) wake();
  else setTimeout(wake, ms);
}

/** Notes that an attempt to reach the server got no answer, or only one from a proxy without a server. */
export function noteNoAnswer(): void {
  unansweredMs = monotonicMs();
  if (unansweredMs - answeredMs > SHORT_OUTAGE_MS) isWrong = false;
}

/** Whether the latest attempt got no answer. */
export const isUnanswered = (): boolean => unansweredMs > answeredMs;

/**
 * Calls back when the server answers after an attempt without an answer, or although the browser is offline, at most every five seconds,
 * until `signal` aborts.
 */
export function onAnswer(listener: () => void, signal: AbortSignal): void {
  answerListeners.add(listener);
  signal.addEventListener('abort', () => answerListeners.delete(listener));
}

/** Calls back when the network is back, or a tab goes on that was frozen or cached, until `signal` aborts. */
export function onNetworkBack(listener: () => void, signal: AbortSignal): void {
  globalThis.window?.addEventListener('online', listener, { signal });
  // A page in the back/forward cache and a frozen tab get no events.
  globalThis.window?.addEventListener('pageshow', ({ persisted }) => persisted && listener(), { signal });
  globalThis.document?.addEventListener('resume', listener, { signal });
}

/** The same, and when a hidden tab is shown. */
export function onWake(listener: () => void, signal: AbortSignal): void {
  onNetworkBack(listener, signal);
  globalThis.document?.addEventListener('visibilitychange', () => isHidden() || listener(), { signal });
}

/**
 * How long the next attempt by a timer still has to wait, if those before it have failed for `failingMs` and the last one was
 * `pausedMs` ago. `late` makes it longer, so that clients don't all come back at once. Attempts that a member makes need not wait.
 */
export function stillToWaitMs(failingMs: number, pausedMs: number, late = 1): number {
  if (isOffline()) {
    const pauseMs = isHidden() ? HIDDEN_OFFLINE_PAUSE_MS : OFFLINE_PAUSE_MS;
    // One attempt for all parts of the page: an answer to it wakes them all.
    return late * pauseMs - (monotonicMs() - Math.max(answeredMs, unansweredMs));
  }
  if (failingMs < SHORT_OUTAGE_MS) return 0;
  return late * Math.min(failingMs / 10, isHidden() ? HIDDEN_PAUSE_MAX_MS : PAUSE_MAX_MS) - pausedMs;
}
