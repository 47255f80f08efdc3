import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage';
import { onReset } from '../store/reset';

const KEY = 'shortcuts';

/** Apple's keyboards have ⌘ in the place of Ctrl. */
export const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent);

/**
 * Whether single keys (`?`, `/`) are shortcuts, and whether the dialog that lists all keys is open. The first belongs
 * to the browser, not to a member; people who use speech input or mistype can switch it off (WCAG 2.1.4).
 */
export const useShortcuts = create<{ singleKeys: boolean; listed: boolean }>(() => ({
  singleKeys: readStored(KEY) !== 'off',
  listed: false,
}));
onReset(() => setShortcutsListed(false));

export const setShortcutsListed = (listed: boolean): void => useShortcuts.setState({ listed });

export function setSingleKeys(singleKeys: boolean): void {
  writeStored(KEY, singleKeys ? null : 'off');
  useShortcuts.setState({ singleKeys });
}
