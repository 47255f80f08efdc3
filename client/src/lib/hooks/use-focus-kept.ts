import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns the ref for a list whose rows, or their buttons, disappear when pressed. The focus then moves to a button of the next row, else
 * of the previous one, else to the section's heading. If the row stays, it takes the focus itself.
 */
export function useFocusKept(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<{ element: Element; row: Element } | null>(null);

  useEffect(() => {
    const element = list.current;
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('li') : null;
      focused.current = row && target instanceof Element ? { element: target, row } : null;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
    };
    element?.addEventListener('focusin', note);
    element?.addEventListener('focusout', forget);
    return () => {
      element?.removeEventListener('focusin', note);
      element?.removeEventListener('focusout', forget);
    };
  }, []);

  useLayoutEffect(() => {
    if (focused.current === null || list.current === null) return;
    const { element, row } = focused.current;
    if (element.isConnected && !element.closest('[inert]')) return;
    focused.current = null;
    if (element.hasAttribute('data-outcome')) return;
    // Leave the focus if it has moved elsewhere.
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement !== element) return;
    if (row instanceof HTMLElement && row.isConnected && !row.hasAttribute('inert')) {
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
      return;
    }
    const rows = [...list.current.children];
    const index = rows.indexOf(row);
    const button = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0)).toReversed()]
      .filter((other) => !other.hasAttribute('inert'))
      .map((other) => other.querySelector<HTMLElement>('button:not(:disabled)'))
      .find((found) => found !== null);
    const heading = list.current.closest('section')?.querySelector('h2');
    if (heading) heading.tabIndex = -1;
    (button ?? heading)?.focus();
  });
  return list;
}
