/**
 * `npm run screenshots` takes each screen of the demo and of a first day at two widths, and each email at a phone's width, in both themes,
 * and the pictures of the README. With names (`npm run screenshots -- team,people`) it takes only those.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { Page } from 'playwright-core';
import { createDemo } from '../demo.js';
import { createPlace, startServer } from '../server.js';
import { settled } from '../settled.js';
import { type Account, createTestServer, type TestServer } from '../test-server.js';
import { openSaved, showWhole, talkOver } from './conversation-story.js';
import { photographEmails } from './emails.js';
import { askForSeats } from './request-story.js';
import { phoneScreens, type Screen, screens } from './screens.js';
import { firstDayScreens, suspendedScreens, teamScreens } from './team-screens.js';
import { formTeams, MODERATOR } from './team-story.js';

const root = new URL('../../../', import.meta.url);
const all = fileURLToPath(new URL('screenshots/', root));
const shown = fileURLToPath(new URL('docs/screenshots/', root));

interface Size {
  width: number;
  height: number;
}
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const sizes: readonly Size[] = [wide, phone];
const themes = ['dark', 'light'] as const;

/** The README's pictures in the dark theme, with the window if it isn't the wide one. */
const forReadme: readonly { screen: string; file: string; size?: Size }[] = [
  { screen: 'thread', file: 'messages.png' },
  { screen: 'conversation', file: 'conversation.png' },
  { screen: 'dashboard', file: 'dashboard.png' },
  { screen: 'projects', file: 'projects.png' },
  { screen: 'request-card', file: 'request-card.png' },
  { screen: 'work-asked', file: 'work.png' },
  { screen: 'waitlisted', file: 'waitlisted.png', size: { width: 1120, height: 560 } },
  { screen: 'rejected', file: 'rejected.png', size: { width: 1120, height: 700 } },
  { screen: 'team', file: 'team.png' },
  { screen: 'team', file: 'team-phone.png', size: phone },
  { screen: 'member', file: 'member.png' },
];

/** Time for a panel's code to load after the press that opens it. */
const PANEL_MS = 500;
/** Pictures taken at the same time. */
const AT_A_TIME = 3;
/** Screenshots that couldn't be taken; they are named at the end. */
const failed: string[] = [];
const [, , , wanted] = process.argv;
const isWanted = ({ name }: Screen): boolean => wanted === undefined || wanted.split(',').includes(name);

/** Waits until everything has loaded and nothing moves. */
async function settle(page: Page): Promise<void> {
  await settled(page);
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null);
  // Uses the product's font even if it arrived late.
  await page.evaluate(() => {
    document.documentElement.dataset.font = 'inter';
    return document.fonts.ready.then(() => undefined);
  });
}

const demo = await createDemo({ MODERATORS: MODERATOR, MESSAGE_REQUESTS: 'on' });
const { server, asha, close } = demo;
try {
  const accounts: Record<string, Account | null> = { visitor: null, asha, newcomer: await server.signUp('Zoya Khan') };
  const photograph = async (
    { path, as, act, zone = TIME_ZONE }: Screen,
    { size, theme, on = server }: { size: Size; theme: string; on?: TestServer | undefined },
    take: (page: Page) => unknown,
  ) => {
    const context = await on.newContext(accounts[as] ?? null, { viewport: size, timezoneId: zone });
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const page = await context.newPage();
    try {
      await page.goto(path);
      await settle(page);
      await act?.(page);
      await page.waitForTimeout(PANEL_MS);
      await settle(page);
      await page.mouse.move(0, 0);
      await take(page);
    } catch (error) {
      failed.push(`${path}, ${theme}, ${size.width} px: ${String(error).split('\n')[0]}`);
    } finally {
      await context.close();
    }
  };
  const takeAll = async (list: readonly Screen[], on?: TestServer) => {
    const left = sizes.flatMap((size) =>
      themes.flatMap((theme) =>
        list
          .filter((screen) => isWanted(screen) && (size === phone ? !screen.wide : !phoneScreens.includes(screen)))
          .map((screen) => ({ size, theme, screen })),
      ),
    );
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { size, theme, screen } = next;
        const path = `${all}${screen.name}-${theme}-${size.width}.png`;
        const take = (page: Page) => page.screenshot({ path, fullPage: screen.whole ?? false });
        await photograph(screen, { size, theme, on }, take);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    process.stdout.write(`${list.length} screens: done\n`);
    for (const screen of list.filter(isWanted))
      for (const { file, size } of forReadme.filter((picture) => picture.screen === screen.name))
        await photograph(screen, { size: size ?? wide, theme: 'dark' }, (page) =>
          page.screenshot({ path: `${shown}${file}` }),
        );
  };
  if (wanted === undefined) await rm(all, { recursive: true, force: true });
  await Promise.all([mkdir(all, { recursive: true }), mkdir(shown, { recursive: true })]);
  await photographEmails(demo.browser, all);
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
    { name: 'waitlisted', path: `/projects/${station}`, as: 'asha' },
    { name: 'rejected', path: `/projects/${garden}`, as: 'asha' },
  ]);
  const story = await formTeams(demo);
  Object.assign(accounts, story.accounts);
  await takeAll(teamScreens({ ...story, asha }));
  await story.suspend();
  await takeAll(suspendedScreens(story.accounts.stranger));
  const empty = await startServer(await createPlace());
  const firstDay = createTestServer(empty, demo.browser);
  accounts.first = await firstDay.signUp('Asha Verma');
  await takeAll(firstDayScreens, firstDay);
  await empty.close();
  if (failed.length > 0) process.stdout.write(`Failed:\n${failed.join('\n')}\n`);
  process.stdout.write(`The pictures are in ${all}\nThose of the README are in ${shown}\n`);
} finally {
  await close();
}
