import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { crowded } from './crowded.js';
import type { Account, TestServer } from './test-server.js';
import { phone } from './touch-targets.js';
import { goWithin, untilLoaded } from './within.js';

/** Twice the usual size. */
export const FONT_PX = 32;

export const wide = { viewport: { width: 1280, height: 800 } };

/** Opens a page in a browser with a font of twice the usual size. */
export async function withLargeText(
  server: TestServer,
  account: Account | null,
  path: string,
  screen: typeof wide = phone,
): Promise<Page> {
  const { page, context } = account ? await server.actor(account, '/', screen) : await server.visit('/', screen);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: FONT_PX, fixed: FONT_PX } });
  await page.goto(path);
  await untilLoaded(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${FONT_PX}px`);
  return page;
}

/** Opens a page whose text size a style doubles, as a text-only zoom does. The browser's own font size stays the same. */
export async function withTextStyle(server: TestServer, account: Account | null, screen: typeof wide): Promise<Page> {
  const { page, context } = account ? await server.actor(account, '/', screen) : await server.visit('/', screen);
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.goto('/');
  await untilLoaded(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${FONT_PX}px`);
  return page;
}

/** Returns the elements that reach beyond the page, unless a box around them cuts them off or scrolls. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const cuts = ({ overflowX, textOverflow }: CSSStyleDeclaration) =>
      overflowX === 'clip' ? textOverflow === 'ellipsis' : overflowX !== 'visible';
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (cuts(getComputedStyle(element)) || isCut(element.parentElement));
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width: own, height } = element.getBoundingClientRect();
      if (own <= 1 || height <= 1 || (right <= width + 1 && left >= -1)) return false;
      return !isCut(element.parentElement) && element.closest('.sr-only, [data-toasts-host], [aria-hidden]') === null;
    });
    const faults = wide.map((element) => {
      const { right } = element.getBoundingClientRect();
      return `${element.tagName} “${(element.textContent ?? '').slice(0, 40)}” ends at ${Math.round(right)}`;
    });
    const { scrollWidth } = document.scrollingElement ?? document.documentElement;
    return scrollWidth > width + 1 ? [`the page is ${scrollWidth} px wide`, ...faults.slice(0, 5)] : faults.slice(0, 5);
  });

/** Whether leaving this page within the application keeps its `<main>`, so that `goWithin` can't notice the new page. */
const isKept = (path: string) => /^\/(messages|projects\/new|moderation)/u.test(path);

/** Visits these paths. Returns elements that are too wide, overlap or are cut off. */
export async function walkLarge(page: Page, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    const at = new URL(page.url()).pathname;
    if (isKept(at) || at === path) await page.goto(path);
    else await goWithin(page, path);
    await untilLoaded(page);
    const found = [...(await tooWide(page)), ...(await crowded(page))];
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }
  return faults;
}
