import { useEffect } from 'react';
import { hasFailed } from '../../core/store/loadable';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { HoursForm } from '../../people/screens/hours/HoursForm';
import { loadHours, useHours } from '../../people/state/hours/hours';
import { ErrorState } from '../../ui/page/ErrorState';
import { CardSkeleton } from '../../ui/page/Skeleton';

/** The member's free hours, once they are loaded. */
export function HoursSection() {
  const loadable = useHours();
  const failed = hasFailed(loadable);
  useLoadAgain(loadHours, failed);
  useEffect(() => {
    void loadHours();
  }, []);
  if (loadable.data === null)
    return failed ? (
      <ErrorState message="Failed to load your free hours" onRetry={loadHours} />
    ) : (
      <CardSkeleton className="h-96" />
    );
  return <HoursForm saved={loadable.data.hours} />;
}
