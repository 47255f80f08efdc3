import type { HeldRequest } from '@sangam/shared/contact/calls';
import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { type ReportSubject, reportDialog } from '../../../trust/state/report-dialog';
import { Button } from '../../../ui/button/Button';
import { decideMessageRequest } from '../../state/message-requests';
import { threadOf } from '../../state/thread/threads';

interface RequestBarProps {
  otherId: number;
  name: string;
  request: HeldRequest;
  onBlock: () => void;
}

/** The stranger's newest message, so that moderators see what was written; the member where none is loaded. */
function subjectOf(otherId: number, name: string): ReportSubject {
  const written = threadOf(otherId)?.messages.findLast(
    ({ sender_id, deleted_at }) => sender_id === otherId && !deleted_at,
  );
  return written ? { kind: 'message', id: otherId, seq: written.seq } : { kind: 'member', id: otherId, name };
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
        <Button variant="ghost" onClick={() => reportDialog.open(subjectOf(otherId, name))}>
          Report…
        </Button>
      </div>
    </section>
  );
}
