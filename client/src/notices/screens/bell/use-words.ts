import { notificationWords } from '@sangam/shared/notices/notification-words';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { List } from '../../../core/store/list';
import { incomingInterests } from '../../../requests/state/interests';
import { receivedInvitations } from '../../../requests/state/invitations';
import { incomingRequests } from '../../../requests/state/requests';

interface Asking {
  /** All that is pending. */
  list: Pick<List<{ id: number }>, 'useIds' | 'useItems'>;
  /** The words once it is no longer pending. */
  words: string;
}

const ofRequest: Asking = { list: incomingRequests, words: 'asked to join' };
const asking: Readonly<Record<string, Asking>> = {
  request: ofRequest,
  interest: { list: incomingInterests, words: 'showed interest in' },
  invitation: { list: receivedInvitations, words: 'invited you to join' },
};

/** The words of a notification: in the past once it is read, and the request, interest or invitation that it asks about isn't pending. */
export function useWords(item: NotificationItem): string {
  const [subject = '', event = ''] = item.kind.split(':');
  const known = asking[subject];
  const { list, words } = known ?? ofRequest;
  const hasAll = list.useIds(({ beyond }) => beyond === 0);
  const pending = list.useItems();
  const isAsking = known !== undefined && ['received', 'reminder', 'last_day'].includes(event);
  const isOver =
    isAsking && item.read && hasAll && pending !== null && !pending.some(({ id }) => id === item.subject_id);
  return isOver ? words : notificationWords(item);
}
