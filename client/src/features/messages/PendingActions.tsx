import { RotateCw, Trash2 } from 'lucide-react';
import { errorText } from '../../api/errors';
import { resendMessage } from '../../realtime/outbox-sender';
import { removePending } from '../../stores/outbox';
import type { Pending } from '../../stores/outbox.reduce';
import { dropActsOn } from '../../stores/outbox-acts';
import { Button } from '../../ui/Button';

function drop(pending: Pending): void {
  const { client_id, attachments } = pending;
  removePending(client_id);
  dropActsOn(pending);
  if (attachments)
    void import('../../stores/files/uploads').then((files) => attachments.map(({ id }) => files.cancelUpload(id)));
}

/** What can be done with a message that the server refused. */
export function PendingActions({ pending }: { pending: Pending }) {
  const reason = pending.error && errorText(pending.error, '');
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 pt-1 text-sm">
      <span role="alert" className="text-danger-text">
        Failed to send message{reason ? `: ${reason}` : ''}
      </span>
      <Button size="sm" variant="ghost" onClick={() => resendMessage(pending.client_id)}>
        <RotateCw aria-hidden className="size-4" />
        Retry
      </Button>
      <Button size="sm" variant="ghost" onClick={() => drop(pending)}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
    </div>
  );
}
