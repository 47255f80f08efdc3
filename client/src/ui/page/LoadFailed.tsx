import { useReadLimitS } from '../../lib/hooks/use-read-limit';
import { useBrowserOnline } from '../../lib/hooks/window-state';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { ErrorState } from './ErrorState';
import { TooManyRequests } from './TooManyRequests';

interface LoadFailedProps {
  message: string;
  /** The reason, if the part knows one. */
  detail?: string;
  onRetry: () => unknown;
  className?: string;
}

/** Replaces content that failed to load, and retries by itself. */
export function LoadFailed({ message, detail, onRetry, className }: LoadFailedProps) {
  const isOnline = useBrowserOnline();
  const limitedS = useReadLimitS();
  useLoadAgain(onRetry);
  const reason = detail || (isOnline ? undefined : 'You’re offline. This loads when you reconnect.');
  return (
    <ErrorState
      message={message}
      detail={limitedS > 0 ? <TooManyRequests seconds={limitedS} /> : reason}
      onRetry={onRetry}
      className={className}
    />
  );
}
