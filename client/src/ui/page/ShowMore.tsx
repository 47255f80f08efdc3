import toast from 'react-hot-toast/headless';
import { passFocusToRow } from '../../lib/dom/pass-focus-on';
import type { ButtonProps } from '../button/Button';
import { OnlineButton } from '../button/OnlineButton';

interface ShowMoreProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** The name of the items, as in “Show more projects”. */
  what: string;
  busy: boolean;
  /** Fetches the next page. Returns an error message, or null on success. */
  onMore: () => Promise<string | null>;
}

/** The button below a list that has more items on the server. */
export function ShowMore({ what, busy, onMore, ...look }: ShowMoreProps) {
  const more = async () => {
    const failure = await onMore();
    if (failure !== null) toast.error(failure);
  };
  return (
    <OnlineButton ref={passFocusToRow} {...look} busy={busy} onClick={more} className="mx-auto">
      Show more {what}
    </OnlineButton>
  );
}
