import { everyNth } from '@sangam/testing/runs';
import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');
const project = await server.postProject(asha, { title: 'Stepwell puzzles' });

const namedIn = (page: Response | null) =>
  Array.from((page?.headers().link ?? '').matchAll(/<([^>]+\.js)>/gu), ([, file = '']) => file);

const pages = [
  ...['/', '/login', '/signup', '/projects', `/projects/${project}`].map((path) => [path, null] as const),
  ...['/dashboard', '/work', '/profile', '/settings/account', '/messages', '/collaborators', `/people/${asha.id}`].map(
    (path) => [path, asha] as const,
  ),
];

it.each(everyNth(6, pages))(
  '%s preloads only scripts that it actually runs, and loads each of them once',
  async (path, account) => {
    const context = await server.newContext(account);
    const page = await context.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    const named = namedIn(await page.goto(path));
    expect(named.length).toBeGreaterThan(8);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    const run = (await page.coverage.stopJSCoverage()).map(({ url }) => new URL(url).pathname);
    expect(named.filter((file) => !run.includes(file))).toEqual([]);
    expect(named.filter((file) => requested.filter((one) => one === file).length !== 1)).toEqual([]);
    await context.close();
  },
);
