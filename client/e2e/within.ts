import type { Page } from 'playwright-core';

/** Goes to another page within the application, whose code need not be loaded again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // Its sections are in one element.
    const isSettings = (at: string) => at.startsWith('/settings');
    if (!isSettings(to) || !isSettings(window.location.pathname))
      document.querySelector('main')?.setAttribute('data-left', '');
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('main:not([data-left])').first().waitFor();
}

/** Not on each frame, since the page would then draw frames mostly for this check. */
const LOOK_EVERY_MS = 50;

/** Waits until nothing says that it's loading. */
export async function untilLoaded(page: Page): Promise<void> {
  // Also below an open dialog, which hides it from roles.
  await page.locator('main').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null, undefined, {
    polling: LOOK_EVERY_MS,
  });
}

/** Longer than a second press at the place of the last one is taken for a double click (`client/src/lib/dom/second-press.ts`). */
const SECOND_PRESS_OVER_MS = 600;

/** Waits until a press at the place of the last one counts as a separate press. */
export const secondPressOver = (page: Page): Promise<void> => page.waitForTimeout(SECOND_PRESS_OVER_MS);
