import { chatLimits } from '@sangam/shared/chat/limits';
import { coreLimits } from '@sangam/shared/core/limits';
import { askedToWaitMs } from '../../lib/asked-to-wait';
import { monotonicMs } from '../../lib/clock';
import { isOffline, stillToWaitMs } from '../../lib/network';

let localSendMs = Number.NEGATIVE_INFINITY;
/** Notes that this tab has sent something and will show the answer itself. */
export const noteLocalSend = (): void => {
  localSendMs = monotonicMs();
};
/** The time of this tab's last send, on the monotonic clock. */
export const lastLocalSend = (): number => localSendMs;

interface PollingHooks {
  refresh: (reason: 'fallback' | 'focus') => void;
  /** On the monotonic clock. */
  lastLocalSendMs: () => number;
  /** Whether the latest refresh succeeded. */
  isAnswered: () => boolean;
}

/**
 * Polls (R10.2) every 30 seconds while there is no live connection or its events are paused, and half a second after
 * the window gets the focus. Skips for 5 seconds after a local send, and while the server has asked to wait. While the browser is offline,
 * polls if nothing else has asked the server for a minute: it may be wrong, on a network that lets no connection through. A hidden tab
 * skips more and more polls while none is answered.
 */
export function createPolling(hooks: PollingHooks) {
  let poll: ReturnType<typeof setInterval> | undefined;
  let focus: ReturnType<typeof setTimeout> | undefined;
  let polledMs = 0;
  let answeredMs = 0;
  const ifAllowed = (reason: 'fallback' | 'focus') => {
    const hasJustSent = monotonicMs() - hooks.lastLocalSendMs() < chatLimits.afterSendSkipMs;
    if (!hasJustSent && askedToWaitMs() === 0) hooks.refresh(reason);
  };
  const tick = () => {
    const now = monotonicMs();
    if (hooks.isAnswered()) answeredMs = now;
    if (stillToWaitMs(now - answeredMs, now - polledMs) > 0) return;
    polledMs = now;
    ifAllowed('fallback');
  };
  return {
    /** Starts polling: the connection is away, or its events are paused. */
    begin(): void {
      if (poll !== undefined) return;
      polledMs = monotonicMs();
      answeredMs = polledMs;
      poll = setInterval(tick, coreLimits.pollIntervalMs);
    },
    /** Stops polling: the connection is back, or the member has logged out. */
    end(): void {
      clearInterval(poll);
      poll = undefined;
    },
    focused(): void {
      clearTimeout(focus);
      focus = setTimeout(() => isOffline() || ifAllowed('focus'), coreLimits.focusRefreshDelayMs);
    },
    stop: (): void => {
      clearInterval(poll);
      clearTimeout(focus);
    },
  };
}
