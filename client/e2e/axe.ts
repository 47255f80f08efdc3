import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { goWithin, untilLoaded } from './within.js';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All rules, or those that depend on the theme. What passed is not described: that is most of the work. */
const runOptions = {
  all: { runOnly: standards, resultTypes: ['violations'] },
  colours: { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] },
};

/** What an open popover, or `within`, lies over is half covered, and was looked at without it. */
export async function violations(
  page: Page,
  rules: keyof typeof runOptions,
  within = ':popover-open',
): Promise<string[]> {
  // Through the debugger, which the page's own Content-Security-Policy does not concern.
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

/** A screen, or a state of it that something must be done for. No two of one path follow each other. */
export interface Screen {
  path: string;
  act?: (page: Page) => Promise<unknown>;
  /** What has to be on it, wide and narrow. */
  shows?: (page: Page) => Locator;
  /** Is closed when the window gets another width. */
  isPopover?: boolean;
  /** Has parts that only a phone has. */
  isPhones?: boolean;
  /** Has the same parts wide and narrow: each theme is looked at in one of them. */
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

/** A loaded screen: all rules for its wide and its narrow form, each in one theme, and those about colour in the other one. */
async function check(page: Page, screen: Screen): Promise<void> {
  const { path, act, shows, isPopover = false, isPhones = false, isAlike = false } = screen;
  await expectNothing(page, 'all', `${path}, wide, dark`);
  await setTheme(page, 'light');
  if (!isAlike) await expectNothing(page, 'colours', `${path}, wide, light`);
  await page.setViewportSize({ width: 390, height: 800 });
  if (isPopover) {
    await popover(page).waitFor({ state: 'detached' });
    await act?.(page);
  }
  await untilLoaded(page);
  await shows?.(page).first().waitFor();
  await expectNothing(page, 'all', `${path}, narrow, light`);
  await setTheme(page, 'dark');
  if (isPhones) await expectNothing(page, 'colours', `${path}, narrow, dark`);
}

/** What axe finds on these screens, in both themes, wide and narrow. The page is at the first of them. */
export async function checkAll(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [index, screen] of screens.entries()) {
    // What is open might stay open within the application.
    if (screens[index - 1]?.act) await page.goto(screen.path);
    else if (index > 0) await goWithin(page, screen.path);
    // Not before: a popover that another width closes goes back in the history, and would stop the loading.
    await page.setViewportSize({ width: 1280, height: 800 });
    await untilLoaded(page);
    await screen.act?.(page);
    await screen.shows?.(page).first().waitFor();
    // What the bar at a phone's lower edge covers is scrolled from under it, which axe does not do.
    await page.addStyleTag({ content: 'nav[aria-label="Shortcuts"] { position: static }' });
    await check(page, screen);
  }
}

/** A wide window, into which axe can be put. */
export const options = { viewport: { width: 1280, height: 800 }, bypassCSP: true };
