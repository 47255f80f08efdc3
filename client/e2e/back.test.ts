import { runsAll } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ownTestServer } from './servers.js';

const server = await ownTestServer();
const asha = await server.signUp('Asha Verma');
const WORD = 'Stepwell';
const POSTED = 60;
for (let n = 1; n <= POSTED; n += 1) await server.postProject(asha, { title: `${WORD} ${n}` });

const sit = async (path: string, width = 1280): Promise<Page> => {
  const { page } = await server.actor(asha, path, { viewport: { width, height: 800 } });
  return page;
};
const gone = (panel: Locator) => panel.waitFor({ state: 'hidden' });
const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const count = (page: Page) => page.evaluate(() => window.history.length);

it('Back closes the dialog, a bell and the menu, and then leaves the page', async () => {
  const page = await sit('/dashboard', 390);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await heading(page, 'Projects').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  const menu = page.locator('#mobile-menu');
  for (const [opener, panel] of [
    ['Create Project', dialog],
    ['Notifications', bell],
    ['Open menu', menu],
  ] as const) {
    await page.getByRole('button', { name: opener, exact: true }).click();
    await panel.waitFor();
    await page.goBack();
    await gone(panel);
    expect(new URL(page.url()).pathname).toBe('/projects');
  }
  // A panel closed otherwise leaves no history entry.
  await page.getByRole('button', { name: 'Create Project', exact: true }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await gone(dialog);
  // A dialog opened from the menu: one step back closes it, the next leaves the page.
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor();
  await page.goBack();
  await gone(dialog);
  // Back also skips the menu's entry.
  await page.waitForFunction(() => window.history.state?.panel === undefined);
  await page.goBack();
  await page.waitForURL('**/dashboard');
});

it.runIf(runsAll)('one step back from a page opened in a menu shows the page below it', async () => {
  const page = await sit('/dashboard', 390);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.locator('#mobile-menu').getByRole('link', { name: 'Settings' }).click();
  await heading(page, 'Settings').waitFor();
  await page.goBack();
  await page.waitForURL('**/dashboard');
  await heading(page, 'Welcome, Asha Verma').waitFor();
  expect(await page.locator('#mobile-menu').count()).toBe(0);
});

it('restores a list’s position, pages and filter after Back and after a reload', async () => {
  const page = await sit('/dashboard');
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await heading(page, 'Projects').waitFor();
  const steps = await count(page);
  await page.getByRole('searchbox', { name: 'Search projects', exact: true }).pressSequentially(WORD, { delay: 5 });
  await page.getByLabel('Category', { exact: true }).selectOption('other');
  await page.waitForURL(`**/projects?search=${WORD}&category=other`);
  expect(await count(page)).toBe(steps);
  await page.getByRole('button', { name: 'Show more projects' }).click();
  await card(page, `${WORD} 3`).waitFor();
  await card(page, `${WORD} 3`).scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  const before = await place();
  expect(before).toBeGreaterThan(1_000);
  await card(page, `${WORD} 3`).click();
  await heading(page, `${WORD} 3`).waitFor();
  expect(await place()).toBe(0);
  await page.goBack();
  await card(page, `${WORD} 3`).waitFor();
  await expect.poll(place).toBe(before);
  expect(await page.getByRole('searchbox', { name: 'Search projects', exact: true }).inputValue()).toBe(WORD);
  await page.reload();
  await card(page, `${WORD} 3`).waitFor();
  await expect.poll(place).toBe(before);
  expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('other');
  // The plain link shows the whole list, from its top.
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.waitForURL(`${server.url}/projects`);
  await expect.poll(place).toBe(0);
  expect(await page.getByRole('searchbox', { name: 'Search projects', exact: true }).inputValue()).toBe('');
});

it.runIf(runsAll)('restores the position of each of two lists that Back returns to in turn', async () => {
  const page = await sit('/projects');
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  await card(page, `${WORD} 15`).scrollIntoViewIfNeeded();
  const inAll = await place();
  expect(inAll).toBeGreaterThan(1_000);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(WORD);
  await page.getByRole('option', { name: `Search all projects for “${WORD}”` }).click();
  await page.waitForURL(`**/projects?search=${WORD}`);
  await expect.poll(place).toBe(0);
  await card(page, `${WORD} 12`).scrollIntoViewIfNeeded();
  const inFound = await place();
  expect(inFound).not.toBe(inAll);
  await card(page, `${WORD} 12`).click();
  await heading(page, `${WORD} 12`).waitFor();
  await page.goBack();
  await card(page, `${WORD} 12`).waitFor();
  await expect.poll(place).toBe(inFound);
  const loaded = page.waitForResponse((answer) => answer.url().includes('active=yes'));
  await page.goBack();
  await loaded;
  await expect.poll(place).toBe(inAll);
});

it.runIf(runsAll)('a page visited twice has a scroll position for each visit', async () => {
  const page = await sit('/projects');
  await card(page, `${WORD} ${POSTED}`).waitFor();
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  // Repeated until the list is long enough.
  const scrollTo = (px: number) =>
    expect
      .poll(async () => {
        await page.evaluate((y) => window.scrollTo(0, y), px);
        return place();
      })
      .toBe(px);
  // Playwright's own click scrolls to elements in the sticky bar.
  const go = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .first()
      .evaluate((link: HTMLElement) => link.click());
  await scrollTo(700);
  await go('My work');
  await heading(page, 'My work').waitFor();
  await go('Projects');
  await heading(page, 'Projects').waitFor();
  await expect.poll(place).toBe(0);
  await scrollTo(300);
  await page.goBack();
  await heading(page, 'My work').waitFor();
  await page.goBack();
  await heading(page, 'Projects').waitFor();
  await expect.poll(place).toBe(700);
  await page.goForward();
  await page.goForward();
  await heading(page, 'Projects').waitFor();
  await expect.poll(place).toBe(300);
});

it('“Reload page” reloads although the same press closes a bell, which steps back', async () => {
  const page = await sit('/projects');
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((packet) => upstream.send(String(packet).replace('"version":1', '"version":0')));
  });
  await page.reload();
  await page.getByText('Sangam has been updated.').waitFor();
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  // A quick answer would arrive before the step.
  let noteStep: () => void = () => undefined;
  const stepped = new Promise<void>((resolve) => {
    noteStep = resolve;
  });
  await page.exposeFunction('noteStep', () => noteStep());
  await page.evaluate(() => window.addEventListener('popstate', () => Reflect.get(window, 'noteStep')()));
  await page.route('**/projects', async (route) => {
    await stepped;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Reload page' }).click();
  await page.waitForFunction(() => !('isOld' in window));
});
