import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemo } from './demo.js';
import type { Person, World } from './world.js';

const KB = 1_000;
const ENTRY_MAX = 110 * KB;
const ROUTE_MAX = 180 * KB;
const dist = fileURLToPath(new URL('../dist', import.meta.url));

let world: World;
let asha: Person;

beforeAll(async () => {
  ({ world, asha } = await createDemo());
});
afterAll(() => world.close());

/** What a route loads in all: at once, after it has settled, and for what is opened on it. */
interface Route {
  path: string;
  max: number;
  member?: true;
  open?: (page: Page) => Promise<unknown>;
}

const entries = ['/', '/login', '/signup', '/forgot-password', '/reset-password', '/oauth-success?error=expired'];
const routes: Route[] = [
  ...entries.map((path) => ({ path, max: ENTRY_MAX })),
  ...['/projects', '/projects/2'].map((path) => ({ path, max: ROUTE_MAX })),
  ...['/', '/dashboard', '/projects/1', '/profile'].map((path) => ({ path, max: ROUTE_MAX, member: true as const })),
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
    max: ROUTE_MAX,
    member: true,
    open: async (page) => {
      await page
        .getByRole('button', { name: /Rohan Mehta/u })
        .first()
        .click();
      await page.getByText('Saturday works. 4 pm?').last().waitFor();
    },
  },
];

const gzipped = new Map<string, number>();
async function sizeOf(path: string): Promise<number> {
  const size = gzipped.get(path) ?? gzipSync(await readFile(`${dist}${path}`), { level: 9 }).length;
  gzipped.set(path, size);
  return size;
}

/** Each script that the browser was given, in a fresh context; gzipped as a server would send it. */
async function weigh({ path, member, open }: Route): Promise<number> {
  const context = await world.browser.newContext();
  if (member) await context.addInitScript((token) => localStorage.setItem('token', token), asha.token);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname);
  });
  await page.goto(`${world.url}${path}`, { waitUntil: 'networkidle' });
  await open?.(page);
  await page.waitForLoadState('networkidle');
  await context.close();
  let total = 0;
  for (const script of scripts) total += await sizeOf(script);
  return total;
}

it('no route needs more JavaScript than it may', async () => {
  const rows: { route: string; kB: number; max: number; scripts: boolean }[] = [];
  for (const route of routes) {
    const bytes = await weigh(route);
    rows.push({
      route: `${route.path}${route.member ? ' (member)' : ''}`,
      kB: Math.round(bytes / 100) / 10,
      max: route.max / KB,
      scripts: bytes > 0,
    });
  }
  const lines = rows.map(({ route, kB, max }) => `${route.padEnd(34)}${kB.toFixed(1).padStart(7)} kB of ${max}`);
  process.stdout.write(`Gzipped JavaScript by route:\n${lines.join('\n')}\n`);
  // A route of which no script was seen was not weighed.
  expect(rows.filter(({ scripts }) => !scripts)).toEqual([]);
  expect(rows.filter(({ kB, max }) => kB > max)).toEqual([]);
});
