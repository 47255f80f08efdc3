import { markUnread } from './mark-unread';
import type { MessageItem } from './thread.select';

/** What a letter does on the menu button of a message, beside `R`. */
export function actByKey(key: string, item: MessageItem, own: boolean): void {
  if (item.kind === 'pending') return;
  const { sender_id, seq } = item.message;
  if (key.toLowerCase() === 'u' && !own) markUnread(sender_id, seq);
}
