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

/** The values in `core/offline/wait-for-lists.ts` and `core/site/site.ts`. */
const WAITS_MAX_MS = [8_000, 700];
/** The value in `core/session/session.ts`. */
const ANSWERS_WITHIN_MS = 2_500;

/** Makes timers of these lengths a hundred times as long on a context's pages. */
const stretch = (context: BrowserContext, lengthsMs: readonly number[]): Promise<unknown> =>
  context.addInitScript((stretchedMs) => {
    const { setTimeout: start, setInterval: repeat } = window;
    const lengthOf = (ms: number) => (stretchedMs.includes(ms) ? 100 * ms : ms);
    const slow = (run: () => void, ms = 0, ...args: []) => start(run, lengthOf(ms), ...args);
    const rare = (run: () => void, ms = 0, ...args: []) => repeat(run, lengthOf(ms), ...args);
    Object.assign(window, { setTimeout: slow, setInterval: rare });
  }, lengthsMs);

/**
 * Makes pages wait for the server's answers, which on a busy machine arrive after the time from which a page takes the server for out of
 * reach, says so, and shows what it has.
 */
export const waitForAnswers = (context: BrowserContext): Promise<unknown> => stretch(context, [ANSWERS_WITHIN_MS]);

/** Like `waitForAnswers`, and for all lists or facts without a time limit, which would pass before they arrive. */
export const waitForAllLists = (context: BrowserContext): Promise<unknown> =>
  stretch(context, [...WAITS_MAX_MS, ANSWERS_WITHIN_MS]);
