import { localTime } from '../../../lib/text/local-time';

/** For a member who asked for the account's deletion: the time up to which they can restore it. */
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
