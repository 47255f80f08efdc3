import { isolate } from '@sangam/shared/core/isolate';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../core/api/errors';
import { passFocusOn } from '../../lib/dom/pass-focus-on';
import { OnlineButton } from '../../ui/button/OnlineButton';
import { unblockMember } from '../sync/block';

/** Replaces the composer while the member blocks the other member; offers to unblock. */
export function BlockedBar({ otherId, name }: { otherId: number; name: string }) {
  const unblock = async () => {
    const answer = await unblockMember(otherId);
    if (answer.ok) toast.success(`${isolate(name)} is unblocked`);
    else toast.error(actFailureText(answer.error, 'Failed to unblock this member'));
  };
  return (
    <section
      ref={passFocusOn}
      aria-label="Blocked"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-3"
    >
      <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-muted text-sm">
        You have blocked {isolate(name)}. You can’t write to each other.
      </p>
      <OnlineButton onClick={unblock}>Unblock</OnlineButton>
    </section>
  );
}
