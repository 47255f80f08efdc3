import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { useEffect } from 'react';
import { Button } from '../../../ui/button/Button';
import { Dialog, DialogActions } from '../../../ui/overlay/Dialog';
import { followChangedMessages } from '../../state/changed-messages';
import { kindOf } from '../../state/kinds';
import { closeDialog, type MessageDialog, openDialog } from '../../state/outbox/message-dialog';
import { useOutbox } from '../../state/outbox/outbox';
import { conversationOf } from '../../state/outbox/outbox-order';
import { actOn } from '../../sync/outbox-sender';

interface DeleteMessageProps {
  dialog: MessageDialog;
  /** The conversation's name; null until known. */
  name: string | null;
}

/** Asks once before deleting a message for all members. */
export function DeleteMessage({ dialog: { target, content }, name }: DeleteMessageProps) {
  const isUnsent = useOutbox(({ items }) =>
    items.some((item) => item.client_id === target.message && (!item.tried || item.state === 'failed')),
  );
  // Closes when the message is deleted or edited on another device, since its text has changed.
  useEffect(
    () =>
      followChangedMessages((message, conversation) => {
        if (conversation !== conversationOf(target) || message.seq !== target.seq) return;
        if (message.deleted_at !== undefined) closeDialog();
        else openDialog({ kind: 'delete', target, content: message.content });
      }),
    [target],
  );
  const remove = () => {
    actOn(target, { verb: 'delete', text: '' });
    closeDialog();
  };
  return (
    <Dialog open onOpenChange={closeDialog} title="Delete this message?">
      <div className="grid gap-4">
        <p className="line-clamp-3 whitespace-pre-line border-line border-l-2 pl-3 text-muted">
          <bdi>{withoutFormatting(content).trim()}</bdi>
        </p>
        <p>
          {isUnsent
            ? 'It won’t be sent.'
            : `${name === null ? '' : kindOf(conversationOf(target)).deletion(name)} “Message deleted” takes its place.`}
        </p>
        <DialogActions>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="danger" onClick={remove}>
            Delete
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
