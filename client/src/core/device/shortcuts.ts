import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage';
import { onReset } from '../store/reset';

const KEY = 'shortcuts';

/**
 * Whether single keys do something (`?`, `/`), which belongs to the browser, not to a member: who speaks to their computer, or
 * presses keys by mistake, switches them off (WCAG 2.1.4). And whether the dialog that lists all keys is open.
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
