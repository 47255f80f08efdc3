import type { HeldRequest } from '@sangam/shared/contract/messages';
import toast from 'react-hot-toast';
import { errorText } from '../../api/errors';
import { decideMessageRequest } from '../../stores/message-requests';
import { setReportDialog } from '../../stores/report-dialog';
import { Button } from '../../ui/Button';

interface RequestBarProps {
  otherId: number;
  name: string;
  request: HeldRequest;
  onBlock: () => void;
}

/** Stands in place of the composer while a stranger's first message waits, or was ignored. */
export function RequestBar({ otherId, name, request, onBlock }: RequestBarProps) {
  const decide = async (decision: 'accepted' | 'ignored') => {
    const answer = await decideMessageRequest(otherId, decision);
    if (!answer.ok) toast.error(errorText(answer.error, 'Failed to answer this message request'));
    else if (decision === 'ignored') toast.success('Message request ignored');
  };
  return (
    <section aria-label="Message request" className="grid gap-3 border-line border-t px-4 py-3">
      <p className="wrap-anywhere text-muted text-sm">
        {request === 'waiting'
          ? `You do not share a team with ${name}. They are told that you read or are online once you accept.`
          : `You have ignored ${name}. They are not told.`}
      </p>
      <div className="grid grid-cols-2 gap-2 sm:flex">
        <Button variant="primary" onClick={() => decide('accepted')}>
          Accept
        </Button>
        {request === 'waiting' && <Button onClick={() => decide('ignored')}>Ignore</Button>}
        <Button variant="ghost" onClick={onBlock}>
          Block…
        </Button>
        <Button variant="ghost" onClick={() => setReportDialog({ kind: 'member', id: otherId, name })}>
          Report…
        </Button>
      </div>
    </section>
  );
}
