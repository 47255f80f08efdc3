import { useEffect } from 'react';

/**
 * Sets `--visible-h` to the height that a keyboard on the screen leaves, where the browser lays it over the page instead of
 * making the page lower (Safari does; others follow `interactive-widget` in index.html). A page that fills the window then
 * keeps its header and its field in sight.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const root = document.documentElement;
    const fit = () => {
      // Zoomed in, it is the part that the reader looks at.
      const isCovered = visualViewport.scale === 1 && visualViewport.height < window.innerHeight - 1;
      if (!isCovered) {
        root.style.removeProperty('--visible-h');
        return;
      }
      root.style.setProperty('--visible-h', `${visualViewport.height}px`);
      // The browser moved the page up to show the field, which is in sight without that.
      window.scrollTo(0, 0);
    };
    fit();
    const live = new AbortController();
    for (const name of ['resize', 'scroll']) visualViewport.addEventListener(name, fit, { signal: live.signal });
    return () => {
      live.abort();
      root.style.removeProperty('--visible-h');
    };
  }, []);
}
