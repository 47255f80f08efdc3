import { useShortcuts } from '../../../core/device/shortcuts';
import { listedConversation } from '../../state/conversations';
import { countUnreadFrom, holdUnread, useThreads } from '../../state/thread/threads';
import { actOn } from '../../sync/outbox-sender';
import { isPlainKey } from '../message/reply-to';

/** Marks a conversation as unread from a message on. The other member isn't notified. */
export function markUnread(otherId: number, seq: number): void {
  actOn({ receiver_id: otherId, seq, message: null }, { verb: 'unread', text: String(countUnreadFrom(otherId, seq)) });
  if (useThreads.getState().openId === otherId) holdUnread(otherId, seq);
}

/** Marks a conversation as unread from its last message on. */
export function markLastUnread(otherId: number): void {
  const last = listedConversation(otherId)?.last_seq;
  if (last) markUnread(otherId, last);
}

/** Returns true for `U` on a conversation's row. */
export const isMarkKey = (event: Parameters<typeof isPlainKey>[0]): boolean =>
  useShortcuts.getState().singleKeys && isPlainKey(event) && event.key.toLowerCase() === 'u';
