import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless';
import { useIsNarrow } from '../../lib/hooks/window-state';
import { cx } from '../cx';
import { useToastLane } from './toast-lane';

/** A toast fades for this long before it is removed. */
const FADE_MS = 200;

/** Toasts: 4 seconds (3 for success), announced politely, newest nearest the edge, in a lane that covers no control. */
export function ToastHost() {
  const host = useRef<HTMLDivElement>(null);
  const lane = useToastLane(host);
  const isNarrow = useIsNarrow();
  const { toasts, handlers } = useToaster({
    duration: 4_000,
    removeDelay: FADE_MS,
    success: { duration: 3_000 },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer over a toast lets it stay, which needs no key.
    <div
      ref={host}
      data-toasts
      className={cx(
        'pointer-events-none fixed z-70 flex gap-2',
        isNarrow ? 'flex-col-reverse items-center' : 'flex-col items-end',
      )}
      style={lane}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((shown) => (
        <ToastBox key={shown.id} shown={shown} />
      ))}
    </div>
  );
}

function ToastBox({ shown }: { shown: Toast }) {
  return (
    <div
      className={cx(
        'flex max-w-[min(24rem,100%)] items-center gap-2.5 rounded-md border border-line bg-raised px-3 py-2.5 text-fg text-sm shadow-float transition-opacity wrap-anywhere',
        shown.visible ? 'pointer-events-auto animate-enter' : 'opacity-0',
      )}
    >
      {shown.type === 'success' && <CircleCheck aria-hidden className="size-4.5 shrink-0" />}
      {shown.type === 'error' && <CircleAlert aria-hidden className="size-4.5 shrink-0 text-danger-text" />}
      <div {...shown.ariaProps} className="min-w-0 flex-1 whitespace-pre-line">
        {resolveValue(shown.message, shown)}
      </div>
    </div>
  );
}
