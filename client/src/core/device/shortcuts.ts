import { useEffect } from 'react';
import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage';
import { onReset } from '../store/reset';

const KEY = 'shortcuts';

const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent);
/** The modifier of most shortcuts: Apple's keyboards have ⌘ in the place of Ctrl. */
export const control = isMac ? '⌘' : 'Ctrl';

/**
 * Whether single keys (`?`, `/`) are shortcuts, and whether the dialog that lists all keys is open. The first belongs
 * to the browser, not to a member.
 */
export const useShortcuts = create<{ singleKeys: boolean; listed: boolean }>(() => ({
  singleKeys: readStored(KEY) !== 'off',
  listed: false,
}));
onReset(() => setShortcutsListed(false));

/** Opens or closes the list of shortcuts. */
export const setShortcutsListed = (listed: boolean): void => useShortcuts.setState({ listed });

/** Turns shortcuts of a single key on or off in this browser: dictation can press them by mistake (WCAG 2.1.4). */
export function setSingleKeys(singleKeys: boolean): void {
  writeStored(KEY, singleKeys ? null : 'off');
  useShortcuts.setState({ singleKeys });
}

/** A group of shortcuts in the dialog that lists them all. */
export interface ShortcutGroup {
  title: string;
  keys: [keys: string[], does: string][];
}

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Returns the letter or digit pressed on an element, in lower case; null with a modifier, or while single keys are switched off. */
export function singleKeyOf({ key, ctrlKey, metaKey, altKey }: Key): string | null {
  const isSingle = /^[\p{L}\d]$/u.test(key) && !ctrlKey && !metaKey && !altKey;
  return isSingle && useShortcuts.getState().singleKeys ? key.toLowerCase() : null;
}

/** The longest time between two presses of a key that are meant as one. */
const DOUBLE_KEY_MS = 300;
/** The last single key that was used, unless another has been pressed since. */
let acted: KeyboardEvent | undefined;

/** Matches elements that take keys themselves, or lie over the page. */
const takesKeys = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';

/** An open dialog covers the page and has its own keys. Closed popovers stay in the page, so they don't count. */
export const isOverlaid = (): boolean => document.querySelector('[role$=dialog][data-state=open]') !== null;

/**
 * Calls `onKey` with each single key, in lower case, that no field or dialog takes, unless single keys are switched off. `onKey` returns
 * whether it used the key.
 */
export function useSingleKey(onKey: (key: string) => boolean): void {
  const isOn = useShortcuts((state) => state.singleKeys);
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      if (isTaken) return;
      if (isOverlaid() || (event.target instanceof Element && event.target.closest(takesKeys))) {
        // The second press of the key that opened a field must not type into it.
        if (event.key !== acted?.key) acted = undefined;
        else if (event.timeStamp - acted.timeStamp < DOUBLE_KEY_MS) event.preventDefault();
      } else if (onKey(event.key.toLowerCase())) {
        acted = event;
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn, onKey]);
}
