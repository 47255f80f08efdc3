import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';

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
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello, see https://example.org' });

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All rules, or those that depend on the theme. */
const runOptions = {
  all: { runOnly: standards },
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

async function violations(page: Page, rules: keyof typeof runOptions): Promise<string[]> {
  // Through the debugger, which the page's own Content-Security-Policy does not concern.
  const found = await page.evaluate(
    async ({ source, options }) => {
      // biome-ignore lint/security/noGlobalEval: axe is injected as a devtools user would
      if (!('axe' in window)) window.eval(source);
      const { axe } = window as unknown as { axe: { run(options: unknown): Promise<{ violations: Violation[] }> } };
      return (await axe.run(options)).violations;
    },
    { source: axeSource, options: runOptions[rules] },
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** A screen, or a state of it that something must be done for. */
interface Screen {
  path: string;
  act?: (page: Page) => Promise<unknown>;
}
const visitorScreens: Screen[] = [
  ...['/', '/login', '/login?error=oauth_failed', '/signup', '/forgot-password', '/reset-password'].map((path) => ({
    path,
  })),
  ...['/oauth-success?error=expired', '/projects', `/projects/${projectId}`, '/projects/999999'].map((path) => ({
    path,
  })),
  { path: '/signup', act: press('Create account') },
];
const memberScreens: Screen[] = [
  ...['/dashboard', '/welcome', '/projects', `/projects/${projectId}`, '/work', '/profile'].map((path) => ({ path })),
  {
    path: `/messages/${bina.id}`,
    act: (page) => page.getByPlaceholder('Write a message').waitFor(),
  },
  { path: '/messages/999999', act: (page) => page.getByRole('heading', { level: 2 }).waitFor() },
  { path: '/projects/new', act: (page) => page.getByRole('dialog').getByLabel('Title').waitFor() },
  { path: '/profile', act: press('Edit Profile') },
  { path: '/projects', act: press(/^New messages/u) },
  { path: '/projects', act: press(/^Notifications/u) },
];
const phoneScreens: Screen[] = [{ path: '/dashboard', act: press('Open menu') }];

/** The screen in one theme with all rules, then in the other one with those about colour. */
async function check(page: Page, { path, act }: Screen): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null);
  await act?.(page);
  // What the bar at a phone's lower edge covers is scrolled from under it, which axe does not do.
  await page.addStyleTag({ content: 'nav[aria-label="Shortcuts"] { position: static }' });
  expect(await violations(page, 'all'), `${path}, dark`).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  expect(await violations(page, 'colours'), `${path}, light`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(
    0,
  );
}

for (const width of [1280, 390]) {
  const options = { viewport: { width, height: 800 }, bypassCSP: true };
  it(`axe finds nothing for a visitor in either theme, ${width} px`, async () => {
    const { page } = await server.visit('/', options);
    for (const screen of visitorScreens) await check(page, screen);
  });
  it(`axe finds nothing for a member in either theme, ${width} px`, async () => {
    const { page } = await server.actor(asha, '/', options);
    for (const screen of width === 390 ? [...memberScreens, ...phoneScreens] : memberScreens) await check(page, screen);
  });
}

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
