import type { BrowserContext, Page } from 'playwright-core';

interface Seen {
  layoutShift?: number;
  /** The texts of the elements that moved, to find them. */
  moved?: string[];
}
interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
}

/** Sums up how far content moves on a context's pages: web vitals' layout shift over the whole visit. */
export const observeLayoutShift = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen = window as Seen;
    const moved: string[] = [];
    Object.assign(seen, { layoutShift: 0, moved });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        seen.layoutShift = (seen.layoutShift ?? 0) + value;
        moved.push(`${value.toFixed(4)}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as Seen).layoutShift ?? Number.NaN);

export const movedOn = (page: Page): Promise<readonly string[]> => page.evaluate(() => (window as Seen).moved ?? []);

/** The values in `core/offline/wait-for-lists.ts` and `people/state/site.ts`. */
const WAITS_MAX_MS = [8_000, 700];

/** Makes pages wait for all their lists or facts without a time limit, which on a busy machine would pass before they arrive. */
export const waitForAllLists = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((waitsMaxMs) => {
    const { setTimeout: start } = window;
    const slow = (run: () => void, ms = 0) => start(run, waitsMaxMs.includes(ms) ? 100 * ms : ms);
    window.setTimeout = slow as typeof setTimeout;
  }, WAITS_MAX_MS);
