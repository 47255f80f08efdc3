import { type ReactNode, useEffect } from 'react';
import { hasFailed } from '../../core/store/loadable';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { loadChoices } from '../../notices/state/change-choices';
import { useChoices } from '../../notices/state/choices';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { CardSkeleton } from '../../ui/page/Skeleton';

/** Shows a part of the settings once the member's choices have loaded, so that its cards appear together. */
export function WithChoices({ children }: { children: ReactNode }) {
  const loadable = useChoices();
  useLoadAgain(loadChoices, hasFailed(loadable));
  useEffect(() => {
    if (useChoices.getState().data === null) void loadChoices();
  }, []);
  if (loadable.data !== null) return children;
  return hasFailed(loadable) ? (
    <LoadFailed message="Failed to load your settings" onRetry={loadChoices} />
  ) : (
    <CardSkeleton className="h-64" />
  );
}
