import { useBrowserOnline } from '../../lib/hooks/window-state';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { ErrorState } from './ErrorState';

interface LoadFailedProps {
  message: string;
  onRetry: () => unknown;
}

/** Replaces content that failed to load, and retries by itself. */
export function LoadFailed({ message, onRetry }: LoadFailedProps) {
  const isOnline = useBrowserOnline();
  useLoadAgain(onRetry);
  return (
    <ErrorState
      message={message}
      detail={isOnline ? undefined : 'You’re offline. This loads when you reconnect.'}
      onRetry={onRetry}
    />
  );
}
