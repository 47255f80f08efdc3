import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { limits } from '@sangam/shared/rules/limits';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { messageStates, writeWithFiles } from './message-states.js';
import { sharedTestServer } from './servers.js';
import { goWithin, untilLoaded } from './within.js';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');
const bina = await server.signUp('Bina Rao');
// Words without end: what one member writes must not stretch another's page.
const projectId = await server.postProject(asha, {
  title: `Stepwell puzzles ${'o'.repeat(100)}`,
  description: `A quiet puzzle game. ${'x'.repeat(600)}`,
  category: 'game-development',
  required_skills: ['Unity', 'u'.repeat(50), 'Art', 'Levels'],
});
await server.api(bina, 'POST /api/project-requests', {
  project_id: projectId,
  message: `May I? ${'y'.repeat(400)}`,
});
await server.api(bina, 'POST /api/messages', {
  receiver_id: asha.id,
  content: `Hello, see https://example.org and /projects/${projectId}`,
});
await server.api(asha, `PUT /api/messages/conversation/${bina.id}/1/pin`, { client_id: crypto.randomUUID() });
await writeWithFiles(server, asha, bina);

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
async function violations(page: Page, rules: keyof typeof runOptions, within = ':popover-open'): Promise<string[]> {
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

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** A screen, or a state of it that something must be done for. No two of one path follow each other. */
interface Screen {
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
const popover = (page: Page) => page.locator(':popover-open');
const visitorScreens: Screen[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/signup' },
  { path: '/login?error=oauth_failed' },
  { path: '/forgot-password' },
  { path: '/reset-password' },
  { path: '/verify-email?token=x' },
  { path: '/projects' },
  { path: `/projects/${projectId}` },
  { path: '/projects/999999' },
  {
    path: '/oauth-success?error=expired',
    shows: (page) => page.getByRole('heading', { name: 'Authentication Failed' }),
  },
  { path: '/signup', act: press('Create account'), shows: (page) => page.locator('[aria-invalid="true"]') },
];
const memberScreens: Screen[] = [
  { path: '/dashboard', isPhones: true },
  { path: '/welcome' },
  { path: '/projects' },
  { path: `/projects/${projectId}` },
  { path: '/work' },
  { path: '/settings', shows: (page) => page.getByRole('heading', { name: 'Signed-in devices' }) },
  { path: '/messages/999999', shows: (page) => page.getByRole('heading', { level: 2 }) },
  { path: '/profile' },
  {
    path: `/messages/${bina.id}`,
    // The last one, since it writes.
    act: (page) => page.getByPlaceholder('Write a message').pressSequentially(':heart'),
    shows: (page) => page.getByRole('listbox', { name: 'Emoji' }),
    isPhones: true,
  },
];
const memberStates: Screen[] = [
  { path: '/profile', act: press('Edit Profile'), shows: (page) => page.getByLabel('College') },
  { path: '/projects', act: press(/^New messages/u), shows: popover, isPopover: true },
  { path: '/projects', act: press(/^Notifications/u), shows: popover, isPopover: true },
  { path: '/projects/new', shows: (page) => page.getByRole('dialog').getByLabel('Title') },
  ...messageStates.map((state) => ({ path: `/messages/${bina.id}`, ...state, isAlike: true })),
];

const setTheme = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((to) => {
    document.documentElement.dataset.theme = to;
  }, theme);

async function expectNothing(
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

/** Of a page that is at the first of these screens. */
async function checkAll(page: Page, screens: readonly Screen[]): Promise<void> {
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

const options = { viewport: { width: 1280, height: 800 }, bypassCSP: true };

it('axe finds nothing for a visitor in either theme, wide or narrow', async () => {
  const { page } = await server.visit('/', options);
  // A failed sign-in leads on after this time.
  await page.evaluate((leadsOnAfterMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms === leadsOnAfterMs ? 0 : setTimeout(run, ms)),
    });
  }, limits.oauthFailedRedirectMs);
  await checkAll(page, visitorScreens);
});

it('axe finds nothing for a member in either theme, wide or narrow', async () => {
  const { page } = await server.actor(asha, '/dashboard', options);
  await checkAll(page, memberScreens);
});

it('axe finds nothing in what a member opens over a page', async () => {
  const { page } = await server.actor(asha, '/profile', options);
  await checkAll(page, memberStates);
  // Only a phone has this one.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/dashboard');
  await press('Open menu')(page);
  await untilLoaded(page);
  await expectNothing(page, 'all', 'menu, dark', 'header');
  await setTheme(page, 'light');
  await expectNothing(page, 'colours', 'menu, light', 'header');
});

it('in forced colours a loud button keeps an edge, and the strength of a password can be seen', async () => {
  const { page } = await server.visit('/signup', { ...options, forcedColors: 'active' });
  await page.getByLabel('Password', { exact: true }).fill('Abcdefg1');
  const submit = page.getByRole('button', { name: 'Create account' });
  expect(await submit.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');
  const grounds = await page
    .locator('.forced-color-adjust-none')
    .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).backgroundColor));
  expect(new Set(grounds).size).toBe(2);
});

it('axe would find something (control)', async () => {
  const { page } = await server.visit('/', { bypassCSP: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const main = document.querySelector('main');
    main?.append(document.createElement('img'));
    const faint = document.createElement('p');
    faint.textContent = 'Too faint to read';
    Object.assign(faint.style, { color: '#666', backgroundColor: '#777' });
    main?.append(faint);
  });
  expect((await violations(page, 'all')).join()).toContain('image-alt');
  expect((await violations(page, 'colours')).join()).toContain('color-contrast');
});
