import { logFailure } from './log';

interface DesktopNotification {
  title: string;
  text: string;
  /** Two tabs that say the same say it once. */
  tag: string;
  /** Where a click on it leads. */
  path: string;
}

const isSupported = (): boolean => 'Notification' in globalThis;

/** Whether the browser could still be asked; after an answer of either kind it must not be. */
export const mayAskToNotify = (): boolean => isSupported() && Notification.permission === 'default';

/** Asks the browser; only ever from a click on what explains it. */
export async function askToNotify(): Promise<void> {
  if (mayAskToNotify()) await Notification.requestPermission();
}

/** Shows a notification of the browser, if the member allowed it and looks elsewhere. */
export function notifyWhileHidden(notification: DesktopNotification): void {
  if (!document.hidden || !isSupported() || Notification.permission !== 'granted') return;
  try {
    show(notification);
  } catch (error) {
    // Chrome on Android grants it and then has no constructor: only a service worker may notify there.
    logFailure('The browser did not take a notification', error);
  }
}

function show({ title, text, tag, path }: DesktopNotification): void {
  const shown = new Notification(title, { body: text, tag });
  shown.onclick = () => {
    window.focus();
    shown.close();
    // The router hears of it as of any other step in the history.
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  };
}
