import { useTeams } from '../../chat/state/teams';
import { useUnreadMessages } from '../../chat/state/unread-messages';
import { useSession } from '../../core/session/session';
import { logFailure } from '../../lib/log';
import { useNotifications } from './notifications';

/** Several changes of one refresh are one check. */
const TOGETHER_MS = 300;

/** Whether the subject of a notification was read, as far as the lists reach. */
function isRead(tag: string): boolean {
  // A page is open, and renews the session.
  if (tag === 'session:end') return true;
  const [, about, digits] = /^(chat|team|inbox):(\d+)$/u.exec(tag) ?? [];
  const id = Number(digits);
  if (about === 'team') {
    const { list } = useTeams.getState();
    return list !== null && !list.find(({ key }) => key === `c${id}`)?.unread_count;
  }
  if (about === 'chat') {
    const { loaded, hasMore, notifications } = useUnreadMessages.getState();
    return loaded && !hasMore && notifications.every(({ sender_id }) => sender_id !== id);
  }
  const { items, hasMore } = useNotifications.getState();
  if (about === undefined || items === null) return false;
  return items.find((item) => item.id === id)?.read ?? !hasMore;
}

async function closeRead(): Promise<void> {
  // Cached lists may be older than a notification.
  const { user, isCached } = useSession.getState();
  if (user === null || isCached) return;
  const worker = await globalThis.navigator?.serviceWorker?.getRegistration();
  for (const notification of (await worker?.getNotifications({})) ?? [])
    if (isRead(notification.tag)) notification.close();
}

let timer: ReturnType<typeof setTimeout> | undefined;
const check = (): void => {
  clearTimeout(timer);
  timer = setTimeout(
    () => void closeRead().catch((error: unknown) => logFailure('Notifications couldn’t be closed', error)),
    TOGETHER_MS,
  );
};

let isFollowing = false;

/** Closes this device's notifications of what was read, from now on: some push services deliver no push that only closes one. */
export function closeReadNotifications(): void {
  check();
  if (isFollowing) return;
  isFollowing = true;
  useUnreadMessages.subscribe(check);
  useTeams.subscribe(check);
  useNotifications.subscribe(check);
}
