import { dayMs } from '@sangam/shared/core/limits';
import { isRemembered, isShort, rememberSession } from '../../core/session/remember';
import { nowMs } from '../../lib/clock';
import { importOnce } from '../../lib/loading/load-part';

/** On iOS, `standalone` is a separate property. */
const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Few browsers have Sangam installed. */
const loadInstalled = importOnce(() => import('./remember-installed'));
const rememberInstalled = async (): Promise<boolean> => (await loadInstalled())?.rememberInstalled() ?? false;

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
