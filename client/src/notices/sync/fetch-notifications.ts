import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { refresh } from '../../core/realtime/refresh';
import { loadNotifications } from '../state/notifications';

/** Fetches only the notifications, after an event shows that an earlier one was missed. */
export const fetchNotifications = oneAtATime(async () => {
  if (!(await loadNotifications())) await refresh('gap');
});
