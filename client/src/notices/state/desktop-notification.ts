import { logFailure } from '../../lib/log';
import { hasNotifications } from './has-notifications';

interface DesktopNotification {
  title: string;
  text: string;
  /** Identifies the subject: the next notification with this tag, from any tab or by push, replaces this one. */
  tag: string;
  /** Where a click on it leads. */
  path: string;
}

/** Shows a browser notification if the member allowed it and the tab is hidden. */
export function notifyWhileHidden(notification: DesktopNotification): void {
  if (!document.hidden || !hasNotifications() || Notification.permission !== 'granted') return;
  void show(notification).catch((error: unknown) => logFailure('The browser didn’t take a notification', error));
}

/** Notifications that a page without a service worker shows, by tag. */
const own = new Map<string, [Notification]>();

/** Closes the notification with this tag and text. Returns false if none is shown. */
export async function closeNotification({ tag, text }: Pick<DesktopNotification, 'tag' | 'text'>): Promise<boolean> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const shown = [...((await worker?.getNotifications({ tag })) ?? []), ...(own.get(tag) ?? [])];
  const stale = shown.filter(({ body }) => body === text);
  for (const notification of stale) notification.close();
  return stale.length > 0;
}

/** Uses the service worker if there is one: Chrome on Android requires it, and the worker opens the path of a pressed notification. */
async function show({ title, text, tag, path }: DesktopNotification): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, { body: text, tag, data: { path } });
  const shown = new Notification(title, { body: text, tag });
  own.set(tag, [shown]);
  shown.onclose = () => void own.delete(tag);
  shown.onclick = () => {
    window.focus();
    shown.close();
    // The router follows this event as it does any other step in the history.
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  };
}
