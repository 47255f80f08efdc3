import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Person, type World } from './world.js';

let world: World;
let asha: Person;
let axe: string;

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  world = await createWorld();
  asha = await world.signUp('Asha Verma');
  const bina = await world.signUp('Bina Rao');
  const project = {
    // Words without end: what one member writes must not stretch another's page.
    title: `Stepwell puzzles ${'o'.repeat(100)}`,
    description: `A quiet puzzle game. ${'x'.repeat(600)}`,
    category: 'game-development',
    required_skills: ['Unity', 'u'.repeat(50), 'Art', 'Levels'],
  };
  const created = (await (await world.api(asha, 'POST /api/projects', project)).json()) as {
    data: { project: { id: number } };
  };
  await world.api(bina, 'POST /api/project-requests', {
    project_id: created.data.project.id,
    message: `May I? ${'y'.repeat(400)}`,
  });
  await world.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello, see https://example.org' });
});
afterAll(() => world.close());

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const violations = async (page: Page): Promise<string[]> => {
  // Through the debugger, which the page's own Content-Security-Policy does not concern.
  const found = await page.evaluate(
    async ({ source, options }) => {
      // biome-ignore lint/security/noGlobalEval: axe is injected as a devtools user would
      if (!('axe' in window)) window.eval(source);
      const { axe } = window as unknown as { axe: { run(options: unknown): Promise<{ violations: Violation[] }> } };
      return (await axe.run(options)).violations;
    },
    { source: axe, options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } },
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
};

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
  ...['/oauth-success?error=expired', '/projects', '/projects/1', '/projects/999'].map((path) => ({ path })),
  { path: '/signup', act: press('Create account') },
];
const memberScreens: Screen[] = [
  ...['/dashboard', '/projects', '/projects/1', '/profile'].map((path) => ({ path })),
  {
    path: '/messages',
    act: async (page) => {
      await press(/Bina Rao/u)(page);
      await page.getByPlaceholder('Write a message').waitFor();
    },
  },
  { path: '/projects/new', act: (page) => page.getByRole('dialog').getByLabel('Title').waitFor() },
  { path: '/profile', act: press('Edit Profile') },
  { path: '/projects', act: press(/^New messages/u) },
  { path: '/projects', act: press(/^Requests/u) },
];
const phoneScreens: Screen[] = [{ path: '/dashboard', act: press('Open menu') }];

for (const theme of ['dark', 'light'])
  for (const width of [1280, 390]) {
    const open = async (person: Person | null) => {
      const context = await world.browser.newContext({
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
        bypassCSP: true,
      });
      const page = await context.newPage();
      await page.goto(world.url);
      await page.evaluate(
        ([token, value]) => {
          localStorage.setItem('theme', value ?? '');
          if (token) localStorage.setItem('token', token);
        },
        [person?.token ?? '', theme],
      );
      return { context, page };
    };
    const check = async (page: Page, { path, act }: Screen) => {
      await page.goto(`${world.url}${path}`);
      await page.getByRole('main').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await act?.(page);
      expect(await violations(page), path).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
    };
    it(`axe finds nothing for a visitor, ${theme}, ${width} px`, async () => {
      const { context, page } = await open(null);
      for (const screen of visitorScreens) await check(page, screen);
      await context.close();
    });
    it(`axe finds nothing for a member, ${theme}, ${width} px`, async () => {
      const { context, page } = await open(asha);
      for (const screen of memberScreens) await check(page, screen);
      if (width === 390) for (const screen of phoneScreens) await check(page, screen);
      await context.close();
    });
  }

it('axe would find something (control)', async () => {
  const context = await world.browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(world.url);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  expect(await violations(page)).not.toEqual([]);
  await context.close();
});
