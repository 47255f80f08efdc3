import { useSyncExternalStore } from 'react';
import { storageListeners } from '../../../lib/storage';
import { storedEntries } from '../../../lib/stored-entries';

const KEY = 'message-tapped';
const stored = storedEntries();
const listeners = storageListeners();

const needsHint = (): boolean => window.matchMedia('(pointer: coarse)').matches && stored.read(KEY) === null;

/** Returns whether to say that a tap opens a message's actions: on a touch screen, until one has. */
export const useTapHint = (): boolean => useSyncExternalStore(listeners.subscribe, needsHint);

/** Notes that a tap opened a message's actions. */
export function noteTap(): void {
  if (!needsHint()) return;
  stored.write(KEY, 'yes');
  listeners.notify();
}
