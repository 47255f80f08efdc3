import { readStored, writeStored } from '../../lib/storage';
import { hasNotifications } from './has-notifications';

/** Whether the browser can still ask for permission: not once the member has granted or denied it. */
const mayAskToNotify = (): boolean => hasNotifications() && Notification.permission === 'default';

const DECLINED_KEY = 'notify-declined';
/** Whether to offer notifications: not once the browser has asked or the member has declined the offer. */
export const mayOfferToNotify = (): boolean => mayAskToNotify() && readStored(DECLINED_KEY) === null;
export const declineToNotify = (): boolean => writeStored(DECLINED_KEY, 'yes');

/** Asks for the browser's permission. Call it only in response to a button that explains it. */
export async function askToNotify(): Promise<void> {
  if (mayAskToNotify()) await Notification.requestPermission();
}
