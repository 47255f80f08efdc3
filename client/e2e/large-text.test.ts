import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { writeWithFiles } from './message-states.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';
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

// A full project offers its waitlist, the widest of the buttons on a card.
const full = await server.postProject(chitra, { title: 'Full house', max_members: 2 });
const asked = await server.api(bina, 'POST /api/project-requests', { project_id: full, message: 'May I?' });
const { data } = (await asked.json()) as { data: { request: { id: number } } };
await server.api(chitra, `PUT /api/project-requests/${data.request.id}/status`, { status: 'accepted' });

const FONT_PX = 32;

/** Opens a phone's page for somebody whose browser has a font of twice the usual size. */
async function withLargeText(account: Account | null, path: string): Promise<Page> {
  const { page, context } = account ? await server.actor(account, '/', phone) : await server.visit('/', phone);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: FONT_PX, fixed: FONT_PX } });
  await page.goto(path);
  await untilLoaded(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${FONT_PX}px`);
  return page;
}

/** The elements that reach beyond the page, unless a box of their own cuts them off or scrolls. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (!['visible', 'clip'].includes(getComputedStyle(element).overflowX) || isCut(element.parentElement));
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width: own, height } = element.getBoundingClientRect();
      if (own <= 1 || height <= 1 || (right <= width + 1 && left >= -1)) return false;
      return !isCut(element.parentElement) && element.closest('.sr-only, [data-toasts], [aria-hidden]') === null;
    });
    const faults = wide.map((element) => {
      const { right } = element.getBoundingClientRect();
      return `${element.tagName} “${(element.textContent ?? '').slice(0, 40)}” ends at ${Math.round(right)}`;
    });
    const { scrollWidth } = document.scrollingElement ?? document.documentElement;
    return scrollWidth > width + 1 ? [`the page is ${scrollWidth} px wide`, ...faults.slice(0, 5)] : faults.slice(0, 5);
  });

const visitorPaths = [
  ...['/', '/login', '/signup', '/forgot-password', '/reset-password?token=x', '/verify-email?token=x'],
  ...['/projects', `/projects/${other}`, '/oauth-success?error=expired', '/nowhere'],
];
const memberPaths = [
  ...['/', '/dashboard', '/welcome', '/projects', `/projects/${own}`, `/projects/${other}`, '/projects/new', '/work'],
  ...[
    '/settings',
    '/profile',
    `/people/${bina.id}`,
    '/collaborators',
    `/people/${asha.id}`,
    '/messages',
    `/messages/${bina.id}`,
    `/messages/${chitra.id}`,
    '/messages?requests=shown',
  ],
];

async function walk(account: Account | null, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const page = await withLargeText(account, paths[0] ?? '/');
  for (const path of paths) {
    await page.goto(path);
    await untilLoaded(page);
    await page.waitForLoadState('networkidle');
    faults.push(...(await tooWide(page)).map((fault) => `${path}: ${fault}`));
  }
  return faults;
}

it('nothing is wider than a visitor’s page with a font of 32 px on a phone', async () => {
  expect(await walk(null, visitorPaths)).toEqual([]);
});

it('nothing is wider than a member’s page with a font of 32 px on a phone', async () => {
  expect(await walk(asha, memberPaths)).toEqual([]);
});

it('a conversation can be read and answered with a font of 32 px on a phone', async () => {
  const page = await withLargeText(asha, `/messages/${bina.id}`);
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
