import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { useEffect } from 'react';
import { Button } from '../../../ui/button/Button';
import { Dialog } from '../../../ui/overlay/Dialog';
import { followChangedMessages } from '../../state/changed-messages';
import { kindOf } from '../../state/kinds';
import { type Acting, setActing, stopActing } from '../../state/outbox/outbox-acts';
import { conversationOf } from '../../state/outbox/outbox-order';
import { actOn } from '../../sync/outbox-sender';

/** Asks once before deleting a message for all members. */
export function DeleteMessage({ acting: { target, content }, name }: { acting: Acting; name: string }) {
  // Deleted or edited on another device, it has other words or none.
  useEffect(
    () =>
      followChangedMessages((message, conversation) => {
        if (conversation !== conversationOf(target) || message.seq !== target.seq) return;
        if (message.deleted_at !== undefined) stopActing();
        else setActing({ verb: 'delete', target, content: message.content });
      }),
    [target],
  );
  const remove = () => {
    actOn(target, { verb: 'delete', text: '' });
    stopActing();
  };
  return (
    <Dialog open onOpenChange={stopActing} title="Delete this message?">
      <div className="grid gap-4">
        <p className="line-clamp-3 whitespace-pre-line border-line border-l-2 pl-3 text-muted">
          <bdi>{withoutFormatting(content).trim()}</bdi>
        </p>
        <p>{kindOf(conversationOf(target)).deletion(name)} “Message deleted” takes its place.</p>
        <div className="grid gap-2 sm:grid-cols-2">
          <Button onClick={stopActing}>Cancel</Button>
          <Button variant="danger" onClick={remove}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
