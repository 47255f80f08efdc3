import { currentUserId } from '../../../core/session/session';
import { setActing } from '../../state/outbox/acting';
import { useOutbox } from '../../state/outbox/outbox';
import { pendingFor } from '../../state/outbox/outbox.reduce';
import { threadOf } from '../../state/thread/threads';
import { actingOn } from '../message/acting-on';
import { threadItems } from '../thread/thread.select';

/** Edits the member's last message of a conversation, if it can be: one that waits to be sent, too. */
export function editLast(otherId: number): void {
  const [me, thread, outbox] = [currentUserId(), threadOf(otherId), useOutbox.getState()];
  // Of a reader who is further back, the last loaded message is not the last one.
  if (me === null || thread?.follows === false) return;
  const items = threadItems(thread, pendingFor(outbox.items, otherId), me, pendingFor(outbox.acts, otherId));
  for (let index = items.count - 1; index >= 0; index -= 1) {
    const item = items.at(index);
    if (item === undefined || item.kind === 'card' || (item.kind === 'stored' && item.message.sender_id !== me))
      continue;
    const acting = actingOn(item, 'edit');
    if (acting === null) continue;
    setActing(acting);
    return;
  }
}
