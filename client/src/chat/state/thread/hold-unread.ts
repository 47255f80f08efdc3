import { patchThread, threadOf } from './threads';
import { withUnreadHeld } from './threads.unread';

/** How many messages of the other member are unread once the conversation is marked from here on, as far as they are loaded. */
export const countUnreadFrom = (otherId: number, seq: number): number =>
  (threadOf(otherId)?.messages ?? []).filter(
    (message) => message.sender_id === otherId && message.seq >= seq && !message.deleted_at,
  ).length || 1;

/** Marked as unread from here on: where it is on screen, the divider stands there, and nothing is read until it is opened anew. */
export const holdUnread = (otherId: number, seq: number): void =>
  patchThread(otherId, (thread) => withUnreadHeld(thread, seq, otherId));
