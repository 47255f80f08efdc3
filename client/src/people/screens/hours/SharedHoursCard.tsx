import { isolate } from '@sangam/shared/core/isolate';
import type { SharedHours } from '@sangam/shared/people/hours/calls';
import { Link } from 'react-router-dom';
import { Card } from '../../../ui/Card';
import { useSharedHours } from '../../state/hours/shared-hours';
import { isSameClock, sharedWords, windowWords } from './window-words';

/**
 * The free hours that the reader shares with another member: all of them for a teammate, otherwise about how many and the longest times.
 */
export function SharedHoursCard({ id, name }: { id: number; name: string }) {
  const shared = useSharedHours(id);
  // Nothing is shown if the member has entered no hours or hides them.
  if (shared === null || shared.state === 'theirs_missing') return null;
  return (
    <Card className="grid gap-3 text-sm">
      <h2 className="text-base">Shared free hours</h2>
      <SharedWords shared={shared} name={name} />
    </Card>
  );
}

/** Shared hours with a project's creator. Renders nothing unless the two share hours. */
export function CreatorHoursCard({ id, name }: { id: number; name: string }) {
  const shared = useSharedHours(id);
  if (shared?.state !== 'shared') return null;
  return (
    <Card className="grid gap-3 text-sm">
      <h2 className="text-base wrap-anywhere">Free hours you share with {isolate(name)}</h2>
      <SharedWords shared={shared} name={name} />
    </Card>
  );
}

function SharedWords({ shared, name }: { shared: SharedHours; name: string }) {
  const { state, about_hours, longest, all, zone } = shared;
  if (state === 'yours_missing')
    return (
      <p className="text-muted">
        <Link to="/settings/hours" className="underline underline-offset-2 hover:no-underline">
          Enter your free hours
        </Link>{' '}
        to see those you share with {isolate(name)}.
      </p>
    );
  if (state === 'from_tomorrow') return <p className="text-muted">Your new free hours count from tomorrow.</p>;
  const times = all ?? longest;
  if (times.length === 0) return <p className="text-muted">No shared hours this week</p>;
  return (
    <>
      <p>
        {about_hours === 0 ? 'Less than an hour' : `About ${about_hours === 1 ? '1 hour' : `${about_hours} hours`}`} a
        week{all === undefined && times.length > 1 && '. The longest:'}
      </p>
      <ul className="tabular grid gap-1 text-muted">
        {times.map((time) => (
          <li key={time.from}>
            {sharedWords(time)}
            {zone !== undefined && !isSameClock(time, zone) && (
              <span className="block text-faint text-xs">
                {windowWords(time, zone)} for {isolate(name)}, {zone.replaceAll('_', ' ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
