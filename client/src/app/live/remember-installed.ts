import toast from 'react-hot-toast/headless';
import { isRemembered, rememberSession } from '../../core/session/remember';

/**
 * Makes the session of an installed application a remembered one, and says so once. Near the end of its 180 days, a session has less than 30
 * left, so its token looks like that of another session. Returns false if the call failed.
 */
export async function rememberInstalled(): Promise<boolean> {
  const wasRemembered = isRemembered();
  const hasRenewed = await rememberSession();
  if (hasRenewed && !wasRemembered && isRemembered())
    toast(
      'You stay signed in here for 30 days after each visit, up to 180 days. On a shared computer, log out when you leave.',
      { duration: 12_000 },
    );
  return hasRenewed;
}
