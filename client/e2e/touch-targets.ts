import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { goWithin, untilLoaded } from './within.js';

export const HEIGHT_PX = 844;
export const phone = { viewport: { width: 390, height: HEIGHT_PX }, hasTouch: true, isMobile: true };

/** Returns touch faults: controls smaller than 44 px, and fields that a phone would zoom into. */
const missed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const REACH_PX = 21;
    const FIELD_TEXT_MIN_PX = 16;
    const shown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const { visibility, pointerEvents } = getComputedStyle(element);
      // Skips controls without pointer events, which are for the keyboard: a tap on the bubble itself opens a message's menu.
      return width > 1 && height > 1 && visibility === 'visible' && pointerEvents !== 'none';
    };
    // A link within a sentence has the size of its text.
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      getComputedStyle(element, '::after').position !== 'absolute' &&
      (element.parentElement?.textContent ?? '').length > (element.textContent ?? '').length;
    const name = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
    const faults: string[] = [];
    const over = '[role="dialog"][data-state="open"], :popover-open, header:has([aria-expanded="true"])';
    const scope = document.querySelector(over) ?? document;
    for (const element of scope.querySelectorAll('a, button, input, select, textarea, summary, [role="button"]')) {
      if (!shown(element) || isInText(element) || element.closest('.sr-only, [inert], [aria-hidden="true"]')) continue;
      element.scrollIntoView({ block: 'center' });
      const target = element.closest('label') ?? element;
      const { x, y, width, height } = target.getBoundingClientRect();
      const isHit = (dx: number, dy: number) => {
        const at = document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy);
        return at !== null && target.contains(at);
      };
      const reached = [-REACH_PX, REACH_PX].every((reach) => isHit(reach, 0) && isHit(0, reach));
      if (!reached) faults.push(`${name(element)}: ${Math.round(width)} × ${Math.round(height)}`);
      const text = Number.parseFloat(getComputedStyle(element).fontSize);
      if (element.matches('input, select, textarea') && text < FIELD_TEXT_MIN_PX)
        faults.push(`${name(element)}: text of ${text} px`);
    }
    return faults;
  });

export interface TouchScreen {
  path: string;
  act?: (page: Page) => Promise<unknown>;
}
/** Expects all controls on these screens to be large enough for touch. The page must have a phone's size, and be at the first screen. */
export async function checkTargets(page: Page, screens: readonly TouchScreen[]): Promise<void> {
  const faults: string[] = [];
  for (const [index, { path, act }] of screens.entries()) {
    // A full load, since an open panel might stay open within the application.
    if (screens[index - 1]?.act) await page.goto(path);
    else if (index > 0) await goWithin(page, path);
    await untilLoaded(page);
    await act?.(page);
    // Waits for animations: a growing or moving element would measure too small, or be missed.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    faults.push(...(await missed(page)).map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
}
