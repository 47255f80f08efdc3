import { runsFull } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { layoutShiftOf, observeLayoutShift } from './layout-shift.js';
import { ownTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await ownTestServer();
const [asha, bina, chitra] = [
  await server.signUp('Asha Verma'),
  await server.signUp('Bina Rao'),
  await server.signUp('Chitra Das'),
];
for (let n = 1; n <= 6; n += 1) await server.postProject(bina, { title: `Stepwell ${asha.id} ${n}` });
const own = await server.postProject(asha, { title: `Night bus ${asha.id}` });
await server.api(bina, 'POST /api/project-requests', { project_id: own, message: 'May I join?' });
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Hello' });
await server.api(asha, 'POST /api/messages', { receiver_id: chitra.id, content: 'Hello' });

const CONTROLS = 'a[href], button, input, select, textarea, [role=menuitem]';
/** Presence arrives over the socket after the network is quiet. */
const SETTLES_MS = 700;
/** The value in `ToastHost.tsx`. */
const LOOKS_EVERY_MS = 100;
let sent = 0;

async function sendMessage(): Promise<string> {
  sent += 1;
  const text = `Message ${sent}`;
  await server.api(chitra, 'POST /api/messages', { receiver_id: asha.id, content: text });
  return text;
}

/** Returns the controls and texts below the toasts on screen, and the toasts' boxes. */
const lookUnder = (page: Page) =>
  page.evaluate((controls) => {
    const host = document.querySelector<HTMLElement>('[data-toasts-host]');
    const boxes = [...(host?.children ?? [])].map((toast) => toast.getBoundingClientRect());
    if (host !== null) host.style.display = 'none';
    const covers = new Set<string>();
    const isIn = ({ left, top, right, bottom }: DOMRect, x: number, y: number) =>
      left <= x && x <= right && top <= y && y <= bottom;
    const wordsAt = (place: Element, x: number, y: number) => {
      for (const node of place.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        if ([...range.getClientRects()].some((box) => isIn(box, x, y))) return node.textContent;
      }
      return null;
    };
    for (const { left, top, right, bottom } of boxes)
      for (let y = top + 1; y < bottom; y += 3)
        for (let x = left + 1; x < right; x += 3) {
          const place = document.elementFromPoint(x, y);
          const control = place?.closest(controls);
          const words = control ? control.textContent || control.outerHTML.slice(0, 80) : place && wordsAt(place, x, y);
          if (words) covers.add(words);
        }
    if (host !== null) host.style.display = '';
    return { covers: [...covers], boxes: boxes.map(({ left, top, right, bottom }) => ({ left, top, right, bottom })) };
  }, CONTROLS);

/** Waits for a toast, and returns what it covers. */
async function coveredByToast(page: Page): Promise<string[]> {
  const text = await sendMessage();
  await page.locator('[data-toasts-host]').getByText(text).waitFor();
  return (await lookUnder(page)).covers;
}

const short = ['/dashboard', `/projects/${own}`];
const long = ['/projects', '/work', '/profile', '/settings/account', '/collaborators', `/people/${bina.id}`];
const paths = runsFull ? [...short, ...long] : short;
const sizes = [
  { width: 390, height: 844, hasTouch: true, isMobile: true },
  { width: 768, height: 1024, hasTouch: true, isMobile: true },
  { width: 1280, height: 800, hasTouch: false, isMobile: false },
];

it.each(sizes)('a toast covers no control or text, and moves nothing, $width px wide', async (size) => {
  const { width, height, ...touch } = size;
  const { page, context } = await server.actor(asha, '/dashboard', { viewport: { width, height }, ...touch });
  await observeLayoutShift(context);
  // The messages page in a wide window shows a new message in its list.
  for (const path of width < 768 ? [...paths, `/messages/${bina.id}`] : paths) {
    await page.goto(path);
    await settled(page);
    await page.waitForTimeout(SETTLES_MS);
    const before = await layoutShiftOf(page);
    expect(await coveredByToast(page), path).toEqual([]);
    expect((await layoutShiftOf(page)) - before, path).toBeLessThanOrEqual(0.001);
  }
});

it.each(sizes)(
  'the toast of a sign-in stays in its place over the page that then opens, $width px wide',
  async (size) => {
    const { width, height, ...touch } = size;
    const { page } = await server.visit('/login', { viewport: { width, height }, ...touch });
    await page.getByLabel('Email').fill(asha.email);
    await page.getByLabel('Password', { exact: true }).fill(asha.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const toast = page.locator('[data-toasts-host]').getByText('Login successful!');
    // It stays while the pointer is on it.
    await toast.hover();
    await page.getByRole('button', { name: width < 768 ? 'Open menu' : 'Account menu' }).waitFor();
    await toast.hover();
    await page.getByRole('button', { name: 'Accept' }).first().waitFor();
    const { covers, boxes } = await lookUnder(page);
    expect(boxes).toHaveLength(1);
    expect(covers).toEqual([]);
    // A change to the page below doesn't move the toast.
    await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('button')));
    await page.waitForTimeout(2 * LOOKS_EVERY_MS);
    expect(await toast.isVisible()).toBe(true);
    expect((await lookUnder(page)).boxes).toEqual(boxes);
  },
);

it('shows one toast at a time, and then the earlier one again', async () => {
  const { page } = await server.actor(asha, '/dashboard', { viewport: { width: 390, height: 844 } });
  await settled(page);
  const host = page.locator('[data-toasts-host]');
  const first = await sendMessage();
  await host.getByText(first).waitFor();
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'In between' });
  await host.getByText('In between').waitFor();
  expect(await host.locator('> :not([inert])').allTextContents()).toEqual(['Bina Rao: In between']);
  await expect.poll(() => host.locator('> :not([inert])').allTextContents()).toEqual([`Chitra Das: ${first}`]);
});

it.each([768, 1024, 1280])('a sentence in a toast takes two lines, %d px wide', async (width) => {
  const { page } = await server.actor(asha, '/dashboard', { viewport: { width, height: 800 } });
  await settled(page);
  const content = `Meeting ${width}: on Tuesday at five, in the old library.`;
  await server.api(chitra, 'POST /api/messages', { receiver_id: asha.id, content });
  const text = page.locator('[data-toasts-host]').getByText(content);
  await text.waitFor();
  const lines = await text.evaluate(
    (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
});
