import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { resolveValue, type Toast } from 'react-hot-toast/headless';
import { useLocation } from 'react-router-dom';
import { cx } from '../cx';
import { findLane, type Lane } from './toast-lane';
import { useToasts } from './use-toasts';

/** How often the lane is measured: it changes with the page, an opened dialog, and the window's width. */
const LOOKS_EVERY_MS = 100;

/**
 * Toasts, shown one at a time for 4 seconds (3 for success), announced politely, in a lane that covers no control and no text (`findLane`).
 * While the pointer or the focus is on a toast, it stays and shows all of a long text.
 */
export function ToastHost() {
  const { toasts, shown, hold } = useToasts();
  const lane = useLane(shown !== null);
  return (
    <div
      data-toasts-host
      // Always rendered, so that screen readers know it before the first toast, and a dialog doesn't hide it from them.
      role="status"
      aria-live="polite"
      aria-atomic="false"
      className="pointer-events-none fixed z-70 grid items-start justify-items-start md:justify-items-end"
      style={lane?.box}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {toasts.map((one) => (
        <ToastBox key={one.id} toast={one} isShown={one.id === shown?.id} />
      ))}
    </div>
  );
}

function ToastBox({ toast, isShown }: { toast: Toast; isShown: boolean }) {
  const message = resolveValue(toast.message, toast);
  return (
    <div
      inert={!isShown}
      className={cx(
        'group col-start-1 row-start-1 flex min-h-full max-w-full items-center gap-2 rounded-md border border-line bg-raised px-2.5 text-fg text-xs leading-4 wrap-anywhere md:max-w-96 [&_button]:wrap-normal',
        isShown ? 'pointer-events-auto animate-enter' : 'opacity-0',
      )}
    >
      {toast.type === 'success' && <CircleCheck aria-hidden className="size-4 shrink-0 max-sm:hidden" />}
      {toast.type === 'error' && <CircleAlert aria-hidden className="size-4 shrink-0 text-danger-text" />}
      <div className="min-w-0 flex-1">
        {typeof message === 'string' ? (
          <span className="line-clamp-3 whitespace-pre-line group-hover:line-clamp-none">{message}</span>
        ) : (
          message
        )}
      </div>
    </div>
  );
}

/** Returns the lane while a toast shows. Meanwhile marks the page, for the parts that the styles hide for it. */
function useLane(isShown: boolean): Lane | null {
  const { pathname } = useLocation();
  const [lane, setLane] = useState<Lane | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have another bar
  useLayoutEffect(() => {
    if (isShown) setLane(findLane());
  }, [isShown, pathname]);
  useEffect(() => {
    if (!isShown) return;
    const look = () =>
      setLane((before) => {
        const now = findLane();
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    const timer = setInterval(look, LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [isShown]);
  const over = isShown ? lane?.over : undefined;
  useLayoutEffect(() => {
    if (over === undefined) delete document.documentElement.dataset.toasts;
    else document.documentElement.dataset.toasts = over;
  }, [over]);
  return lane;
}
