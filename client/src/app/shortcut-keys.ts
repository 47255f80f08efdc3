import { useEffect } from 'react';
import { searchDialog } from '../chat/state/search-dialog';
import { setShortcutsListed, useShortcuts } from '../core/device/shortcuts';

/** Elements that take keys themselves, or lie over the page. */
const elsewhere = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';

/** An open dialog covers the page and has its own keys. Closed popovers stay in the page, so they don't count. */
const isOverlaid = (): boolean => document.querySelector('[role$=dialog][data-state=open]') !== null;

/** `?` lists the keys. `/`, and Ctrl K also in a field, opens the search. */
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
  useSingleKeys();
}

function useSingleKeys(): void {
  const isOn = useShortcuts((state) => state.singleKeys);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      if (isTaken || (event.target instanceof Element && event.target.closest(elsewhere))) return;
      if (event.key === '?') setShortcutsListed(true);
      else if (event.key === '/') searchDialog.open('everything');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}
