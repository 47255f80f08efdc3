import { togglePin } from '../pins/toggle-pin';
import { isSavedNow, toggleSaved } from '../saved/toggle-saved';
import { markUnread } from '../thread/mark-unread';
import type { MessageItem } from '../thread/thread.select';

/** What a letter does on the menu button of a message, beside `R`. */
export function actByKey(key: string, item: MessageItem, own: boolean): void {
  if (item.kind === 'pending') return;
  const { sender_id, receiver_id, seq, deleted_at, pinned } = item.message;
  const letter = key.toLowerCase();
  if (letter === 'u' && !own) markUnread(sender_id, seq);
  const otherId = own ? receiver_id : sender_id;
  if (letter === 's' && !deleted_at) toggleSaved(otherId, seq, isSavedNow(otherId, seq));
  if (letter === 'p' && !deleted_at) togglePin(otherId, seq, Boolean(pinned));
}
