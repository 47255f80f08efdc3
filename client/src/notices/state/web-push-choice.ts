import { readStored, writeStored } from '../../lib/storage';

/** A member's choice on this device, stored for their next sign-in. `text`: notifications show the text of messages. */
type WebPushChoice = 'on' | 'text';

const keyOf = (member: number): string => `push-${member}`;

/** Returns null if the member has made no choice on this device. */
export function readWebPushChoice(member: number): WebPushChoice | null {
  const stored = readStored(keyOf(member));
  return stored === 'on' || stored === 'text' ? stored : null;
}

export const writeWebPushChoice = (member: number, choice: WebPushChoice | null): boolean =>
  writeStored(keyOf(member), choice);

/**
 * Whether this browser can show notifications while its tabs are closed. `install`: only once the application is on the Home Screen (iOS).
 */
export function webPushSupport(): 'yes' | 'install' | 'no' {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (isThere) return 'yes';
  return /iPhone|iPad/u.test(navigator.userAgent) && !('PushManager' in globalThis) ? 'install' : 'no';
}
