import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { layoutShiftOf, observeLayoutShift, waitForAllLists } from './layout-shift.js';
import { ownTestServer } from './servers.js';
import { settled } from './settled.js';

const KB = 1_000;
const ENTRY_MAX = 95 * KB;
/** The limit for projects' pages, which visitors read before they have an account. */
const PUBLIC_MAX = 108 * KB;
/** The limit for members' pages. Each has the code that receives, caches and sends messages, which arrive on all pages. */
const ROUTE_MAX = 178 * KB;
/**
 * The limit for a conversation, which does more than any other screen: message menus, formatted text, links, drafts, offline actions,
 * replies, files.
 */
const MESSAGES_MAX = 184 * KB;
/** The limit for a conversation with a request, which also has the code of request cards. */
const WITH_CARDS_MAX = 197 * KB;
/** Under HTTP/1.1 a browser sends six requests at a time, so this many take less than six round trips. */
const SCRIPTS_MAX = 34;
/** Web vitals call 0.1 good. `nothing-moves.test.ts` measures over a slow network. */
const LAYOUT_SHIFT_MAX = 0.01;
/** Routes loaded in parallel, since they mostly wait for pages to settle. */
const AT_A_TIME = 4;
const dist = fileURLToPath(new URL('../dist', import.meta.url));

// Its own server, since a project that other tests post or delete meanwhile would move the lists that are measured.
const server = await ownTestServer();
const asha = await server.signUp('Asha Verma');
const rohan = await server.signUp('Rohan Mehta');
const meera = await server.signUp('Meera Iyer');
const own = await server.postProject(asha, { title: 'Stepwell puzzles', required_skills: ['Art', 'Levels'] });
const other = await server.postProject(rohan, {
  title: 'Night bus radio',
  required_skills: ['Sound'],
  roles: [{ name: 'Presenter', seats: 1, skills: ['Hindi'] }],
});
await server.api(rohan, 'POST /api/project-requests', { project_id: own, message: 'May I?' });
await server.api(rohan, `POST /api/projects/${own}/connect`);
for (const from of [rohan, meera])
  await server.api(from, 'POST /api/messages', { receiver_id: asha.id, content: 'See https://example.org' });

/** A route to weigh, with everything it loads: at first, until it has settled, and for a panel opened on it. */
interface Route {
  path: string;
  max: number;
  member?: true;
  open?: (page: Page) => Promise<unknown>;
}

const entries = [
  ...['/', '/login', '/signup', '/forgot-password', '/reset-password', '/verify-email?token=x'],
  '/oauth-success?error=expired',
];
const routes: Route[] = [
  ...entries.map((path) => ({ path, max: ENTRY_MAX })),
  ...['/projects', `/projects/${other}`].map((path) => ({ path, max: PUBLIC_MAX })),
  ...[
    '/',
    '/projects',
    '/dashboard',
    '/welcome',
    `/projects/${own}`,
    '/work',
    '/settings/account',
    '/profile',
    '/collaborators',
    `/people/${rohan.id}`,
  ].map((path) => ({
    path,
    max: ROUTE_MAX,
    member: true as const,
  })),
  {
    path: '/projects',
    max: ROUTE_MAX,
    member: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Title').waitFor();
    },
  },
  {
    path: '/messages',
    max: MESSAGES_MAX,
    member: true,
    open: async (page) => {
      await chat({ page }).open('Meera Iyer');
      await page.getByRole('link', { name: 'https://example.org', exact: true }).waitFor();
    },
  },
  {
    path: `/messages/${rohan.id}`,
    max: WITH_CARDS_MAX,
    member: true,
    open: (page) => page.getByRole('button', { name: 'Accept Rohan Mehta' }).waitFor(),
  },
];
/** Before a merge, only the routes nearest to each limit are weighed, which load most of what the others do. */
const weighed = runsAll
  ? routes
  : routes.filter(({ path, max, open }) => open !== undefined || max === PUBLIC_MAX || ['/', '/work'].includes(path));

const gzipped = new Map<string, number>();
async function sizeOf(path: string): Promise<number> {
  const size = gzipped.get(path) ?? gzipSync(await readFile(`${dist}${path}`), { level: 9 }).length;
  gzipped.set(path, size);
  return size;
}

interface Loaded {
  scripts: number;
  bytes: number;
  layoutShift: number;
}

/** Loads a route in a fresh context. Returns the number and gzipped size of its scripts, and the layout shift. */
async function weigh({ path, member, open }: Route): Promise<Loaded> {
  const context = await server.newContext(member ? asha : null);
  await observeLayoutShift(context);
  await waitForAllLists(context);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    // A failed social sign-in leads to /login after two seconds, on a busy machine before everything is weighed. Scripts of /login don't
    // count.
    const hasLeft = new URL(page.url()).pathname === '/login' && !path.startsWith('/login');
    if (response.request().resourceType() === 'script' && !hasLeft) scripts.add(new URL(response.url()).pathname);
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  const layoutShift = await layoutShiftOf(page);
  await open?.(page);
  await settled(page);
  await context.close();
  let bytes = 0;
  for (const script of scripts) bytes += await sizeOf(script);
  return { scripts: scripts.size, bytes, layoutShift };
}

it('no route exceeds its limits of JavaScript and files, or moves its content while it loads', async () => {
  const loaded = new Map<Route, Loaded>();
  const left = [...weighed];
  const work = async () => {
    for (let route = left.shift(); route !== undefined; route = left.shift()) loaded.set(route, await weigh(route));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const rows = weighed.map((route) => ({
    route: `${route.path}${route.member ? ' (member)' : ''}`,
    kB: Math.round((loaded.get(route)?.bytes ?? 0) / 100) / 10,
    max: route.max / KB,
    scripts: loaded.get(route)?.scripts ?? 0,
    layoutShift: loaded.get(route)?.layoutShift ?? Number.NaN,
  }));
  const lines = rows.map(
    ({ route, kB, max, scripts, layoutShift }) =>
      `${route.padEnd(34)}${kB.toFixed(1).padStart(7)} kB of ${max}, ${scripts} files, layout shift ${layoutShift.toFixed(3)}`,
  );
  process.stdout.write(`Gzipped JavaScript by route:\n${lines.join('\n')}\n`);
  // No scripts at all means that the route wasn't weighed.
  expect(rows.filter(({ kB }) => kB === 0)).toEqual([]);
  expect(rows.filter(({ kB, max, scripts }) => kB > max || scripts > SCRIPTS_MAX)).toEqual([]);
  expect(rows.filter(({ layoutShift }) => !(layoutShift <= LAYOUT_SHIFT_MAX))).toEqual([]);
});
