import { dateSeparator } from '@sangam/shared/core/time';
import { useNow } from '../../../ui/TimeAgo';

/** Names the day of the messages below. */
export function DateSeparator({ time }: { time: string }) {
  // "Today" becomes "Yesterday" at midnight while the page is open.
  const now = useNow();
  return (
    <div className="flex justify-center pt-4 pb-3">
      <span className="rounded-full border border-line px-3 py-0.5 text-muted text-xs">{dateSeparator(time, now)}</span>
    </div>
  );
}

/** The divider above the first unread message. */
export function UnreadDivider() {
  return (
    <div className="flex items-center gap-3 py-3 font-medium text-accent-text text-xs">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      Unread messages
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </div>
  );
}
