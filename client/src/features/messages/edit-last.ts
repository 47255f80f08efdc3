import { setActing } from '../../stores/acting';
import { useOutbox } from '../../stores/outbox';
import { pendingFor } from '../../stores/outbox.reduce';
import { currentUserId } from '../../stores/session';
import { threadOf } from '../../stores/threads';
import { actingOn } from './acting-on';
import { threadItems } from './thread.select';

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
