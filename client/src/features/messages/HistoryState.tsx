import type { Thread } from '../../stores/threads.reduce';
import { Button } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';

interface HistoryStateProps {
  state: Thread['older'];
  onRetry: () => Promise<void>;
}

/** Floats over the top of a thread while older messages are fetched, so that nothing moves. */
export function HistoryState({ state, onRetry }: HistoryStateProps) {
  if (state === 'idle') return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-muted text-sm">
        {state === 'loading' ? (
          <>
            <Spinner />
            <span className="sr-only">Loading older messages</span>
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
