import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { refresh } from '../../core/realtime/refresh';
import { loadNotifications } from '../state/notifications';

/** Fetches the notifications alone, after an event that shows that one before it was missed. */
export const fetchNotifications = oneAtATime(async () => {
  if (!(await loadNotifications())) await refresh('gap');
});
