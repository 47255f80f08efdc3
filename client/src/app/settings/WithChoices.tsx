import type { ReactNode } from 'react';
import { hasFailed } from '../../core/store/loadable';
import { loadChoices } from '../../notices/state/change-choices';
import { useLoadedChoices } from '../../notices/state/loaded-choices';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { CardSkeleton } from '../../ui/page/Skeleton';

/** Shows a part of the settings once the member's choices have loaded, so that its cards appear together. */
export function WithChoices({ children }: { children: ReactNode }) {
  const loadable = useLoadedChoices();
  if (loadable.data !== null) return children;
  return hasFailed(loadable) ? (
    <LoadFailed message="Failed to load your settings" onRetry={loadChoices} />
  ) : (
    <CardSkeleton className="h-64" />
  );
}
