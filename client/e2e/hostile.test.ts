import { runsFull } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { goWithin } from './within.js';

/** Texts that could break a page, each as long as its field allows. */
const run = 'window.ran=1';
const markup = `<img src=x onerror="${run}"><script>${run}</script>`;
const override = '\u202Etxt.exe\u202C';
const emoji = '👩‍👩‍👧‍👦🇮🇳🎈';
const endless = (chars: number): string => 'W'.repeat(chars);
const fill = (text: string, chars: number): string => text + endless(chars - text.length);

const hostile = {
  name: fill(`<b onclick=${run}>${emoji}${override}`, 80),
  college: fill(`"><svg onload=${run}>`, 120),
  skills: [endless(50), `<i>${emoji}`, override, ...Array.from({ length: 12 }, (_, n) => fill(`${n}`, 50))],
  title: fill(`</title><script>${run}</script>${override}`, 120),
  description: fill(`${markup}${override}${emoji}\njavascript:${run} `, 4_000),
  message: fill(`${markup}${override}${emoji}`, 1_000),
  chat: [endless(4_000), markup, `${override} javascript:${run} https://example.org/"onmouseover="${run}`, emoji],
};

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');
const mallory = await server.signUp('Mallory');
const { name, college, skills, title, description } = hostile;
const theirProjectId = await server.postProject(mallory, {
  title,
  description,
  required_skills: skills,
  timeline: endless(120),
});
const invitingProjectId = await server.postProject(mallory, { title });
const goneProjectId = await server.postProject(mallory, { title });
const ownProjectId = await server.postProject(asha, { title: 'Mine' });
const made = [
  await server.api(mallory, 'PUT /api/users/profile', { name, college, skills, github_link: 'github.com/x' }),
  await server.api(mallory, 'PATCH /api/users/profile', {
    headline: endless(100),
    about: hostile.message,
    looks_for: endless(200),
    links: [`https://example.org/${endless(200)}`],
  }),
  await server.api(mallory, 'POST /api/project-requests', { project_id: ownProjectId, message: hostile.message }),
  await server.api(mallory, `POST /api/projects/${ownProjectId}/connect`),
  await server.api(asha, 'POST /api/project-requests', { project_id: goneProjectId }),
  await server.api(mallory, `DELETE /api/projects/${goneProjectId}`),
  await server.api(mallory, `POST /api/projects/${invitingProjectId}/invitations`, {
    user_id: asha.id,
    message: endless(280),
  }),
];
for (const content of hostile.chat)
  made.push(await server.api(mallory, 'POST /api/messages', { receiver_id: asha.id, content }));
// A refused text would test nothing.
expect(made.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);

/** The full mode also tries a usual phone's width. */
const widths = runsFull ? ([1280, 390, 320] as const) : ([1280, 320] as const);

/** Elements wider than their container: the page, a dialog, or a scrolling pane. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element) => /auto|scroll/u.test(getComputedStyle(element).overflowX);
    const panes = [...document.querySelectorAll('body *')].filter(scrolls);
    return [document.documentElement, ...document.querySelectorAll('[role="dialog"]'), ...panes]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`);
  });

/** Waits until everything has been fetched. */
const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null);

const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const screens: { path: string; act?: (page: Page) => Promise<unknown>; shows: string }[] = [
  { path: '/projects', shows: '<script>' },
  { path: `/projects/${theirProjectId}`, shows: '<img src=x' },
  {
    path: `/projects/${theirProjectId}?intent=join`,
    act: (page) => page.getByRole('dialog', { name: 'Join the team' }).getByText('</title>').waitFor(),
    shows: '<script>',
  },
  { path: `/projects/${ownProjectId}`, shows: '<svg onload' },
  { path: `/projects/${goneProjectId}`, shows: '</title>' },
  { path: `/people/${mallory.id}`, shows: '<script>' },
  { path: '/dashboard', shows: '<img src=x' },
  { path: '/work', shows: 'Read the message from' },
  {
    path: '/messages',
    act: async (page) => {
      await page
        .getByRole('link', { name: /<b onclick/u })
        .first()
        .click();
      await chat({ page }).composer.waitFor();
      await page.locator('[data-message]').last().waitFor();
    },
    shows: 'onmouseover',
  },
];

const panels = [
  { panel: 'Notifications', act: press(/^Notifications/u), shows: '<b onclick' },
  { panel: 'New messages', act: press(/^New messages/u), shows: '<b onclick' },
];

it('no member’s text breaks a layout or runs as code', async () => {
  const theirs = await server.actor(asha, '/dashboard');
  const own = await server.actor(mallory, '/profile');
  for (const { page, faults } of [theirs, own])
    page.on('dialog', (dialog) => faults.push(`a dialog opened: ${dialog.message()}`));
  const check = async (page: Page, where: string) => {
    await settled(page);
    expect(await sideways(page), where).toEqual([]);
    expect(await page.evaluate(() => 'ran' in window), where).toBe(false);
  };
  // A busy machine takes many seconds to resize a page, so each width shows all panels, and all screens, in turn.
  for (const width of widths) {
    await theirs.page.setViewportSize({ width, height: 800 });
    for (const { panel, act, shows } of panels) {
      await theirs.page.goto('/projects');
      await act(theirs.page);
      await theirs.page.getByRole('dialog', { name: panel }).getByText(shows).first().waitFor({ state: 'attached' });
      expect(await sideways(theirs.page), `${panel}, ${width} px`).toEqual([]);
      // The next width would close the panel, whose step back would stop the next load.
      await theirs.page.keyboard.press('Escape');
      await theirs.page.waitForFunction(() => window.history.state?.panel === undefined);
    }
  }
  for (const width of widths) {
    for (const { page } of [theirs, own]) await page.setViewportSize({ width, height: 800 });
    for (const [index, { path, act, shows }] of screens.entries()) {
      // A full load, since an open panel might stay open when navigating within the application, and a page stays if only its query changes.
      if (index === 0 || screens[index - 1]?.act || path.includes('?')) await theirs.page.goto(path);
      else await goWithin(theirs.page, path);
      await act?.(theirs.page);
      await theirs.page.getByText(shows).first().waitFor({ state: 'attached' });
      await check(theirs.page, `${path}, ${width} px`);
    }
    await own.page.goto('/profile');
    await own.page.getByText('<svg onload').first().waitFor();
    await check(own.page, `/profile, ${width} px`);
    await press(/^Edit Profile/u)(own.page);
    await check(own.page, `/profile, ${width} px, in the form`);
  }
});

it('a visitor’s screens fit a window of 320 px', async () => {
  const { page } = await server.visit('/');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/',
    '/login?error=oauth_failed',
    '/signup',
    '/forgot-password',
    '/projects',
    `/projects/${theirProjectId}`,
  ]) {
    // The page is already open and wouldn't load again.
    if (path !== '/') await goWithin(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    expect(await sideways(page), path).toEqual([]);
  }
  // Each of the bar's links is on one line.
  const broken = await page.locator('header a:visible').evaluateAll((links) =>
    links.flatMap((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
      return link.querySelector('svg') === null && tops.size > 1 ? [link.textContent] : [];
    }),
  );
  expect(broken).toEqual([]);
});

it('the check itself finds elements that are too wide', async () => {
  const { page } = await server.visit('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await sideways(page)).toEqual([]);
  await page.evaluate(() => {
    const wide = document.createElement('p');
    wide.textContent = 'W'.repeat(400);
    wide.style.whiteSpace = 'nowrap';
    wide.style.overflowWrap = 'normal';
    document.querySelector('main')?.append(wide);
  });
  expect(await sideways(page)).not.toEqual([]);
});
