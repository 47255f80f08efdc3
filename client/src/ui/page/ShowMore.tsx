import toast from 'react-hot-toast';
import { Button } from '../button/Button';

interface ShowMoreProps {
  /** What there is more of, as in “Show more projects”. */
  what: string;
  busy: boolean;
  /** Fetches the next page; the sentence that says why it did not come, else null. */
  onMore: () => Promise<string | null>;
}

/** Stands below a list that the server has more of. */
export function ShowMore({ what, busy, onMore }: ShowMoreProps) {
  const more = async () => {
    const failure = await onMore();
    if (failure !== null) toast.error(failure);
  };
  return (
    <Button busy={busy} onClick={more} className="mx-auto">
      Show more {what}
    </Button>
  );
}
