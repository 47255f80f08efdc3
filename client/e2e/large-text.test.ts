import { runsFull } from '@sangam/testing/runs';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { FONT_PX, tooWide, walkLarge, wide, withLargeText, withTextStyle } from './large-text.js';
import { writeWithFiles } from './message-states.js';
import { sharedTestServer } from './servers.js';
import { phone } from './touch-targets.js';
import { untilLoaded } from './within.js';

const server = await sharedTestServer();
const asha = await server.signUp('Asha Venkataraman');
const bina = await server.signUp('Bina Bhattacharya');
const chitra = await server.signUp('Chitra Das');
const own = await server.postProject(asha, {
  title: 'Stepwell puzzles for everybody',
  category: 'game-development',
  required_skills: ['Unity', 'Art', 'Level design'],
  questions: ['Which games have you made?'],
});
const other = await server.postProject(bina, { title: 'Night bus radio', required_skills: ['Sound'] });
await server.api(bina, 'POST /api/project-requests', { project_id: own, message: 'May I? I have made three games.' });
await server.api(chitra, `POST /api/projects/${own}/connect`);
for (const content of ['Hello', `See https://example.org and /projects/${other}`])
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content });
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'A reply', reply_to: 1 });
await writeWithFiles(server, asha, bina);
await server.api(asha, `PUT /api/messages/conversation/${bina.id}/1/pin`, { client_id: crypto.randomUUID() });
await server.api(chitra, 'POST /api/messages', { receiver_id: asha.id, content: 'A stranger writes' });

// A team's conversation, with a role in the project and an invitation in the list.
const roled = await server.postProject(asha, {
  title: 'Stepwell atlas for everybody',
  roles: [{ name: 'Cartographer and designer', seats: 2, skills: ['Maps'] }],
});
const joined = await server.call(chitra, 'POST /api/project-requests', {
  body: { project_id: roled, message: 'May I?' },
});
await server.api(asha, `PUT /api/project-requests/${joined.data.request.id}/status`, { status: 'accepted' });
const refresh = await server.call(asha, 'GET /api/refresh');
const team = refresh.data.teams?.data.teams[0]?.conversation_id ?? 0;
await server.api(asha, 'POST /api/messages', {
  conversation_id: team,
  content: 'Welcome @Chitra Das',
  mentions: [{ user_id: chitra.id, name: 'Chitra Das' }],
});
await server.api(asha, `POST /api/projects/${roled}/invitations`, {
  user_id: bina.id,
  message: 'Come and draw with us',
});
await server.api(bina, `POST /api/projects/${other}/invitations`, {
  user_id: asha.id,
  message: 'Your ear would help us',
});

// A full project offers its waitlist, the widest of the buttons on a card.
const full = await server.postProject(chitra, { title: 'Full house', max_members: 2 });
const { data } = await server.call(bina, 'POST /api/project-requests', {
  body: { project_id: full, message: 'May I?' },
});
await server.api(chitra, `PUT /api/project-requests/${data.request.id}/status`, { status: 'accepted' });

const visitorPaths = [
  ...['/', '/login', '/signup', '/forgot-password', '/reset-password?token=x', '/verify-email?token=x'],
  ...['/projects', `/projects/${other}`, '/oauth-success?error=expired', '/nowhere'],
];
const memberPaths = [
  ...[
    '/',
    '/dashboard',
    '/welcome',
    '/projects',
    `/projects/${own}`,
    `/projects/${other}`,
    `/projects/${roled}`,
    '/projects/new',
    '/work',
  ],
  ...['account', 'notifications', 'hours', 'privacy', 'appearance', 'devices', 'data'].map((id) => `/settings/${id}`),
  ...[
    '/analytics',
    '/profile',
    `/people/${bina.id}`,
    '/collaborators',
    `/people/${asha.id}`,
    '/messages',
    `/messages/c/${team}`,
    `/messages/${bina.id}`,
    `/messages/${chitra.id}`,
    '/messages?requests=shown',
  ],
];

// A phone has the least room; the full mode also tries a desktop, where this is text of 200%.
const screens = [
  ['on a phone', phone],
  ['on a desktop', wide],
] as const;
it.each(runsFull ? screens : screens.slice(0, 1))(
  'nothing is wider than a page, overlaps or is cut off with a font of 32 px %s',
  async (_, screen) => {
    expect(await walkLarge(await withLargeText(server, null, '/', screen), visitorPaths)).toEqual([]);
    expect(await walkLarge(await withLargeText(server, asha, '/', screen), memberPaths)).toEqual([]);
  },
);

it.each(screens)(
  'nothing is wider than a page, overlaps or is cut off where a style doubles the text %s',
  async (_, screen) => {
    expect(await walkLarge(await withTextStyle(server, null, screen), visitorPaths)).toEqual([]);
    expect(await walkLarge(await withTextStyle(server, asha, screen), memberPaths)).toEqual([]);
  },
);

it.each([378, 360, 320])('the bar fits with a font of 32 px, %i px wide', async (width) => {
  const page = await withLargeText(server, asha, '/work', { viewport: { width, height: 800 } });
  expect(await tooWide(page)).toEqual([]);
});

it('placeholders of loading lists stay within a phone’s width with a font of 32 px', async () => {
  const page = await withLargeText(server, null, '/about');
  await page.route(/\/api\/(?:refresh|dashboard|projects|project-requests)/u, () => undefined);
  await page.evaluate((token) => window.localStorage.setItem('token', token), asha.token);
  for (const path of ['/dashboard', '/work', '/projects']) {
    await page.goto(path);
    await page.locator('main .animate-pulse').nth(6).waitFor();
    expect(await tooWide(page)).toEqual([]);
  }
});

it('in a window of 320 × 180, as when zoomed to 400%, the bars scroll away with the page', async () => {
  const { page } = await server.actor(asha, '/settings/account', {
    viewport: { width: 320, height: 180 },
    hasTouch: true,
  });
  await untilLoaded(page);
  const bars = page.locator('header:visible, nav[aria-label=Shortcuts]:visible');
  const covers = () =>
    bars.evaluateAll((all) => all.filter((bar) => getComputedStyle(bar).position !== 'static').length);
  await expect.poll(() => bars.count()).toBe(2);
  expect(await covers()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(covers).toBe(2);

  await page.setViewportSize({ width: 320, height: 180 });
  const dev = await server.signUp('Dev Rao');
  await server.api(asha, 'POST /api/messages', { receiver_id: dev.id, content: 'Hello' });
  await page.goto(`/messages/${dev.id}`);
  const thread = page.getByRole('region', { name: /^Messages with/u });
  await expect.poll(async () => (await thread.boundingBox())?.height ?? 0).toBeGreaterThan(100);
  const { composer } = chat({ page });
  await composer.pressSequentially('Hi');
  const bottom = async () => {
    const box = await composer.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(180);
  // A phone held sideways, whose keyboard opens.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(bottom).toBeGreaterThan(300);
  await page.setViewportSize({ width: 844, height: 200 });
  await expect.poll(bottom).toBeLessThanOrEqual(200);
});

it('the bars of a low window scroll away where a style doubles the text', async () => {
  const page = await withTextStyle(server, asha, { viewport: { width: 640, height: 360 } });
  const positions = () =>
    page
      .locator('header:visible, nav[aria-label=Shortcuts]:visible')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).position));
  await expect.poll(positions).toEqual(['static', 'static']);
  await page.setViewportSize({ width: 640, height: 800 });
  await expect.poll(positions).toEqual(['sticky', 'sticky']);
});

it('a page follows a text size that changes while it is open', async () => {
  const { page } = await server.actor(asha, '/dashboard', wide);
  const bar = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My work' });
  const menu = page.getByRole('button', { name: 'Open menu' });
  await bar.waitFor();
  const zoom = (percent: number) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
  await zoom(200);
  await menu.waitFor();
  expect(await tooWide(page)).toEqual([]);
  await zoom(100);
  await menu.waitFor({ state: 'hidden' });
  await bar.waitFor();
});

it('a conversation can be read and answered with a font of 32 px on a phone', async () => {
  const page = await withLargeText(server, asha, `/messages/${bina.id}`);
  const { composer, tick } = chat({ page });
  await composer.waitFor();
  // The width of a short word at this size.
  const readable = 4 * FONT_PX;
  expect((await composer.boundingBox())?.width).toBeGreaterThan(readable + FONT_PX);
  const name = page.getByRole('heading', { name: 'Bina Bhattacharya', level: 2 });
  expect((await name.boundingBox())?.width).toBeGreaterThan(readable);
  // A line of the thread stays in sight above the composer.
  const pane = await page.getByRole('region', { name: 'Messages with Bina Bhattacharya' }).boundingBox();
  expect(pane?.height).toBeGreaterThan(4 * FONT_PX);
  await composer.fill('Large and clear');
  await page.getByRole('button', { name: 'Send message' }).click();
  await tick('Large and clear').waitFor();
  expect(await tooWide(page)).toEqual([]);
});

it('the bell names the writer of a new message with a font of 32 px on a phone', async () => {
  await server.call(bina, 'POST /api/messages', { body: { receiver_id: asha.id, content: 'Can you read this?' } });
  const page = await withLargeText(server, asha, '/dashboard');
  await page.getByRole('button', { name: /^New messages/u }).click();
  const name = page.getByRole('dialog', { name: 'New messages' }).locator('li bdi').first();
  expect((await name.boundingBox())?.width).toBeGreaterThanOrEqual(3 * FONT_PX);
});
