import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { hasFailed } from '../../../core/store/loadable';
import { Card } from '../../../ui/Card';
import { Skeleton } from '../../../ui/page/Skeleton';
import { loadHours, useHours } from '../../state/hours/hours';

/** Summarizes the owner's free hours on their own page, with a link to the settings. */
export function FreeHoursCard() {
  const loadable = useHours();
  useEffect(() => void loadHours(), []);
  const { data } = loadable;
  const free = (data?.hours?.hours.replaceAll('0', '').length ?? 0) / 4;
  return (
    <Card className="grid gap-2 text-sm">
      <h2 className="text-base">Free hours</h2>
      {data === null && !hasFailed(loadable) ? (
        <Skeleton className="h-5 w-24" />
      ) : (
        <p className={free > 0 ? 'tabular' : undefined}>
          {free > 0 ? `${free === 1 ? '1 hour' : `${free} hours`} a week` : 'Add the hours you have for projects.'}
        </p>
      )}
      <p className="text-faint">Others see those they share with you.</p>
      <Link
        to="/settings/hours"
        className="inline-flex min-h-control-sm items-center justify-self-start text-muted underline underline-offset-2 hover:no-underline"
      >
        Edit free hours
      </Link>
    </Card>
  );
}
