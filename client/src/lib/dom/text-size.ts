/** The widths in rem at which a layout changes: those of the variants in `styles/index.css`. */
const STEPS = [20, 22, 26, 40, 48, 64, 80] as const;

type Step = (typeof STEPS)[number];

/** A window no higher than this is short: its bars would take half of it. */
const SHORT_REM = 20;

const root = document.documentElement;
const listeners = new Set<() => void>();

/** Whether the window is at least this wide, in rem of the page's real text size. */
export const isAtLeastRem = (rem: Step): boolean => (root.dataset.rem ?? STEPS.join(' ')).split(' ').includes(`${rem}`);

/** Calls `onChange` whenever the window crosses one of the widths. Returns a function that stops it. */
export function followSteps(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/**
 * Notes on the root element which widths the window has reached, and whether it is short, for layouts and code. A media query follows only
 * the browser's font size, not a text size set by a style, such as by a text-only zoom or an extension.
 */
export function followTextSize(): void {
  let sizePx = 0;
  let queries: MediaQueryList[] = [];
  const noteSteps = () => {
    root.dataset.rem = [...STEPS, 'short'].filter((_, index) => queries[index]?.matches).join(' ');
    for (const notify of listeners) notify();
  };
  const measure = () => {
    const nowPx = Number.parseFloat(getComputedStyle(root).fontSize);
    if (nowPx === sizePx) return;
    sizePx = nowPx;
    for (const query of queries) query.onchange = null;
    queries = [...STEPS.map((rem) => `width >= ${rem * sizePx}px`), `height <= ${SHORT_REM * sizePx}px`].map((query) =>
      window.matchMedia(`(${query})`),
    );
    for (const query of queries) query.onchange = noteSteps;
    noteSteps();
  };
  measure();
  // One rem wide, so its width changes with the text size.
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; width: 1rem; visibility: hidden';
  document.body.append(probe);
  new ResizeObserver(measure).observe(probe);
}
