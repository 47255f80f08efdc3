import { useRef } from 'react';

/** Returns the focus to the control that opened a modal, which has no trigger of its own. */
export function useFocusBack() {
  const opener = useRef<Element | null>(null);
  return {
    /** Called as it opens, before it takes the focus. */
    noteOpener: () => {
      opener.current = document.activeElement;
    },
    giveFocusBack: (event: Event) => {
      event.preventDefault();
      // The act may have removed the control; the focus then moves to the page.
      const back = opener.current?.isConnected ? opener.current : document.getElementById('main');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}
