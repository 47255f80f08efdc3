import type { Page } from 'playwright-core';

/** Goes to another page within the application, whose code need not be loaded again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // Sections of the settings share one element, so it isn't expected to change.
    const isSettings = (at: string) => at.startsWith('/settings');
    if (!isSettings(to) || !isSettings(window.location.pathname))
      document.querySelector('main')?.setAttribute('data-left', '');
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('main:not([data-left])').first().waitFor();
}

/** Interval of the check. Checking each frame would make the page draw frames mostly for it. */
const LOOK_EVERY_MS = 50;

/** Waits until no placeholder or spinner is left. */
export async function untilLoaded(page: Page): Promise<void> {
  // Located by element, since an open dialog hides it from roles.
  await page.locator('main').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null, undefined, {
    polling: LOOK_EVERY_MS,
  });
}

/** Longer than the time in which a press in the same place counts as a double click (`client/src/lib/dom/second-press.ts`). */
const SECOND_PRESS_OVER_MS = 600;

/** Waits until another press in the same place counts as a separate press. */
export const secondPressOver = (page: Page): Promise<void> => page.waitForTimeout(SECOND_PRESS_OVER_MS);
