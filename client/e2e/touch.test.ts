import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { middleOf } from './stand-still.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Tell me' });
for (let n = 1; n <= 40; n += 1)
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: `line ${n}` });
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'taken back' });
await server.api(bina, `DELETE /api/messages/conversation/${asha.id}/42`, { client_id: crypto.randomUUID() });
await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const STEPS = 12;
/** Time between two touch events of a moving finger. */
const STEP_MS = 16;
/** Pause before the next touch: right after a quick drag, the browser takes a touch for the drag's end instead of a tap. */
const RETURN_MS = 500;

/** Touches the middle of an element and moves along these offsets, as real touch events. */
async function drag(touch: CDPSession, from: Locator, ...to: [x: number, y: number][]): Promise<void> {
  const start = await middleOf(from);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [start]);
  let [fromX, fromY] = [0, 0];
  for (const [x, y] of to) {
    for (let step = 1; step <= STEPS; step += 1) {
      const part = step / STEPS;
      await send('touchMove', [{ x: start.x + fromX + (x - fromX) * part, y: start.y + fromY + (y - fromY) * part }]);
      await from.page().waitForTimeout(STEP_MS);
    }
    [fromX, fromY] = [x, y];
  }
  await send('touchEnd', []);
}

const scrolled = (page: Page) =>
  page.getByRole('region', { name: 'Messages with Bina Rao' }).evaluate((pane) => Math.round(pane.scrollTop));
const translated = (page: Page) =>
  page
    .locator('[data-seq]')
    .evaluateAll((rows) => rows.filter((row) => (row as HTMLElement).style.translate !== '').length);

it('a swipe to the right replies to a message; a drag up or down only scrolls', async () => {
  const { page, context } = await server.actor(asha, `/messages/${bina.id}`, phone);
  const { bubble, composer } = chat({ page });
  const touch = await context.newCDPSession(page);
  const replying = page.getByText('Replying to Bina Rao');
  const line = (n: number) => page.locator(`[data-message="line ${n}"]`).getByText(`line ${n}`, { exact: true });
  await line(40).waitFor();
  const hint = page.getByText('Tap a message for its actions');
  await hint.waitFor();
  // The swipe code is loaded on touch only.
  await page.waitForFunction(() => document.querySelector<HTMLElement>('section[tabindex]')?.style.touchAction !== '');

  const before = await scrolled(page);
  await drag(touch, line(30), [4, 120], [30, 240]);
  await expect.poll(() => scrolled(page)).toBeLessThan(before - 100);
  expect([await replying.count(), await translated(page)]).toEqual([0, 0]);

  // A drag up and then far to the side only scrolls.
  const above = await scrolled(page);
  await drag(touch, line(30), [0, -60], [120, -80]);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(above + 20);
  expect([await replying.count(), await translated(page)]).toEqual([0, 0]);

  // These swipes don't count: too short, to the left, and taken back.
  const here = await scrolled(page);
  for (const way of [
    [[30, 0]],
    [[-120, 0]],
    [
      [90, 0],
      [10, 0],
    ],
  ] as [number, number][][])
    await drag(touch, line(30), ...way);
  expect([await replying.count(), await translated(page), await scrolled(page)]).toEqual([0, 0, here]);

  await drag(touch, line(30), [110, 6]);
  await replying.waitFor();
  expect(await translated(page)).toBe(0);
  // The swipe focuses the composer, as Reply in the menu does, and opens no menu.
  await composer.and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('menu').count()).toBe(0);
  // A touch keyboard's Enter adds a line; the button sends.
  await composer.fill('answered');
  await composer.press('Enter');
  await composer.pressSequentially('by a swipe');
  await page.getByRole('button', { name: 'Send message' }).click();
  await bubble('answered by a swipe')
    .getByRole('button', { name: /In reply to Bina Rao ?line 30/u })
    .waitFor();

  // A deleted message can't be answered.
  await drag(touch, page.getByText('Message deleted').last(), [110, 0]);
  await page.waitForTimeout(RETURN_MS);
  await line(40).tap();
  await page.getByRole('menu', { name: 'Message' }).waitFor();
  expect(await replying.count()).toBe(0);
  // Said until the first tap, in the line of the typing member.
  expect(await hint.count()).toBe(0);
});

it('the space of a closed question stays while a finger is down, and closes once it is lifted', async () => {
  const creator = await server.signUp('Kiran Das');
  const project_id = await server.postProject(creator, { title: 'Tide tables', max_members: 4 });
  for (const applicant of [asha, bina]) await server.api(applicant, 'POST /api/project-requests', { project_id });
  const { page, context } = await server.actor(creator, '/dashboard', phone);
  const touch = await context.newCDPSession(page);
  const reject = page.getByRole('listitem').getByRole('button', { name: /^Reject / });
  await reject.nth(1).waitFor();
  const height = () =>
    reject.first().evaluate((button) => Math.round(button.closest('li')?.getBoundingClientRect().height ?? 0));
  const before = await height();
  await reject.first().tap();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await page.waitForTimeout(RETURN_MS);
  const open = await height();
  expect(open).toBeGreaterThan(before + 200);

  await cancel.tap();
  // The finger is down before the question's space has closed.
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 195, y: 400 }] });
  await cancel.waitFor({ state: 'detached' });
  await page.waitForTimeout(3 * RETURN_MS);
  expect(await height()).toBe(open);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(height).toBe(before);
});

it('on a phone on its side, a menu with more lines than fit has a shade at its end', async () => {
  const { page } = await server.actor(asha, `/messages/${bina.id}`, {
    ...phone,
    viewport: { width: 844, height: 390 },
  });
  await page.locator('[data-message="line 40"]').getByText('line 40', { exact: true }).tap();
  const menu = page.getByRole('menu', { name: 'Message' });
  await menu.getByRole('menuitem', { name: 'Reply' }).waitFor();
  const { hides, image, color } = await menu.evaluate((panel) => ({
    hides: panel.scrollHeight > panel.clientHeight,
    image: getComputedStyle(panel).backgroundImage,
    color: getComputedStyle(panel).backgroundColor,
  }));
  expect(hides).toBe(true);
  expect(image).toContain('linear-gradient');
  expect(color).toMatch(/^rgb\(/u);
});
