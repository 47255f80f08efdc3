import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { refresh } from '../../core/realtime/refresh';
import { loadInbox } from '../state/notifications';

/** Fetches the inbox alone, for a change that came after one that did not. */
export const fetchInbox = oneAtATime(async () => {
  if (!(await loadInbox())) await refresh('gap');
});
