import type { BrowserContext, Page, Request } from 'playwright-core';

/** A page has settled after this many pauses in which it loaded nothing. */
const PAUSES = 4;
const PAUSE_MS = 100;

/** Each page's pending requests. */
const loading = new WeakMap<Page, Set<Request>>();

/** Tracks the requests of the context's pages, for `settled`. */
export function watchLoading(context: BrowserContext): void {
  context.on('page', (page) => {
    const requests = new Set<Request>();
    loading.set(page, requests);
    // The live connection is ignored, since it may be one long request.
    page.on('request', (request) => !request.url().includes('/socket.io/') && requests.add(request));
    page.on('requestfinished', (request) => requests.delete(request));
    page.on('requestfailed', (request) => requests.delete(request));
  });
}

/**
 * Waits until the page loads nothing more: lists replace their placeholders, and then their parts load. Each pause starts once the page is
 * idle, since a busy machine renders long after the network is quiet.
 */
export async function settled(page: Page): Promise<void> {
  const requests = loading.get(page);
  if (requests === undefined) throw new Error('The page is not from `newContext`.');
  for (let pauses = 0; pauses < PAUSES; ) {
    await page.evaluate(
      (ms) => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, ms))),
      PAUSE_MS,
    );
    const placeholders = page.getByRole('status').filter({ hasText: /^Loading/u });
    const loads = requests.size > 0 || (await placeholders.count()) > 0;
    pauses = loads ? 0 : pauses + 1;
  }
}
