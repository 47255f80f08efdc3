/** What the server pushes (server/src/notices/web-push/send.ts): a notice of what is unread, or that it was read elsewhere. */
type Pushed = { topic: string; version: number } & (
  | { title: string; body: string; path: string; came?: number }
  | { close: true }
);

/** The newest version of each topic that was shown on this device: a push that is repeated shows nothing. */
const SHOWN = 'pushed';
const shownKey = (topic: string): string => `/pushed/${encodeURIComponent(topic)}`;

const versionShown = async (shown: Cache, topic: string): Promise<number> =>
  Number((await (await shown.match(shownKey(topic)))?.text()) ?? -1);

/** Null for a notice that a page showed. */
const versionOf = ({ data }: Notification): number | null => (data as { version?: number } | null)?.version ?? null;

/** What had come when a notice was shown: a newer one may stand there because something of it was taken back. */
const cameOf = ({ data }: Notification): number => (data as { came?: number } | null)?.came ?? -1;

/** Does what one push says. A member who looks at the application is told by its pages. */
export async function showPushed(worker: ServiceWorkerGlobalScope, pushed: Pushed): Promise<void> {
  const { topic, version } = pushed;
  const { registration, clients } = worker;
  const there = await registration.getNotifications({ tag: topic });
  const shown = await caches.open(SHOWN);
  if ('close' in pushed) {
    for (const notice of there) notice.close();
    return;
  }
  if (version <= (await versionShown(shown, topic))) return;
  await shown.put(shownKey(topic), new Response(String(version)));
  const tabs = await clients.matchAll({ type: 'window' });
  if (tabs.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, body, path, came = version } = pushed;
  await registration.showNotification(title, {
    ...{ body, tag: topic, data: { path, version, came }, icon: '/icons/icon-192.png' },
    // What a hidden tab has just told is not told twice; what has come since the last push is.
    ...(there.some((notice) => versionOf(notice) === null)
      ? { silent: true }
      : { renotify: there.some((notice) => came > cameOf(notice)) }),
  });
}

/** A notice that is pressed leads to its screen: in the tab that was used last, else in a new one. */
export async function openNotice(worker: ServiceWorkerGlobalScope, notice: Notification): Promise<void> {
  notice.close();
  const { path } = notice.data as { path: string };
  const [tab] = await worker.clients.matchAll({ type: 'window' });
  if (tab === undefined) return void (await worker.clients.openWindow(path));
  await tab.focus();
  // Not `navigate`, which would load the page anew.
  tab.postMessage({ open: path });
}
