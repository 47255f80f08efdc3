import { useEffect } from 'react';
import { hasFailed } from '../../core/store/loadable';
import { HoursForm } from '../../people/screens/hours/HoursForm';
import { loadHours, useHours } from '../../people/state/hours/hours';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { CardSkeleton } from '../../ui/page/Skeleton';

/** The member's free hours, once they are loaded. */
export function HoursSection() {
  const loadable = useHours();
  useEffect(() => {
    void loadHours();
  }, []);
  if (loadable.data === null)
    return hasFailed(loadable) ? (
      <LoadFailed message="Failed to load your free hours" onRetry={loadHours} />
    ) : (
      <CardSkeleton className="h-96" />
    );
  return <HoursForm saved={loadable.data.hours} />;
}
