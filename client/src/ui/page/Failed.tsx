import { passFocusOn } from '../../lib/dom/pass-focus-on';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { Button } from '../button/Button';
import { Card } from '../Card';

interface FailedProps {
  what: string;
  onRetry: () => unknown;
}

/** Replaces a list's rows, inside its card, after a failure. */
export const Failed = ({ what, onRetry }: FailedProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
    <p className="text-muted text-sm">Failed to load {what}</p>
    <Button ref={passFocusOn} size="sm" onClick={onRetry}>
      Retry
    </Button>
  </div>
);

/** A list or a part of a page that failed to load, with Retry (R9.5). It also retries by itself. */
export function Unavailable({ what, onRetry }: FailedProps) {
  useLoadAgain(onRetry);
  return (
    <Card flush>
      <Failed what={what} onRetry={onRetry} />
    </Card>
  );
}
