import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { messageStates, writeWithFiles } from './message-states.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';
import { checkTargets, HEIGHT_PX, phone, type TouchScreen } from './touch-targets.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.api(bina, 'PATCH /api/users/profile', {
  college: 'IIT Madras',
  skills: ['React', 'SQL'],
  listed: true,
  links: ['https://example.org'],
});
const own = await server.postProject(asha, { title: 'Ox', required_skills: ['Art'] });
const other = await server.postProject(bina, { title: 'Night bus radio', required_skills: ['Sound'] });
await server.api(bina, 'POST /api/project-requests', { project_id: own });
await server.api(bina, `POST /api/projects/${own}/connect`);
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
await server.api(asha, `PUT /api/messages/conversation/${bina.id}/1/pin`, { client_id: crypto.randomUUID() });
const chitra = await server.signUp('Chitra Das');
await server.api(bina, 'POST /api/messages', {
  receiver_id: asha.id,
  content: `Ask /messages/${chitra.id} about /projects/${other}`,
});
await writeWithFiles(server, asha, bina);
await server.api(asha, `PUT /api/messages/conversation/${bina.id}/1/saved`, { client_id: crypto.randomUUID() });

const visit = async (path: string): Promise<Page> => (await server.visit(path, phone)).page;
const sit = async (account: Account, path: string): Promise<Page> => (await server.actor(account, path, phone)).page;
const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const visitorScreens: TouchScreen[] = [
  ...[
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password?token=x',
    '/verify-email?token=x',
    '/projects',
    `/projects/${other}`,
  ].map((path) => ({ path })),
];
const memberScreens: TouchScreen[] = [
  ...[
    '/dashboard',
    '/projects',
    `/projects/${own}`,
    `/projects/${other}`,
    '/work',
    '/settings/account',
    '/settings/notifications',
    '/settings/privacy',
    '/settings/devices',
    '/messages',
    '/profile',
    `/people/${bina.id}`,
    '/collaborators',
    `/people/${asha.id}`,
  ].map((path) => ({
    path,
  })),
  { path: '/messages', act: (page) => chat({ page }).open('Bina Rao') },
  {
    path: '/messages',
    async act(page) {
      await press('Saved messages')(page);
      await page.getByRole('button', { name: 'Remove from saved' }).waitFor();
    },
  },
  { path: '/profile', act: press('Edit Profile') },
  { path: '/dashboard', act: press('Open menu') },
  { path: '/projects', act: press(/^Notifications/u) },
  { path: '/projects', act: press(/^New messages/u) },
  { path: '/projects/new', act: (page) => page.getByRole('button', { name: 'C', exact: true }).waitFor() },
  ...messageStates.map(({ act, shows }) => ({
    path: `/messages/${bina.id}`,
    async act(page: Page) {
      await act(page);
      await shows(page).first().waitFor();
    },
  })),
];

it.runIf(runsAll)('every control on a visitor’s screens is large enough for touch', async () => {
  await checkTargets(await visit('/'), visitorScreens);
});

it.runIf(runsAll)('every control on a member’s screens is large enough for touch', async () => {
  const page = await sit(asha, '/dashboard');
  // Even a one-letter suggestion must be as wide as a finger.
  const data = { colleges: [], skills: ['C', 'Go'] };
  await page.route('**/api/users/suggestions', (route) => route.fulfill({ json: { success: true, data } }));
  await checkTargets(page, memberScreens);
});

it('the main links are at the lower edge with their counts, and the current one is marked', async () => {
  // A separate member, since other tests open, and so read, Asha's conversations.
  const indu = await server.signUp('Indu Nair');
  const project = await server.postProject(indu, { title: 'Tide tables' });
  await server.api(bina, 'POST /api/project-requests', { project_id: project });
  await server.api(bina, 'POST /api/messages', { receiver_id: indu.id, content: 'Hello' });
  const page = await sit(indu, '/dashboard');
  const way = (name: string) => bar(page).getByRole('link', { name, exact: true });
  await way('Dashboard (1 pending request)').and(page.locator('[aria-current="page"]')).waitFor();
  await way('Projects').click();
  await page.waitForURL('**/projects');
  await way('Projects').and(page.locator('[aria-current="page"]')).waitFor();
  // The bell above shows the count, so the link doesn't.
  await page.getByRole('button', { name: 'New messages: 1 unread' }).waitFor();
  await way('Messages').click();
  await page.waitForURL('**/messages');
  const box = await bar(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(HEIGHT_PX);
  // An open conversation fills the screen, and Back restores the bar.
  await chat({ page }).open('Bina Rao');
  await bar(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await bar(page).waitFor();
});

it('the bar covers neither the end of a page nor the focus, and makes room for the keyboard', async () => {
  const page = await sit(asha, '/profile');
  await press('Edit Profile')(page);
  // Waits for the real bar: an empty one takes its place while it loads.
  await bar(page).getByRole('link', { name: 'Projects' }).waitFor();
  const barTop = (await bar(page).boundingBox())?.y ?? 0;
  // Repeated, since a page that is still loading grows.
  const end = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const main = await page.getByRole('main').boundingBox();
    return (main?.y ?? 0) + (main?.height ?? 0);
  };
  await expect.poll(end).toBeLessThanOrEqual(barTop + 1);
  await page.getByLabel('College').focus();
  // The window shrinks as when a phone's keyboard opens.
  await page.setViewportSize({ width: 390, height: 500 });
  await bar(page).waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: HEIGHT_PX });
  await bar(page).waitFor();
});

it.runIf(runsAll)('keeps clear of the home indicator and of the notch', async () => {
  const { context, page } = await server.actor(asha, '/projects', phone);
  await bar(page).getByRole('link', { name: 'Projects' }).waitFor();
  const heights = async () => ({
    bar: (await bar(page).boundingBox())?.height ?? 0,
    top: (await page.getByRole('banner').boundingBox())?.height ?? 0,
  });
  const before = await heights();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 40, bottom: 30 } });
  await expect.poll(heights).toEqual({ bar: before.bar + 30, top: before.top + 40 });
});

it.runIf(runsAll)('the names of the main links never touch, however large the text', async () => {
  const page = await sit(asha, '/projects');
  const dashboard = bar(page).getByRole('link', { name: /^Dashboard/u });
  await dashboard.waitFor();
  for (const percent of [100, 150, 200, 300]) {
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
    const tooWide = await bar(page).evaluate((nav) =>
      [...nav.querySelectorAll('a')].flatMap((way) => {
        const names = [way, ...way.querySelectorAll('span')]
          .filter(({ clientWidth, className }) => clientWidth !== 1 && className !== 'sr-only')
          .flatMap(({ childNodes }) => [...childNodes])
          .filter((node) => node.nodeType === Node.TEXT_NODE && /^[A-Z]/u.test(node.textContent ?? ''));
        const room = way.getBoundingClientRect();
        return names.flatMap((node) => {
          const range = document.createRange();
          range.selectNode(node);
          const { left, right } = range.getBoundingClientRect();
          return left < room.left || right > room.right ? [node.textContent] : [];
        });
      }),
    );
    expect([percent, tooWide]).toEqual([percent, []]);
  }
  // Its accessible name stays without the visible one.
  await dashboard.waitFor();
});

it.runIf(runsAll)('visitors see only links to pages that they can open', async () => {
  const page = await visit('/');
  await bar(page).getByRole('link', { name: 'Projects' }).click();
  await page.waitForURL('**/projects');
  await bar(page).getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/login**');
});

it.runIf(runsAll)(
  'an open conversation fills the screen: one header, whose buttons no toast covers, and room to read above the keyboard',
  async () => {
    const chitra = await server.signUp('Chitra Das');
    for (let n = 1; n <= 30; n += 1)
      await server.api(chitra, 'POST /api/messages', { receiver_id: asha.id, content: `line ${n}` });
    await server.api(asha, `PUT /api/messages/mark-read/${chitra.id}`);
    const page = await sit(asha, `/messages/${chitra.id}`);
    const { composer, bubble } = chat({ page });
    await bubble('line 30').waitFor();
    const back = page.getByRole('button', { name: 'Back to conversations' });
    const header = page.locator('header', { has: back });
    expect(await page.locator('header:visible').count()).toBe(1);
    const bottomOf = async (at: typeof header) => {
      const box = await at.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect((await header.boundingBox())?.y).toBe(0);

    await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Look here' });
    const toast = page.getByRole('link', { name: 'Bina Rao: Look here' });
    await toast.waitFor();
    // The toast covers the title, between the buttons.
    const card = toast.locator('xpath=ancestor::*[@role="status"]/*');
    const more = header.getByRole('button', { name: 'More', exact: true });
    const [from, to] = [await back.boundingBox(), await more.boundingBox()];
    const box = await card.boundingBox();
    expect(box?.x ?? 0).toBeGreaterThanOrEqual((from?.x ?? 0) + (from?.width ?? 0));
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(to?.x ?? 0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await bottomOf(header));

    // The window's size while the keyboard is open.
    await composer.tap();
    await page.setViewportSize({ width: 390, height: 420 });
    const pane = page.getByRole('region', { name: 'Messages with Chitra Das' });
    await expect.poll(async () => (await pane.boundingBox())?.height ?? 0).toBeGreaterThan(250);
    expect(await bottomOf(composer)).toBeLessThanOrEqual(420);
    await expect.poll(() => bottomOf(bubble('line 30'))).toBeLessThanOrEqual(await bottomOf(pane));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(420);
  },
);
