import { minuteMs } from '@sangam/shared/core/limits';
import { clockTime, relativeTime, shortDate } from '@sangam/shared/core/time';
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { nowMs } from '../lib/clock';
import { cx } from './cx';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  for (const each of listeners) each();
};

/** One timer for all times on screen; none without any. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, minuteMs / 2);
    // Timers stand still while the computer sleeps, and in a hidden or cached page.
    document.addEventListener('visibilitychange', tick);
    window.addEventListener('focus', tick);
    window.addEventListener('pageshow', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
    window.removeEventListener('focus', tick);
    window.removeEventListener('pageshow', tick);
  };
}

// Rounded up to half a minute, so that renders between two ticks see the same value.
const currentMs = () => Math.floor(nowMs() / (minuteMs / 2)) * (minuteMs / 2) + minuteMs / 2;

/** The current time to half a minute, for components that show relative times. */
export const useNow = (): number => useSyncExternalStore(subscribe, currentMs);

/** Whether the time has come by the server's clock, on the second. False without a time. */
export function useHasCome(time: string | undefined): boolean {
  const [, look] = useReducer((count: number) => count + 1, 0);
  const leftMs = Date.parse(time ?? '') - nowMs();
  // Set within the last minute only: a timer for weeks would end at once, and timers stand still while the computer sleeps.
  const isSoon = useNow() && leftMs > 0 && leftMs <= minuteMs;
  useEffect(() => {
    const timer = isSoon ? setTimeout(look, leftMs) : undefined;
    return () => clearTimeout(timer);
  });
  return leftMs <= 0;
}

/** "5 minutes ago" on one line, kept current, with the full time on hover. */
export function TimeAgo({ time, className }: { time: string; className?: string }) {
  const now = useNow();
  return (
    <time
      dateTime={time}
      title={`${shortDate(time)}, ${clockTime(time)}`}
      className={cx('whitespace-nowrap', className)}
    >
      {relativeTime(time, now)}
    </time>
  );
}
