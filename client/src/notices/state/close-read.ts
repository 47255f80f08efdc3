import { useTeams } from '../../chat/state/teams';
import { useUnreadMessages } from '../../chat/state/unread-messages';
import { useSession } from '../../core/session/session';
import { logFailure } from '../../lib/log';
import { useNotifications } from './notifications';

/** Debounce: the changes of one refresh cause one check. */
const TOGETHER_MS = 300;

/** Whether the subject of the notification with this tag was read; false where the loaded lists don't reach. */
function isRead(tag: string): boolean {
  // The notification says that the session will end, but an open page renews it.
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
  // Cached lists may be older than the notification.
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

/**
 * From now on, closes this device's notifications once their subject is read. Pushes can't do this everywhere: some push services deliver
 * none that only closes a notification.
 */
export function closeReadNotifications(): void {
  check();
  if (isFollowing) return;
  isFollowing = true;
  useUnreadMessages.subscribe(check);
  useTeams.subscribe(check);
  useNotifications.subscribe(check);
}
