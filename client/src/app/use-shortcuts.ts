import { useEffect } from 'react';
import { setShortcutsListed, useShortcuts } from '../stores/shortcuts';

/** What takes letters itself, or lies over the page. */
const elsewhere = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';

/** `?` lists the keys; `/` leads to the search field of the page, else to that of the bar. */
export function useSingleKeys(): void {
  const isOn = useShortcuts((state) => state.singleKeys);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      if (isTaken || (event.target instanceof Element && event.target.closest(elsewhere))) return;
      if (event.key === '?') setShortcutsListed(true);
      else if (event.key !== '/' || !focusSearch()) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}

/** False where no search field is on screen. */
function focusSearch(): boolean {
  const fields = ['main input[type=search]', 'input[type=search]'].flatMap((selector) => [
    ...document.querySelectorAll<HTMLInputElement>(selector),
  ]);
  const shown = fields.find((field) => field.checkVisibility?.() ?? true);
  shown?.focus();
  shown?.select();
  return shown !== undefined;
}
