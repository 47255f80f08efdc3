import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { everyNth, runsFull } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { goWithin, untilLoaded } from './within.js';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** In full mode each screen is checked in both themes at both widths. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All rules, or only those that depend on the theme. Only violations are described, which saves most of the time. */
const runOptions = {
  all: { runOnly: standards, resultTypes: ['violations'] },
  colours: { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] },
};

/**
 * Returns axe's findings. Skips elements behind an open popover or behind `within`: they are partly covered, and were checked without it.
 */
export async function violations(
  page: Page,
  rules: keyof typeof runOptions,
  within = ':popover-open',
): Promise<string[]> {
  // Injected through the debugger, which the page's Content-Security-Policy doesn't affect.
  if (!(await page.evaluate(() => 'axe' in window)))
    // biome-ignore lint/security/noGlobalEval: axe is injected as a devtools user would
    await page.evaluate((source) => void window.eval(source), axeSource);
  const found = await page.evaluate(
    async ([selector, options]) => {
      type Axe = { run(part: ParentNode, options: unknown): Promise<{ violations: Violation[] }> };
      const { axe } = window as unknown as { axe: Axe };
      return (await axe.run(document.querySelector(selector) ?? document, options)).violations;
    },
    [within, runOptions[rules]] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}

/** A screen, or a state of it that needs an action first. Don't list two screens with the same path one after the other. */
export interface Screen {
  path: string;
  act?: (page: Page) => Promise<unknown>;
  /** The content to wait for, wide and narrow. */
  shows?: (page: Page) => Locator;
  /** The panel closes when the window's width changes. */
  isPopover?: boolean;
  /** The screen has parts that only phones show. */
  isPhones?: boolean;
  /** The screen has the same parts wide and narrow, so the full mode checks each theme at only one width. */
  isAlike?: boolean;
}
export const popover = (page: Page) => page.locator(':popover-open');
export const setTheme = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((to) => {
    document.documentElement.dataset.theme = to;
  }, theme);

export async function expectNothing(
  page: Page,
  rules: keyof typeof runOptions,
  where: string,
  within?: string,
): Promise<void> {
  expect(await violations(page, rules, within), where).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, where).toBeLessThanOrEqual(0);
}

/**
 * Checks a loaded screen: all rules in the wide, dark layout; in the narrow, light one only those about colours, or all rules in full mode
 * and where phones have other parts.
 */
async function check(page: Page, screen: Screen): Promise<void> {
  const { path, act, shows, isPopover = false, isPhones = false, isAlike = false } = screen;
  await expectNothing(page, 'all', `${path}, wide, dark`);
  await setTheme(page, 'light');
  if (runsFull ? !isAlike : isAlike) await expectNothing(page, 'colours', `${path}, wide, light`);
  if (isAlike && !runsFull) return;
  await page.setViewportSize({ width: 390, height: 800 });
  if (isPopover) {
    await popover(page).waitFor({ state: 'detached' });
    await act?.(page);
  }
  await untilLoaded(page);
  await shows?.(page).first().waitFor();
  await expectNothing(page, runsFull || isPhones ? 'all' : 'colours', `${path}, narrow, light`);
  await setTheme(page, 'dark');
  if (runsFull && isPhones) await expectNothing(page, 'colours', `${path}, narrow, dark`);
}

/** Expects no findings of axe on these screens, in both themes. The page must be at the first of them. */
export async function checkAll(page: Page, screens: readonly Screen[]): Promise<void> {
  const tried = everyNth(5, screens);
  for (const [index, screen] of tried.entries()) {
    // A full load, since an open panel might stay open when navigating within the application.
    if (tried[index - 1]?.act) await page.goto(screen.path);
    else if (index > 0) await goWithin(page, screen.path);
    // Resized only now: a popover that the new width closes goes back in the history, which would stop a load.
    await page.setViewportSize({ width: 1280, height: 800 });
    await untilLoaded(page);
    await screen.act?.(page);
    await screen.shows?.(page).first().waitFor();
    // Scrolls content out from under a phone's bottom bar, which axe doesn't do.
    await page.addStyleTag({ content: 'nav[aria-label="Shortcuts"] { position: static }' });
    await check(page, screen);
  }
}

/** A wide window that axe can be injected into. */
export const options = { viewport: { width: 1280, height: 800 }, bypassCSP: true };
