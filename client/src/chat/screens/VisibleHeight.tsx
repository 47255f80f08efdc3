import { useEffect } from 'react';

/**
 * Sets `--visible-h` to the height left by an on-screen keyboard in browsers that lay the keyboard over the page
 * (Safari). Others resize the page, following `interactive-widget` in index.html.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const root = document.documentElement;
    const fit = () => {
      // While zoomed in, the viewport is only the part the reader looks at.
      const isCovered = visualViewport.scale === 1 && visualViewport.height < window.innerHeight - 1;
      if (!isCovered) {
        root.style.removeProperty('--visible-h');
        return;
      }
      root.style.setProperty('--visible-h', `${visualViewport.height}px`);
      // The browser scrolled the page to reveal the field, which is visible without that.
      window.scrollTo(0, 0);
    };
    fit();
    const live = new AbortController();
    // If the window is lower than the page, the page scrolls to the field with the focus, so that it is above the keyboard.
    const showField = () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLTextAreaElement) activeElement.scrollIntoView({ block: 'nearest' });
    };
    visualViewport.addEventListener('resize', showField, { signal: live.signal });
    for (const name of ['resize', 'scroll']) visualViewport.addEventListener(name, fit, { signal: live.signal });
    return () => {
      live.abort();
      root.style.removeProperty('--visible-h');
    };
  }, []);
}

/** Keeps `--visible-h` current while it is on the page. */
export function VisibleHeight() {
  useVisibleHeight();
  return null;
}
