/**
 * `npm run screenshots`: each screen of the demo at two widths and each mail at a phone's, in both
 * themes, and the eight pictures of the README.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { Page } from 'playwright-core';
import { createDemo } from '../demo.js';
import type { Account } from '../test-server.js';
import { openSaved, showWhole, talkOver } from './conversation-story.js';
import { photographMails } from './mails.js';
import { askForSeats } from './request-story.js';
import { phoneScreens, type Screen, screens } from './screens.js';

const root = new URL('../../../', import.meta.url);
const all = fileURLToPath(new URL('screenshots/', root));
const shown = fileURLToPath(new URL('docs/screenshots/', root));

interface Size {
  width: number;
  height: number;
}
const wide = { width: 1280, height: 800 };
const sizes: readonly Size[] = [wide, { width: 390, height: 844 }];
const themes = ['dark', 'light'] as const;

/** The README's pictures in the dark theme: screen → file, and the window if it isn't the wide one. */
const forReadme: ReadonlyMap<string, { file: string; size?: Size }> = new Map([
  ['thread', { file: 'messages.png' }],
  ['conversation', { file: 'conversation.png' }],
  ['dashboard', { file: 'dashboard.png' }],
  ['projects', { file: 'projects.png' }],
  ['request-card', { file: 'request-card.png' }],
  ['work-asked', { file: 'work.png' }],
  ['line', { file: 'line.png', size: { width: 1120, height: 560 } }],
  ['declined', { file: 'declined.png', size: { width: 1120, height: 700 } }],
]);

/** Everything has loaded and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const demo = await createDemo();
const { server, asha, close } = demo;
try {
  const accounts: Record<string, Account | null> = {
    ...{ visitor: null, asha },
    newcomer: await server.signUp('Zoya Khan'),
  };
  const photograph = async ({ path, as, act }: Screen, size: Size, theme: string, take: (page: Page) => unknown) => {
    const context = await server.newContext(accounts[as] ?? null, { viewport: size, timezoneId: TIME_ZONE });
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    await act?.(page);
    await settle(page);
    await page.mouse.move(0, 0);
    await take(page);
    await context.close();
  };
  const takeAll = async (list: readonly Screen[]) => {
    for (const size of sizes)
      for (const theme of themes) {
        for (const screen of size.width < 768 ? list : list.filter((one) => !phoneScreens.includes(one))) {
          const path = `${all}${screen.name}-${theme}-${size.width}.png`;
          await photograph(screen, size, theme, (page) => page.screenshot({ path, fullPage: screen.whole ?? false }));
        }
        process.stdout.write(`${size.width} px, ${theme}: done\n`);
      }
    for (const screen of list) {
      const picture = forReadme.get(screen.name);
      if (picture === undefined) continue;
      const path = `${shown}${picture.file}`;
      await photograph(screen, picture.size ?? wide, 'dark', (page) => page.screenshot({ path }));
    }
  };
  await rm(all, { recursive: true, force: true });
  await Promise.all([mkdir(all, { recursive: true }), mkdir(shown, { recursive: true })]);
  await photographMails(demo.browser, all);
  await takeAll([...screens, ...phoneScreens]);
  const { rohan, decide } = await askForSeats(demo);
  accounts.rohan = rohan;
  await takeAll([{ name: 'request-card', path: `/messages/${asha.id}`, as: 'rohan' }]);
  await talkOver(demo, asha, rohan);
  await takeAll([
    { name: 'conversation', path: `/messages/${rohan.id}`, as: 'asha', act: showWhole },
    { name: 'saved-messages', path: '/messages', as: 'asha', act: openSaved },
  ]);
  const { station, garden } = await decide();
  await takeAll([
    { name: 'work-asked', path: '/work', as: 'asha' },
    { name: 'line', path: `/projects/${station}`, as: 'asha' },
    { name: 'declined', path: `/projects/${garden}`, as: 'asha' },
  ]);
  process.stdout.write(`The pictures are in ${all}\nThose of the README are in ${shown}\n`);
} finally {
  await close();
}
