import type { ReactNode } from 'react';
import { LoadFailed } from './LoadFailed';
import { Loading } from './Skeleton';

interface WhenLoadedProps<T> {
  /** Null until the first answer. */
  data: T | null;
  failed: boolean;
  /** Names the content, as in "Failed to load the report". */
  what: string;
  /** As large as the content, so that nothing moves. */
  skeleton: ReactNode;
  onRetry: () => unknown;
  children: (data: T) => ReactNode;
}

/** Shows a skeleton, then the loaded content, or a message if loading failed. */
export function WhenLoaded<T>({ data, failed, what, skeleton, onRetry, children }: WhenLoadedProps<T>) {
  if (failed) return <LoadFailed message={`Failed to load ${what}`} onRetry={onRetry} />;
  if (data === null) return <Loading label={`Loading ${what}`}>{skeleton}</Loading>;
  return children(data);
}
