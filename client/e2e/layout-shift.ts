import type { BrowserContext, Page } from 'playwright-core';

interface Seen {
  layoutShift?: number;
}

/** Sums up how far content moves on a context's pages: web vitals' layout shift over the whole visit. */
export const observeLayoutShift = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen = window as Seen;
    seen.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.layoutShift = (seen.layoutShift ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as Seen).layoutShift ?? Number.NaN);
