import { peopleLimits } from '@sangam/shared/people/limits';
import { runsAll } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkAll, expectNothing, options, popover, type Screen, setTheme, violations } from './axe.js';
import { messageStates, writeWithFiles } from './message-states.js';
import { sharedTestServer } from './servers.js';
import { untilLoaded } from './within.js';

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');
const bina = await server.signUp('Bina Rao');
await server.api(bina, 'PATCH /api/users/profile', {
  college: 'IIT Madras',
  skills: ['React', 'SQL'],
  headline: 'Builds rovers',
  about: 'Third year',
  looks_for: 'A designer',
  links: ['https://example.org'],
  listed: true,
});
// Long words without spaces, which must not stretch another member's page.
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
for (const seq of [1, 2])
  await server.api(asha, `PUT /api/messages/conversation/${bina.id}/${seq}/saved`, { client_id: crypto.randomUUID() });

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const visitorScreens: Screen[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/signup' },
  { path: '/login?error=oauth_failed' },
  { path: '/forgot-password' },
  { path: '/reset-password' },
  { path: '/verify-email?token=x' },
  ...['/privacy', '/terms', '/support', '/about'].map((path) => ({ path })),
  { path: '/projects' },
  { path: `/projects/${projectId}` },
  { path: '/projects/999999' },
  ...[asha.id, 999_999].map((id) => ({ path: `/people/${id}` })),
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
  { path: '/analytics', shows: (page) => page.getByRole('heading', { name: 'Direct messages', exact: true }) },
  { path: '/settings/account', shows: (page) => page.getByRole('heading', { name: 'Email address' }) },
  { path: '/settings/notifications', shows: (page) => page.getByRole('heading', { name: 'Preferences' }) },
  { path: '/settings/privacy', shows: (page) => page.getByRole('heading', { name: 'Contact and visibility' }) },
  { path: '/settings/appearance', shows: (page) => page.getByRole('heading', { name: 'Time zone' }) },
  { path: '/settings/devices', shows: (page) => page.getByRole('heading', { name: 'Signed-in devices' }) },
  { path: '/settings/data', shows: (page) => page.getByRole('heading', { name: 'Delete account' }) },
  { path: '/messages/999999', shows: (page) => page.getByRole('heading', { level: 2 }) },
  { path: '/profile' },
  ...[bina, asha].map(({ id }) => ({ path: `/people/${id}` })),
  { path: '/collaborators', shows: (page) => page.getByRole('link', { name: 'Bina Rao' }) },
  {
    path: '/messages',
    act: press('Saved messages'),
    shows: (page) => page.getByRole('button', { name: 'Remove from saved' }),
  },
  {
    path: `/messages/${bina.id}`,
    // The last test, since it writes.
    act: (page) => page.getByPlaceholder('Write a message').pressSequentially(':heart'),
    shows: (page) => page.getByRole('listbox', { name: 'Emoji' }),
    isPhones: true,
  },
];
const memberStates: Screen[] = [
  { path: '/profile', act: press('Edit Profile'), shows: (page) => page.getByLabel('College') },
  {
    path: '/profile',
    act: press('Add picture'),
    shows: (page) => page.getByRole('button', { name: 'Choose picture' }),
  },
  { path: `/people/${asha.id}`, act: press('Edit links'), shows: (page) => page.getByLabel('Link 3') },
  { path: '/projects', act: press(/^New messages/u), shows: popover, isPopover: true },
  { path: '/projects', act: press(/^Notifications/u), shows: popover, isPopover: true },
  { path: '/projects/new', shows: (page) => page.getByRole('dialog').getByLabel('Title') },
  ...messageStates.map((state) => ({ path: `/messages/${bina.id}`, ...state, isAlike: true })),
];

it('axe finds no fault on a visitor’s screens in either theme, wide or narrow', async () => {
  const { page } = await server.visit('/', options);
  // Stops the redirect that follows a failed sign-in after this time.
  await page.evaluate((leadsOnAfterMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms === leadsOnAfterMs ? 0 : setTimeout(run, ms)),
    });
  }, peopleLimits.oauthFailedRedirectMs);
  await checkAll(page, visitorScreens);
});

it('axe finds no fault on a member’s screens in either theme, wide or narrow', async () => {
  const { page } = await server.actor(asha, '/dashboard', options);
  await checkAll(page, memberScreens);
});

it.runIf(runsAll)('axe finds no fault in the panels that a member opens over a page', async () => {
  const { page } = await server.actor(asha, '/profile', options);
  await checkAll(page, memberStates);
  // Only phones have this one.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/dashboard');
  await press('Open menu')(page);
  await page.locator('#mobile-menu').waitFor();
  await untilLoaded(page);
  await expectNothing(page, 'all', 'menu, dark', 'header');
  await setTheme(page, 'light');
  await expectNothing(page, 'colours', 'menu, light', 'header');
});

it.runIf(runsAll)(
  'in forced colours a primary button keeps a border, and the strength of a password stays visible',
  async () => {
    const { page } = await server.visit('/signup', { ...options, forcedColors: 'active' });
    await page.getByLabel('Password', { exact: true }).fill('Abcdefg1');
    const submit = page.getByRole('button', { name: 'Create account' });
    expect(await submit.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');
    const grounds = await page
      .locator('.forced-color-adjust-none')
      .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).backgroundColor));
    expect(new Set(grounds).size).toBe(2);
    const ink = await submit.evaluate((button) => getComputedStyle(button).color);
    expect(grounds).toContain(ink);
  },
);

it.runIf(runsAll)(
  'in forced colours the current page and the open conversation are marked, and another page is not',
  async () => {
    const { page } = await server.actor(asha, `/messages/${bina.id}`, { ...options, forcedColors: 'active' });
    const row = page.getByRole('listitem').getByRole('link', { name: 'Bina' }).first();
    await row.and(page.locator('[aria-current]')).waitFor();
    expect(await row.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
    const marks = (of: string) =>
      page.getByRole('link', { name: of, exact: true }).evaluate((link) => ({
        outline: getComputedStyle(link).outlineStyle,
        line: getComputedStyle(link.querySelector('span') as Element).borderBottomColor,
      }));
    const [current, other] = [await marks('Messages'), await marks('Projects')];
    expect([current.outline, other.outline]).toEqual(['solid', 'none']);
    expect(current.line).not.toBe(other.line);
  },
);

it.runIf(runsAll)('in forced colours bars, dots, counts and chosen hours stand out from their background', async () => {
  const chandra = await server.signUp('Chandra Sen');
  await server.api(chandra, 'PUT /api/hours', { hours: '1'.repeat(24).padEnd(672, '0'), zone: 'Asia/Kolkata' });
  await server.api(bina, 'POST /api/messages', { receiver_id: chandra.id, content: 'Hello' });
  const project = await server.postProject(chandra, { title: 'Contrast' });
  await server.api(bina, 'POST /api/project-requests', { project_id: project, message: 'May I?' });
  // Not the dashboard, which would show the request and so mark its notification as read.
  const { page } = await server.actor(chandra, '/analytics', { ...options, forcedColors: 'active' });
  const colour = (of: Locator, property: 'backgroundColor' | 'color') =>
    of.first().evaluate((element, name) => getComputedStyle(element)[name], property);
  const behind = await colour(page.locator('body'), 'backgroundColor');
  const count = page.getByRole('button', { name: /^New messages/u }).locator('.bg-accent[aria-hidden]');
  await count.first().waitFor();
  expect(await colour(count, 'color')).not.toBe(await colour(count, 'backgroundColor'));
  await page
    .getByRole('button', { name: /^Notifications/u })
    .first()
    .click();
  const dot = popover(page).locator('.bg-mark[aria-hidden]').first();
  await dot.waitFor();
  expect(await colour(dot, 'backgroundColor')).not.toBe(behind);
  // Bars are drawn in the colour of their chart.
  const chart = page.locator('main svg[role=img]').first();
  expect(await colour(chart, 'color')).not.toBe(behind);
  // Only one of twelve weeks has a bar.
  expect(await inkOf(page, await chart.screenshot())).toBeLessThan(0.2);
  await page.goto('/settings/hours');
  const hour = (quarter: number) => colour(page.locator(`[data-quarter="${quarter}"]`), 'backgroundColor');
  await page.locator('[data-quarter="0"]').waitFor();
  expect(await hour(0)).not.toBe(await hour(100));
  await page.goto('/profile');
  const filled = await page.getByRole('progressbar', { name: 'Profile completion' }).screenshot();
  const ink = await inkOf(page, filled);
  expect([ink > 0.1, ink < 0.6]).toEqual([true, true]);
});

/** Returns the fraction of a picture's pixels that is dark. */
async function inkOf(page: Page, picture: Buffer): Promise<number> {
  // An empty page, since the product's policy forbids loading pictures from data URLs.
  const empty = await page.context().newPage();
  const ink = await empty.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    const { data } = canvas?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    const channels = Array.from(data).filter((_, at) => at % 4 < 3);
    return channels.filter((value) => value < 128).length / channels.length;
  }, picture.toString('base64'));
  await empty.close();
  return ink;
}

it.runIf(runsAll)('in forced colours an icon has the colour of the text next to it', async () => {
  await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`);
  const { page } = await server.actor(bina, `/messages/${asha.id}`, { ...options, forcedColors: 'active' });
  const tick = page.locator('[data-tick=seen]').first();
  await tick.waitFor();
  const [icon, text] = await tick.evaluate((svg) =>
    [svg, svg.parentElement as Element].map((element) => getComputedStyle(element).color),
  );
  expect(icon).toBe(text);
});

it.runIf(runsAll)('axe would find something (control)', async () => {
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
