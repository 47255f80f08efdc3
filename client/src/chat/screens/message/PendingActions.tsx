import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { errorText } from '../../../core/api/errors';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { Button } from '../../../ui/button/Button';
import { openDialog } from '../../state/outbox/message-dialog';
import { dropRejected } from '../../state/outbox/outbox-acts';
import { conversationOf, type Pending } from '../../state/outbox/outbox-order';
import { resendMessage } from '../../sync/outbox-sender';
import { dialogOn } from '../thread-items/thread.select';

/** Retry, Edit and Delete for a message that the server rejected. */
export function PendingActions({ pending }: { pending: Pending }) {
  const reason = pending.error && errorText(pending.error, '');
  const edit = dialogOn({ kind: 'pending', pending }, conversationOf(pending), 'edit');
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 pt-1 text-sm">
      <span role="alert" className="text-danger-text">
        Failed to send message{reason ? `: ${reason}` : ''}
      </span>
      <Button ref={passFocusOn} size="sm" variant="ghost" onClick={() => resendMessage(pending.client_id)}>
        <RotateCw aria-hidden className="size-4" />
        Retry
      </Button>
      {edit && (
        <Button size="sm" variant="ghost" onClick={() => openDialog(edit)}>
          <Pencil aria-hidden className="size-4" />
          Edit
        </Button>
      )}
      <Button ref={passFocusOn} size="sm" variant="ghost" onClick={() => dropRejected(pending)}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
    </div>
  );
}
