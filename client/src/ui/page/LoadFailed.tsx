import { useBrowserOnline } from '../../lib/hooks/window-state';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { ErrorState } from './ErrorState';

interface LoadFailedProps {
  message: string;
  onRetry: () => unknown;
}

/** Stands in the place of what could not be loaded, and loads it by itself once that is possible. */
export function LoadFailed({ message, onRetry }: LoadFailedProps) {
  const isOnline = useBrowserOnline();
  useLoadAgain(true, onRetry);
  return (
    <ErrorState
      message={message}
      detail={isOnline ? undefined : 'You are offline. This loads when you reconnect.'}
      onRetry={onRetry}
    />
  );
}
