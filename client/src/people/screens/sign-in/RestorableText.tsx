import { localTime } from '../../../lib/text/local-time';

/** Says how long a member can still restore their deleted account. */
export const RestorableText = ({ until }: { until: string }) => (
  <>
    You asked for this account to be deleted. You can restore it
    {until !== '' && (
      <>
        {' '}
        until <time dateTime={until}>{localTime(until)}</time>
      </>
    )}
    .
  </>
);
