import { everyNth } from '@sangam/testing/runs';
import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { decisionScreens, isOnlyWaitlist, prepare, type Screen } from './decision-screens.js';
import { sharedTestServer } from './servers.js';
import { secondPressOver, untilLoaded } from './within.js';

/**
 * Every decision on every screen, in a network that loses the answer to the first press and blocks live updates: after a second press, the
 * screen shows the result of the first.
 */
const server = await sharedTestServer();
/** Screens offer different decisions the second time. */
const TIMES = 2;

const WAIT_MAX_MS = 20_000;

/** Toasts of refusals, as opposed to a network error. */
const REFUSED = /already|answered|ended|no longer|not (?:a member|in the|on the|found)|open to|closed to|finished/iu;

const isAct = (request: Request, call: string): boolean => {
  const { pathname } = new URL(request.url());
  return `${request.method()} ${pathname.replace('/api/', '').replaceAll(/\d+/gu, '#')}` === call;
};

/** Lets the next such call through, but drops its answer. Resolves then to whether the call succeeded. */
function loseAnswer(page: Page, call: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isLost = false;
    const lose = async (route: Route) => {
      isLost = true;
      const answer = await route.fetch();
      await route.abort('connectionreset');
      resolve(answer.ok());
    };
    void page.route(
      ({ pathname }) => !isLost && pathname.startsWith('/api/'),
      (route) => (isAct(route.request(), call) ? lose(route).catch(reject) : route.fallback()),
    );
  });
}

/** Opens a page without a live connection, so that only answers can report what happened. */
async function openWithoutUpdates(context: BrowserContext, path: string): Promise<Page> {
  await context.routeWebSocket(/socket\.io/u, (socket) => void socket.close());
  await context.route('**/socket.io/**', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(path);
  await untilLoaded(page);
  return page;
}

const toastsOf = async (page: Page): Promise<string[]> =>
  (await page.locator('[data-toasts-host]').innerText()).split('\n');

/** Performs each action on one page of the screen twice. Returns the refusals that were shown. */
async function playPage(page: Page, acts: ReturnType<Screen['acts']>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, call] of acts) {
    if (String(name).startsWith('Accept ') && (await isOnlyWaitlist(page, String(name).slice(7)))) continue;
    await prepare(page, name);
    const buttons = page.locator('main, [role=dialog]').getByRole('button', { name, exact: typeof name === 'string' });
    const target = buttons.first();
    if (call === null) {
      await target.click();
      await secondPressOver(page);
      continue;
    }
    const earlier = await toastsOf(page);
    const [method, called] = call.split(' ');
    const lost = loseAnswer(page, `${method} ${called}`);
    await target.click();
    const succeeded = await lost;
    await secondPressOver(page);
    // Lists have several such buttons.
    const before = await buttons.count();
    const answered = page.waitForResponse((response) => isAct(response.request(), `${method} ${called}`));
    await target.click();
    await answered;
    await secondPressOver(page);
    if (!succeeded) continue;
    await expect.poll(() => buttons.count(), { timeout: WAIT_MAX_MS, message: `${name} goes` }).toBe(before - 1);
    const refusals = (await toastsOf(page)).filter((line) => !earlier.includes(line) && REFUSED.test(line));
    wrong.push(...refusals.map((line) => `${name}: ${line}`));
  }
  return wrong;
}

/** Plays both pages in parallel, since they mostly wait. */
async function play(screen: Screen): Promise<string[]> {
  const [creator, member] = [await server.signUp('Owner'), await server.signUp('Member')];
  const people = { creator, member, applicants: [await server.signUp('Guest A'), await server.signUp('Guest B')] };
  const { by, paths } = await screen.seed(people);
  const context = await server.newContext(by, { viewport: { width: 1280, height: 1600 } });
  context.setDefaultTimeout(WAIT_MAX_MS);
  const pages = await Promise.all(paths.map((path) => openWithoutUpdates(context, path)));
  const wrong = await Promise.all(pages.map((page, n) => playPage(page, screen.acts(people, n))));
  await context.close();
  return wrong.flat();
}

/** Leaves out Cancel transfer: the second answer says that none is pending, which is also true. */
const screens = Object.entries(decisionScreens(server, TIMES)).filter(
  ([name]) => !name.endsWith('Cancel transfer') && new RegExp(process.env.SCREEN ?? '', 'u').test(name),
);
it.each(everyNth(12, screens))(
  '%s: after a lost answer, a second press shows the result of the first',
  async (_, screen) => {
    expect(await play(screen)).toEqual([]);
  },
);
