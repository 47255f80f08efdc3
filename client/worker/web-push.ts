/**
 * A push from the server (server/src/notices/web-push/send.ts): a notification of unread items, or the news that they were read elsewhere.
 */
type Pushed = { topic: string; version: number } & (
  | { title: string; body: string; path: string; came?: number; must_show?: true }
  | { close: true }
);

/** The cache that holds the newest version of each topic shown on this device, so that a repeated push shows nothing. */
const SHOWN = 'pushed';
const shownKey = (topic: string): string => `/pushed/${encodeURIComponent(topic)}`;

const versionShown = async (shown: Cache, topic: string): Promise<number> =>
  Number((await (await shown.match(shownKey(topic)))?.text()) ?? -1);

/** The data of a notification. Notifications shown by pages may have only a path. */
interface Shown {
  path: string;
  version?: number;
  /** The newest item when it was shown. A later notification may have a lower one, since items can be taken back. */
  came?: number;
}

const shownBy = ({ data }: Notification): Partial<Shown> => data ?? {};

/** Reads a push; null if it has no message that this version knows. */
export function readPushed(data: PushMessageData | null): Pushed | null {
  try {
    const pushed: unknown = data?.json();
    return isPushed(pushed) ? pushed : null;
  } catch {
    // Not JSON: no push of this application's server.
    return null;
  }
}

const isPushed = (value: unknown): value is Pushed =>
  typeof value === 'object' &&
  value !== null &&
  'topic' in value &&
  typeof value.topic === 'string' &&
  'version' in value &&
  typeof value.version === 'number';

/**
 * Shows or closes the notification of a push. While a page is visible, the page notifies the member itself. But if the browser ends
 * subscriptions for pushes that show nothing (`must_show`), each push shows a notification, a repeated one silently.
 */
export async function showPushed(worker: ServiceWorkerGlobalScope, pushed: Pushed | null): Promise<void> {
  const { registration, clients } = worker;
  if (pushed === null) {
    const data = { path: '/dashboard' };
    return registration.showNotification('Sangam', { body: 'You have unread notifications', tag: 'unknown', data });
  }
  const { topic, version } = pushed;
  const there = await registration.getNotifications({ tag: topic });
  const shown = await caches.open(SHOWN);
  if ('close' in pushed) {
    for (const notification of there) notification.close();
    return;
  }
  const isRepeated = version <= (await versionShown(shown, topic));
  if (!isRepeated) await shown.put(shownKey(topic), new Response(String(version)));
  const tabs = await clients.matchAll({ type: 'window' });
  const isSeen = isRepeated || tabs.some(({ visibilityState }) => visibilityState === 'visible');
  const { title, body, path, must_show, came = version } = pushed;
  if (isSeen && must_show !== true) return;
  await registration.showNotification(title, {
    body,
    tag: topic,
    data: { path, version, came } satisfies Shown,
    icon: '/icons/icon-192.png',
    // Silent if a tab has just shown it. If it replaces one, sounds again only for items since the last push.
    ...(isSeen || there.some((notification) => shownBy(notification).version === undefined)
      ? { silent: true }
      : { renotify: there.some((notification) => came > (shownBy(notification).came ?? -1)) }),
  });
}

/** Opens the screen of a pressed notification: in the tab that was used last, else in a new one. */
export async function openPressed(worker: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close();
  const { path = '/' } = shownBy(notification);
  const [tab] = await worker.clients.matchAll({ type: 'window' });
  if (tab === undefined) return void (await worker.clients.openWindow(path));
  await tab.focus();
  // `navigate` would load the page again.
  tab.postMessage({ open: path });
}
