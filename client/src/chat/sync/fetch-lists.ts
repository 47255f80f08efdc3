import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { refresh } from '../../core/realtime/refresh';
import { loadConversations } from '../state/conversations';
import { loadUnread } from '../state/unread-messages';

/** Fetches the lists alone, for a message whose conversation is not in them yet: one run for many such messages. */
export const fetchLists = oneAtATime(async () => {
  const came = await Promise.all([loadConversations(), loadUnread()]);
  if (came.includes(false)) await refresh('gap');
});
