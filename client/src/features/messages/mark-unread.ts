import { actOn } from '../../realtime/act-on';
import { countUnreadFrom, holdUnread } from '../../stores/hold-unread';
import { useThreads } from '../../stores/threads';

/** Marks a conversation as unread from a message on, for oneself: the other member is told nothing. */
export function markUnread(otherId: number, seq: number): void {
  actOn({ receiver_id: otherId, seq, message: null }, { verb: 'unread', text: String(countUnreadFrom(otherId, seq)) });
  if (useThreads.getState().openId === otherId) holdUnread(otherId, seq);
}
