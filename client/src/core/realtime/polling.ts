import { chatLimits } from '@sangam/shared/chat/limits';
import { coreLimits } from '@sangam/shared/core/limits';
import { askedToWaitMs } from '../../lib/asked-to-wait';
import { monotonicMs } from '../../lib/clock';

let localSendMs = Number.NEGATIVE_INFINITY;
/** Notes that this tab sends something, and will show the answer itself. */
export const noteLocalSend = (): void => {
  localSendMs = monotonicMs();
};
/** When this tab last sent, on the monotonic clock. */
export const lastLocalSend = (): number => localSendMs;

interface FallbackHooks {
  refresh: (reason: 'fallback' | 'focus') => void;
  /** On the monotonic clock. */
  lastLocalSendMs: () => number;
}

/**
 * Polling (R10.2): every 30 seconds while there is no live connection or its pushes are paused, and half a second after the window
 * gets the focus. For 5 seconds after a local send it is skipped, and while the server has asked to wait. Otherwise no timer runs.
 */
export function createFallback(hooks: FallbackHooks) {
  let poll: ReturnType<typeof setInterval> | undefined;
  let focus: ReturnType<typeof setTimeout> | undefined;
  const unlessJustSent = (reason: 'fallback' | 'focus') => {
    const hasJustSent = monotonicMs() - hooks.lastLocalSendMs() < chatLimits.afterSendSkipMs;
    if (!hasJustSent && askedToWaitMs() === 0) hooks.refresh(reason);
  };
  return {
    /** The connection is away, or its pushes are paused: poll. */
    begin(): void {
      poll ??= setInterval(() => unlessJustSent('fallback'), coreLimits.pollIntervalMs);
    },
    /** The connection is back, or the member has left. */
    end(): void {
      clearInterval(poll);
      poll = undefined;
    },
    focused(): void {
      clearTimeout(focus);
      focus = setTimeout(() => unlessJustSent('focus'), coreLimits.focusRefreshDelayMs);
    },
    stop: (): void => {
      clearInterval(poll);
      clearTimeout(focus);
    },
    isPolling: (): boolean => poll !== undefined,
  };
}
