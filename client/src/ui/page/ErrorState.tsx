import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/Button';
import { cx } from '../cx';
import { RetryButton } from './RetryButton';

interface ErrorStateProps {
  message: string;
  detail?: ReactNode;
  /** The button's words, if it does something else than load again. */
  act?: string;
  /** May return a promise; the button is busy until it settles. */
  onRetry?: (() => unknown) | undefined;
  className?: string | undefined;
}

/** Replaces content that failed to load. */
export function ErrorState({ message, detail, act, onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center gap-2 px-4 py-10 text-center wrap-anywhere', className)}
    >
      <CircleAlert aria-hidden className="mb-1 size-6 text-danger-text" />
      <p className="font-semibold">{message}</p>
      {detail && <p className="max-w-sm text-balance text-muted text-sm">{detail}</p>}
      {onRetry && act === undefined && <RetryButton className="mt-3" onClick={onRetry} />}
      {onRetry && act !== undefined && (
        <Button className="mt-3" onClick={onRetry}>
          {act}
        </Button>
      )}
    </div>
  );
}
