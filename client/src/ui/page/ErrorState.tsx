import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { passFocusOn } from '../../lib/dom/pass-focus-on';
import { Button } from '../button/Button';
import { cx } from '../cx';

interface ErrorStateProps {
  message: string;
  detail?: ReactNode;
  /** The button's label. */
  retry?: string;
  /** May return a promise; the button is busy until it settles. */
  onRetry?: (() => unknown) | undefined;
  className?: string;
}

/** Replaces content that failed to load. */
export function ErrorState({ message, detail, retry = 'Retry', onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center gap-2 px-4 py-10 text-center wrap-anywhere', className)}
    >
      <CircleAlert aria-hidden className="mb-1 size-6 text-danger-text" />
      <p className="font-semibold">{message}</p>
      {detail && <p className="max-w-sm text-balance text-muted text-sm">{detail}</p>}
      {onRetry && (
        <Button ref={passFocusOn} className="mt-3" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  );
}
