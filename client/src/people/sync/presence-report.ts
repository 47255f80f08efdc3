import { peopleLimits } from '@sangam/shared/people/limits';
import { request } from '../../core/api/client';
import { type Result, retryAfterMs } from '../../core/api/errors';
import { useConnection } from '../../core/realtime/connection-status';
import { emit, isConnected } from '../../core/realtime/socket';
import { monotonicMs, nowMs } from '../../lib/clock';
import { logFailure } from '../../lib/log';
import { isOffline, isUnanswered } from '../../lib/network';
import { jitter } from '../../lib/retry';

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

/** A socket that has not connected after this time may be blocked: the first report goes over REST. */
const FIRST_CONNECT_MS = 1_000;

/** True while a report over REST may hold a presence lease for this member, which lasts 75 seconds even if the tab closes. */
let leasedByRest = false;

let reportAfterMs = 0;
/** Logs failures only (R12.3). The next heartbeat after the pause that the server asks for sends the report again. */
const logged = async (call: Promise<Result<unknown>>): Promise<void> => {
  const answer = await call;
  if (answer.ok) return;
  logFailure('Error updating status', answer.error);
  reportAfterMs = monotonicMs() + jitter(retryAfterMs(answer.error));
};

interface Report {
  isActive: boolean;
  lastActiveMs: number;
  /** The page is unloading: the request must outlive it. */
  isLeaving: boolean;
  /** The report may wait for a socket that is still connecting. */
  mayWait: boolean;
  /** It says what the one before it said. */
  isRepeated: boolean;
}

/** Reports whether this member is active: over the socket, or over REST while it is away. */
async function report({ isActive, lastActiveMs, isLeaving, mayWait, isRepeated }: Report): Promise<void> {
  if (monotonicMs() < reportAfterMs) return;
  const body = { isActive, lastActive: new Date(lastActiveMs).toISOString() };
  if (isConnected()) {
    await logged(emit('presence:report', body));
    // The socket has its own lease; REST's would outlive it.
    if (leasedByRest) {
      leasedByRest = false;
      await logged(request('POST /api/users/update-status', { body: { ...body, isActive: false } }));
    }
    return;
  }
  const { status, refreshed } = useConnection.getState();
  // The report follows as soon as the socket has connected or failed.
  if (status === 'connecting' && mayWait && !isLeaving) return;
  // Attempts to connect and polls find out when the server can be reached again.
  if (!isLeaving && (isOffline() || (isRepeated && isUnanswered() && !refreshed))) return;
  leasedByRest = isActive;
  await logged(request('POST /api/users/update-status', { body, keepalive: isLeaving }));
}

/**
 * Reports presence for this tab (R7.1): active on any input or focus; inactive after 2 minutes without input, while the page is hidden, and
 * before it unloads. Reports on start, every 30 seconds and on each change.
 */
export function followActivity(): { stop: () => void; reportNow: () => void } {
  let isActive = !document.hidden;
  let lastActiveMs = nowMs();
  /** `lastActiveMs` on the monotonic clock. */
  let quietSinceMs = monotonicMs();
  let idle: ReturnType<typeof setTimeout> | undefined;

  reportAfterMs = 0;
  let mayWait = true;
  const reportNow = () => void report({ isActive, lastActiveMs, isLeaving: false, mayWait, isRepeated: false });
  const setActive = (next: boolean) => {
    if (isActive === next) return;
    isActive = next;
    reportNow();
  };
  const checkIdle = () => {
    const quietMs = monotonicMs() - quietSinceMs;
    if (quietMs >= peopleLimits.inactiveAfterMs) setActive(false);
    else idle = setTimeout(checkIdle, peopleLimits.inactiveAfterMs - quietMs);
  };
  const onInput = () => {
    if (document.hidden) return;
    lastActiveMs = nowMs();
    quietSinceMs = monotonicMs();
    if (isActive) return;
    clearTimeout(idle);
    idle = setTimeout(checkIdle, peopleLimits.inactiveAfterMs);
    setActive(true);
  };
  const onVisibility = () => (document.hidden ? setActive(false) : onInput());
  const onLeave = () => {
    if (!isActive) return;
    isActive = false;
    void report({ isActive, lastActiveMs, isLeaving: true, mayWait, isRepeated: false });
  };

  const options = { passive: true, capture: true } as const;
  for (const name of inputEvents) window.addEventListener(name, onInput, options);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', onLeave);
  // A page restored from the back/forward cache is active again.
  window.addEventListener('pageshow', onInput);
  idle = setTimeout(checkIdle, peopleLimits.inactiveAfterMs);
  const heartbeat = setInterval(
    () => void report({ isActive, lastActiveMs, isLeaving: false, mayWait, isRepeated: true }),
    peopleLimits.heartbeatMs,
  );
  const first = setTimeout(() => {
    mayWait = false;
    if (useConnection.getState().status === 'connecting') reportNow();
  }, FIRST_CONNECT_MS);
  reportNow();

  return {
    reportNow,
    stop: () => {
      for (const name of inputEvents) window.removeEventListener(name, onInput, options);
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', onLeave);
      window.removeEventListener('pageshow', onInput);
      clearTimeout(idle);
      clearTimeout(first);
      clearInterval(heartbeat);
    },
  };
}
