/** `npm run screenshots`: each screen of the demo at two widths in both themes, and the three that the README shows. */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createDemo } from '../demo.js';
import type { Account } from '../test-server.js';
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

/** Everything has arrived, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const { server, asha, close } = await createDemo();
try {
  const accounts: Record<Screen['as'], Account | null> = {
    visitor: null,
    asha,
    newcomer: await server.signUp('Zoya Khan'),
  };
  await rm(all, { recursive: true, force: true });
  await Promise.all([mkdir(all, { recursive: true }), mkdir(shown, { recursive: true })]);
  for (const size of sizes)
    for (const theme of themes) {
      const take = async ({ name, path, as, act, whole }: Screen) => {
        const context = await server.newContext(accounts[as], { viewport: size });
        await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
        const page = await context.newPage();
        await page.goto(path);
        await settle(page);
        await act?.(page);
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
  await close();
}
