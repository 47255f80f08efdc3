import toast from 'react-hot-toast/headless';
import { OnlineButton } from '../button/OnlineButton';

interface ShowMoreProps {
  /** The name of the items, as in “Show more projects”. */
  what: string;
  busy: boolean;
  /** Fetches the next page. Returns an error message, or null on success. */
  onMore: () => Promise<string | null>;
}

/** Below a list that has more items on the server. */
export function ShowMore({ what, busy, onMore }: ShowMoreProps) {
  const more = async () => {
    const failure = await onMore();
    if (failure !== null) toast.error(failure);
  };
  return (
    <OnlineButton busy={busy} onClick={more} className="mx-auto">
      Show more {what}
    </OnlineButton>
  );
}
