import { dayMs } from '@sangam/shared/core/limits';
import toast from 'react-hot-toast/headless';
import { isRemembered, isShort, rememberSession } from '../../core/session/remember';
import { nowMs } from '../../lib/clock';

/** On iOS, `standalone` is a separate property. */
const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/**
 * Makes the session of an installed application a remembered one, and says so once. Near the end of its 180 days, a session has less than 30
 * left, so its token looks like that of another session. Returns false if the call failed.
 */
async function rememberInstalled(): Promise<boolean> {
  const wasRemembered = isRemembered();
  const hasRenewed = await rememberSession();
  if (hasRenewed && !wasRemembered && isRemembered())
    toast(
      'You stay signed in here for 30 days after each visit, up to 180 days. On a shared computer, log out when you leave.',
      { duration: 12_000 },
    );
  return hasRenewed;
}

/**
 * Keeps the browser signed in if the member chose so: using the application renews a remembered session, also in a tab that stays open for
 * weeks, and installing it makes the session a remembered one.
 */
export function keepSignedIn(signal: AbortSignal): void {
  // Not sooner: the last call is under way, or gained no time since the session can't last longer.
  let nextMs = 0;
  const renew = async () => {
    if (document.hidden || nowMs() < nextMs || !isShort(nowMs())) return;
    if (!isInstalled() && !isRemembered()) return;
    nextMs = nowMs() + dayMs;
    if (!(await (isInstalled() ? rememberInstalled() : rememberSession()))) nextMs = 0;
  };
  window.addEventListener('appinstalled', () => void rememberInstalled(), { signal });
  document.addEventListener('visibilitychange', () => void renew(), { signal });
  void renew();
}
