import { countUnreadFrom, holdUnread } from '../../state/thread/hold-unread';
import { useThreads } from '../../state/thread/threads';
import { actOn } from '../../sync/act-on';

/** Marks a conversation as unread from a message on, for oneself: the other member is told nothing. */
export function markUnread(otherId: number, seq: number): void {
  actOn({ receiver_id: otherId, seq, message: null }, { verb: 'unread', text: String(countUnreadFrom(otherId, seq)) });
  if (useThreads.getState().openId === otherId) holdUnread(otherId, seq);
}
