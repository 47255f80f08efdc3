import { readStored, writeStored } from '../../lib/storage';

/** What a member chose on this device, kept so that it holds again after their next sign-in. `text`: with the text of messages. */
export type PushChoice = 'on' | 'text';

const keyOf = (member: number): string => `push-${member}`;

/** Null where nothing was chosen. */
export function readPushChoice(member: number): PushChoice | null {
  const stored = readStored(keyOf(member));
  return stored === 'on' || stored === 'text' ? stored : null;
}

export const writePushChoice = (member: number, choice: PushChoice | null): boolean =>
  writeStored(keyOf(member), choice);

/** Whether this browser can be told of news while its tabs are closed. `install`: once it is on the Home Screen (iOS). */
export function pushSupport(): 'yes' | 'install' | 'no' {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (isThere) return 'yes';
  return /iPhone|iPad/u.test(navigator.userAgent) && !('PushManager' in globalThis) ? 'install' : 'no';
}
