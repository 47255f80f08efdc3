import { runsAll, runsFull } from '@sangam/testing/runs';
import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { decisionScreens, isOnlyWaitlist, type People, prepare, type Screen, type Seeded } from './decision-screens.js';
import { sharedTestServer } from './servers.js';
import { middleOf, pointAt, pressableAt } from './stand-still.js';
import type { Account } from './test-server.js';
import { goWithin, untilLoaded } from './within.js';

/**
 * Every decision on every screen is pressed twice in the same place, with each of these delays between the presses: exactly the pressed
 * action happens, and nothing else opens. Screens alternate between mouse and touch; in full mode each is played with both.
 */
const DELAYS_MS = runsFull ? [60, 120, 250] : [120];
const pointers = {
  mouse: { viewport: { width: 1280, height: 1600 } },
  touch: { viewport: { width: 390, height: 1600 }, hasTouch: true, isMobile: true },
} as const;
type Pointer = keyof typeof pointers;
/** Time in which a wrong second call would have been sent. */
const AFTER_MS = 120;
/** Pages played in parallel; they mostly wait. */
const AT_A_TIME = 3;
/** With a longer gap, two presses are not a double click: the second may close what the first opened. The screen is then played again. */
const DOUBLE_MAX_MS = 450;
const PLAYS_MAX = 4;
const STEP_MAX_MS = 20_000;
/** Longer than the space of a closed question stays once a finger is lifted (`close-gaps.ts`). */
const CLOSED_AFTER_MS = 800;

const server = await sharedTestServer();
const screens = decisionScreens(server, DELAYS_MS.length);
const people = {} as Record<Pointer, People>;
const signUps = (name: string, number: number) =>
  Promise.all(Array.from({ length: number }, (_, n) => server.signUp(`${name} ${'ABCDEFGH'[n]}`)));

beforeAll(async () => {
  for (const pointer of ['mouse', 'touch'] as const) {
    const [creator, member] = (await signUps(`Owner ${pointer}`, 2)) as [Account, Account];
    people[pointer] = { creator, member, applicants: await signUps(`Guest ${pointer}`, DELAYS_MS.length) };
  }
});

/** The effects of two presses: the calls they sent, the number of panels opened, and the resulting path. */
interface Done {
  calls: string[];
  opened: number;
  path: string;
  /** The time between the presses, which a busy machine makes longer. */
  gap: number;
}

/** Watches a page. Returns a function that presses a button twice and reports the effects. */
function watch(page: Page) {
  let calls: string[] = [];
  let refused: string[] = [];
  const actOf = (request: Request): string | null => {
    const { pathname } = new URL(request.url());
    const isAct =
      request.method() !== 'GET' &&
      pathname.startsWith('/api/') &&
      !/inbox|status$|mark-read/u.test(
        pathname.replace('/offer/status', '').replace(/((?:project-requests|invitations)\/\d+)\/status/u, '$1'),
      );
    if (!isAct) return null;
    const body = request.postDataJSON() as { status?: string } | null;
    return [request.method(), pathname.replace('/api/', '').replaceAll(/\d+/gu, '#'), body?.status]
      .filter(Boolean)
      .join(' ');
  };
  page.on('request', (request) => {
    const act = actOf(request);
    if (act !== null) calls.push(act);
  });
  page.on('response', (response) => {
    const act = actOf(response.request());
    if (act !== null && !response.ok()) refused.push(act);
  });
  const openedNow = () => page.locator('[role=dialog]:visible, [role=menu]:visible').count();
  return async (pointer: Pointer, name: string | RegExp, delay: number, call: string | null): Promise<Done> => {
    const target = page
      .locator('main, [role=dialog]')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first();
    const { x, y } = await (pointer === 'mouse' ? pointAt(target) : pressableAt(target));
    const before = await openedNow();
    calls = [];
    refused = [];
    const press = () => (pointer === 'mouse' ? page.mouse.click(x, y) : page.touchscreen.tap(x, y));
    const pressedAt = performance.now();
    let gap = 0;
    const again = async () => {
      await page.waitForTimeout(delay);
      gap = performance.now() - pressedAt;
      await press();
    };
    await Promise.all([press(), again()]);
    // On a busy machine, the right call is sent late.
    const sendMaxMs = performance.now() + STEP_MAX_MS;
    while (call !== null && calls.length === 0 && performance.now() < sendMaxMs) await page.waitForTimeout(AFTER_MS);
    await page.waitForTimeout(AFTER_MS);
    // A refused call may be sent again.
    const done = calls.filter((call, index) => calls.indexOf(call) === index || !refused.includes(call));
    return { calls: done, opened: (await openedNow()) - before, path: new URL(page.url()).pathname, gap };
  };
}
type DoublePress = ReturnType<typeof watch>;

/** Returns what went wrong, or 'too slow' if the machine was too busy for a double click. */
async function play(screen: Screen, { by, paths }: Seeded, pointer: Pointer): Promise<string[] | 'too slow'> {
  const wrong: string[] = [];
  const all = people[pointer];
  const { page, context } = await server.actor(by, paths[0], pointers[pointer]);
  page.setDefaultTimeout(STEP_MAX_MS);
  const doublePress: DoublePress = watch(page);
  await untilLoaded(page);
  for (const [n, delay] of DELAYS_MS.entries()) {
    const path = paths[n] ?? '';
    if (new URL(page.url()).pathname !== path) {
      await (path.startsWith('/messages') ? page.goto(path) : goWithin(page, path));
      await untilLoaded(page);
    }
    for (const [name, call] of screen.acts(all, n)) {
      // The project is already known to be full.
      if (String(name).startsWith('Accept ') && (await isOnlyWaitlist(page, String(name).slice(7)))) continue;
      await prepare(page, name);
      const done = await doublePress(pointer, name, delay, call);
      if (done.gap > DOUBLE_MAX_MS) {
        await context.close();
        return 'too slow';
      }
      const expected = { calls: call === null ? [] : [call], path };
      const is = { calls: done.calls, path: done.path };
      if (JSON.stringify(is) !== JSON.stringify(expected) || done.opened > 0)
        wrong.push(`${name}, ${delay} ms: ${JSON.stringify(done)}`);
      if (done.path !== path) await page.goto(path);
    }
  }
  await context.close();
  return wrong;
}

/** Plays all screens with one kind of pointer, some in parallel. Returns the faults by screen. */
async function playAll(pointer: Pointer): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  // Creates all data first, so that no list changes while it is being pressed.
  const left: [string, Screen, Seeded, plays?: number][] = [];
  const turn = Object.keys(pointers).indexOf(pointer);
  for (const [name, screen] of Object.entries(screens).filter(
    ([name], index) =>
      (runsFull || index % (runsAll ? 2 : 6) === turn) && new RegExp(process.env.SCREEN ?? '', 'u').test(name),
  ))
    left.push([name, screen, await screen.seed(people[pointer])]);
  const next = async (): Promise<void> => {
    const [name, screen, seeded, plays = 1] = left.shift() ?? [];
    if (name === undefined || screen === undefined || seeded === undefined) return;
    const found = await play(screen, seeded, pointer).catch((error: unknown) => [String(error)]);
    if (found === 'too slow' && plays < PLAYS_MAX)
      left.push([name, screen, await screen.seed(people[pointer]), plays + 1]);
    else if (found.length > 0) wrong[name] = [found].flat();
    await next();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
  return wrong;
}

const tried: readonly Pointer[] = runsAll ? ['mouse', 'touch'] : ['mouse'];
it.each(tried)('two presses by %s do the same as one', async (pointer) => {
  const wrong = await playAll(pointer);
  expect(wrong, JSON.stringify(wrong)).toEqual({});
});

it('a button below a closed question stays under the mouse', async () => {
  const { by, paths } = await (screens['dashboard, a free seat'] as Screen).seed(people.mouse);
  const { page, context } = await server.actor(by, paths[0], pointers.mouse);
  await page
    .getByRole('button', { name: /^Reject / })
    .first()
    .click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  const below = page.getByRole('button', { name: /^Deny / }).first();
  const { x, y } = await middleOf(below);
  await cancel.click();
  await page.mouse.move(x, y);
  await page.waitForTimeout(CLOSED_AFTER_MS);
  expect(await middleOf(below)).toEqual({ x, y });
  await context.close();
});
