import { useReadLimitS } from '../../lib/hooks/use-read-limit';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { Card } from '../Card';
import { RetryButton } from './RetryButton';
import { TooManyRequests } from './TooManyRequests';

interface RowsFailedProps {
  what: string;
  onRetry: () => unknown;
}

/** Takes the place of a list's rows in its card. It also retries by itself. */
export function RowsFailed({ what, onRetry }: RowsFailedProps) {
  const limitedS = useReadLimitS();
  useLoadAgain(onRetry);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
      <div className="min-w-0 text-muted text-sm">
        <p>Failed to load {what}</p>
        {limitedS > 0 && (
          <p>
            <TooManyRequests seconds={limitedS} />
          </p>
        )}
      </div>
      <RetryButton size="sm" onClick={onRetry} />
    </div>
  );
}

/** The same as a card, for a list or a part of a page (R9.5). */
export const RowsFailedCard = (props: RowsFailedProps) => (
  <Card flush>
    <RowsFailed {...props} />
  </Card>
);
