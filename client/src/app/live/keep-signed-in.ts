import toast from 'react-hot-toast/headless';
import { isRemembered, isShort, rememberSession } from '../../core/session/remember';
import { nowMs } from '../../lib/clock';

/** On iOS, `standalone` is a separate property. */
const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Makes the session of an installed application a remembered one, and says so once. */
async function rememberInstalled(): Promise<void> {
  const isNew = !isRemembered();
  if ((await rememberSession()) && isNew)
    toast(
      'You stay signed in here for 30 days after each visit, up to 180 days. On a shared computer, log out when you leave.',
      { duration: 12_000 },
    );
}

/**
 * Keeps the browser signed in if the member chose so: using the application renews a remembered session, also in a tab that stays open for
 * weeks, and installing it makes the session a remembered one.
 */
export function keepSignedIn(signal: AbortSignal): void {
  const renew = () => {
    if (document.hidden || !isShort(nowMs())) return;
    if (isInstalled()) void rememberInstalled();
    else if (isRemembered()) void rememberSession();
  };
  window.addEventListener('appinstalled', () => void rememberInstalled(), { signal });
  document.addEventListener('visibilitychange', renew, { signal });
  renew();
}
