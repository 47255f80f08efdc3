import { Button } from '../../../ui/button/Button';
import { cx } from '../../../ui/cx';
import { Spinner } from '../../../ui/page/Spinner';
import type { Thread } from '../../state/thread/threads.reduce';

interface HistoryStateProps {
  which: 'older' | 'newer';
  state: Thread['older'];
  onRetry: () => Promise<void>;
}

/** Floats over the top of a thread while older messages are fetched, over its foot for newer ones, so that nothing moves. */
export function HistoryState({ which, state, onRetry }: HistoryStateProps) {
  if (state === 'idle') return null;
  // The pill stands below it.
  const place = which === 'older' ? 'top-2' : 'bottom-15';
  return (
    <div className={cx('pointer-events-none absolute inset-x-0 z-10 flex justify-center', place)}>
      <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-muted text-sm">
        {state === 'loading' ? (
          <>
            <Spinner />
            <span className="sr-only">Loading {which} messages</span>
          </>
        ) : (
          <>
            Failed to load messages
            <Button size="sm" variant="ghost" onClick={onRetry}>
              Retry
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
