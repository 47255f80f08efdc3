import { logFailure } from '../../lib/log';
import { readStored, writeStored } from '../../lib/storage';

interface DesktopNotification {
  title: string;
  text: string;
  /** What it is about: the next notice of the same takes its place, in whatever tab, or pushed. */
  tag: string;
  /** Where a click on it leads. */
  path: string;
}

const isSupported = (): boolean => 'Notification' in globalThis;

/** Whether the browser could still be asked; after an answer of either kind it must not be. */
const mayAskToNotify = (): boolean => isSupported() && Notification.permission === 'default';

const DECLINED_KEY = 'notify-declined';
/** Whether notifications are to be offered: until the browser was asked, or the member wanted none. */
export const mayOfferToNotify = (): boolean => mayAskToNotify() && readStored(DECLINED_KEY) === null;
export const declineToNotify = (): boolean => writeStored(DECLINED_KEY, 'yes');

/** Asks the browser; only ever from a click on what explains it. */
export async function askToNotify(): Promise<void> {
  if (mayAskToNotify()) await Notification.requestPermission();
}

/** Shows a notification of the browser, if the member allowed it and looks elsewhere. */
export function notifyWhileHidden(notification: DesktopNotification): void {
  if (!document.hidden || !isSupported() || Notification.permission !== 'granted') return;
  void show(notification).catch((error: unknown) => logFailure('The browser did not take a notification', error));
}

/** Those that a page without a service worker shows, by tag. */
const own = new Map<string, [Notification]>();

/** Takes a notification away; false where none with this text is shown any more. */
export async function closeNotification({ tag, text }: Pick<DesktopNotification, 'tag' | 'text'>): Promise<boolean> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const shown = [...((await worker?.getNotifications({ tag })) ?? []), ...(own.get(tag) ?? [])];
  const stale = shown.filter(({ body }) => body === text);
  for (const notification of stale) notification.close();
  return stale.length > 0;
}

/** By the service worker where there is one: Chrome on Android takes notifications from it alone, and it opens what is pressed. */
async function show({ title, text, tag, path }: DesktopNotification): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, { body: text, tag, data: { path } });
  const shown = new Notification(title, { body: text, tag });
  own.set(tag, [shown]);
  shown.onclose = () => void own.delete(tag);
  shown.onclick = () => {
    window.focus();
    shown.close();
    // The router hears of it as of any other step in the history.
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  };
}
