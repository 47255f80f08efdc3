import { readStored, writeStored } from '../../lib/storage';

const isSupported = (): boolean => 'Notification' in globalThis;

/** Whether the browser could still be asked: not after an answer of either kind. */
const mayAskToNotify = (): boolean => isSupported() && Notification.permission === 'default';

const DECLINED_KEY = 'notify-declined';
/** Whether to offer notifications: until the browser was asked or the member declined. */
export const mayOfferToNotify = (): boolean => mayAskToNotify() && readStored(DECLINED_KEY) === null;
export const declineToNotify = (): boolean => writeStored(DECLINED_KEY, 'yes');

/** Asks the browser. Call it only from a click on a button that explains it. */
export async function askToNotify(): Promise<void> {
  if (mayAskToNotify()) await Notification.requestPermission();
}
