/** `npm run screenshots`: each screen of the demo at two widths in both themes, and the three that the README shows. */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createDemo } from '../demo.js';
import type { Person, World } from '../world.js';
import { phoneScreens, type Screen, screens } from './screens.js';

const root = new URL('../../../', import.meta.url);
const all = fileURLToPath(new URL('screenshots/', root));
const shown = fileURLToPath(new URL('docs/screenshots/', root));

/** What the README shows: screen → file. Dark, in a window of 1280 by 800. */
const forReadme = new Map([
  ['thread', 'messages.png'],
  ['dashboard', 'dashboard.png'],
  ['projects', 'projects.png'],
]);
const themes = ['dark', 'light'] as const;
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

async function openAs(world: World, person: Person | null, theme: string, size: { width: number; height: number }) {
  const context = await world.browser.newContext({ viewport: size, reducedMotion: 'reduce' });
  await context.addInitScript(
    ([token, value]) => {
      localStorage.setItem('theme', value ?? '');
      if (token) localStorage.setItem('token', token);
    },
    [person?.token ?? '', theme],
  );
  return context;
}

/** Everything has arrived, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const { world, asha } = await createDemo();
try {
  const people = { visitor: null, asha, newcomer: await world.signUp('Zoya Khan') };
  await rm(all, { recursive: true, force: true });
  await Promise.all([mkdir(all, { recursive: true }), mkdir(shown, { recursive: true })]);
  for (const size of sizes)
    for (const theme of themes) {
      const take = async ({ name, path, as, act, whole }: Screen) => {
        const context = await openAs(world, people[as], theme, size);
        const page = await context.newPage();
        await page.goto(`${world.url}${path}`);
        await settle(page);
        await act?.(page, world);
        await settle(page);
        await page.mouse.move(0, 0);
        await page.screenshot({ path: `${all}${name}-${theme}-${size.width}.png`, fullPage: whole ?? false });
        const file = forReadme.get(name);
        if (file !== undefined && theme === 'dark' && size.width === 1280)
          await page.screenshot({ path: `${shown}${file}` });
        await context.close();
      };
      for (const screen of size.width < 768 ? [...screens, ...phoneScreens] : screens) await take(screen);
      process.stdout.write(`${size.width} px, ${theme}: done\n`);
    }
  process.stdout.write(`The pictures are in ${all}\nThose of the README are in ${shown}\n`);
} finally {
  await world.close();
}
