import { useEffect } from 'react';
import { searchDialog } from '../chat/state/search-dialog';
import { isOverlaid, setShortcutsListed, useSingleKey } from '../core/device/shortcuts';

/** `?` lists the shortcuts. `/` opens the search, as does Ctrl K, which also works in a field. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.defaultPrevented || !isAsked || event.key.toLowerCase() !== 'k' || isOverlaid()) return;
      event.preventDefault();
      searchDialog.open('everything');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useSingleKey(onSingleKey);
}

function onSingleKey(key: string): boolean {
  if (key === '?') setShortcutsListed(true);
  else if (key === '/') searchDialog.open('everything');
  else return false;
  return true;
}
