import { setTimeout as sleep } from 'node:timers/promises';
import { everyNth, runsAll, runsFull } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const asha = await server.signUp('Asha Verma');

const short = (n: number) => `new ${n}`;
const tall = (n: number) => `new ${n}\n${'a line\n'.repeat(60)}end of ${n}`;

/** Creates a member who has sent Asha `read` messages that she has read, and these `unread` ones. */
async function history(name: string, read: number, unread: string[]): Promise<Account> {
  const other = await server.signUp(name);
  const write = async (content: string) => {
    const { status } = await server.api(other, 'POST /api/messages', { receiver_id: asha.id, content });
    expect(status).toBe(201);
  };
  for (let n = 1; n <= read; n += 1) await write(`old ${n}`);
  await server.api(asha, `PUT /api/messages/mark-read/${other.id}`);
  for (const content of unread) await write(content);
  return other;
}

async function unreadOf(other: Account): Promise<number | undefined> {
  const { data } = await server.call(asha, 'GET /api/messages/conversations', { query: { limit: 200 } });
  return data.conversations.find((each) => each.id === other.id)?.unread_count;
}

/** Returns the content of the message after this number. */
async function contentAfter(other: Account, seq: number): Promise<string> {
  const { data } = await server.call(asha, 'GET /api/messages/conversation/:userId', {
    params: { userId: other.id },
    query: { after: seq, limit: 1 },
  });
  return data.messages[0]?.content ?? '';
}

/** Lets the browser draw this many frames. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (left) => {
    for (let n = 0; n < left; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);

/** Returns a message's distance from the pane's top, and the pane's height. */
const place = (page: Page, content: string) =>
  page.locator('[data-message]').evaluateAll((rows, text) => {
    const row = rows.find((each) => each.getAttribute('data-message') === text);
    const pane = row?.closest('section[tabindex]');
    if (!row || !pane) return null;
    const [inner, outer] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
    return { top: inner.top - outer.top, bottom: inner.bottom - outer.top, height: outer.height };
  }, content);

const cases = [
  { what: 'a long history and two lines', width: 1280, read: 150, unread: [short(1), short(2)], left: 0 },
  { what: 'history and many lines', width: 390, read: 60, unread: Array.from({ length: 30 }, (_, n) => short(n)) },
  { what: 'history and a tall message', width: 390, read: 60, unread: [tall(1), short(2)] },
  { what: 'nothing but tall messages', width: 390, read: 0, unread: [tall(1), tall(2), tall(3)] },
] as const;

it.each(everyNth(3, cases))(
  'opens $what at $width px at the first unread one, and marks only those on screen',
  async (each) => {
    const other = await history(each.what, each.read, [...each.unread]);
    const { page, emitted } = await server.actor(asha, '/messages', { viewport: { width: each.width, height: 800 } });
    const marks = () =>
      emitted
        .filter(({ event }) => event === 'message:read')
        .map(({ payload }) => (payload as { up_to: number }).up_to);
    await chat({ page }).open(other.name);
    const [first = '', last = ''] = [each.unread[0], each.unread.at(-1)];
    await page.getByText('Unread messages', { exact: false }).first().waitFor();
    // The first read mark is set once the thread is laid out. Anything that would move the thread, or mark more, happens in later frames.
    await expect.poll(marks).not.toEqual([]);
    await frames(page, 30);
    const start = await place(page, first);
    expect(start).not.toBeNull();
    expect(start?.top).toBeGreaterThanOrEqual(0);
    expect(start?.top).toBeLessThan((start?.height ?? 0) - 20);
    if ('left' in each) {
      const end = await place(page, last);
      expect(end?.bottom).toBeLessThanOrEqual(end?.height ?? 0);
      await expect.poll(() => unreadOf(other)).toBe(each.left);
    } else {
      const total = each.read + each.unread.length;
      expect(Math.max(...marks())).toBeLessThan(total);
      // The server has received every mark.
      await expect.poll(() => unreadOf(other)).toBe(total - Math.max(...marks()));
    }
  },
);

/** More than two pages; the full mode has more. */
const MANY = runsFull ? 300 : 120;

it.runIf(runsAll)(
  'opens many unread messages at the first one, and counts those below that have not been on screen',
  async () => {
    const total = MANY;
    const other = await history('Many Unread', 20, []);
    // Sent in parallel, so that a group commit stores them together, in any order.
    const contents = Array.from({ length: total }, (_, n) => short(n + 1));
    await Promise.all(
      contents.map((content) => server.api(other, 'POST /api/messages', { receiver_id: asha.id, content })),
    );
    const first = await contentAfter(other, 20);
    const { page } = await server.actor(asha, '/messages', { viewport: { width: 1280, height: 800 } });
    const { open, row, bubble, texts, write } = chat({ page });
    const pill = page.getByRole('button', { name: /newest/iu });
    await open(other.name);
    await page.getByText('Unread messages', { exact: false }).first().waitFor();
    await expect.poll(() => unreadOf(other)).toBeLessThan(total);
    await frames(page, 30);
    expect((await place(page, first))?.top).toBeGreaterThanOrEqual(0);
    // The last read message is above the first unread one.
    expect(await place(page, 'old 20')).not.toBeNull();

    // A live message is counted below and moves nothing.
    const before = (await unreadOf(other)) ?? 0;
    expect(before).toBeGreaterThan(total - 30);
    await server.api(other, 'POST /api/messages', { receiver_id: asha.id, content: 'live' });
    await pill.filter({ hasText: `${before + 1} new` }).waitFor();
    await row(other.name)
      .filter({ hasText: `${before + 1} unread` })
      .waitFor();
    expect(await unreadOf(other)).toBe(before + 1);
    expect(await bubble('live').count()).toBe(0);
    expect((await place(page, first))?.top).toBeGreaterThanOrEqual(0);

    // Scrolling passes through all of them, without a gap.
    const pane = page.getByRole('region', { name: `Messages with ${other.name}` });
    await pane.hover();
    const seen = new Set(await texts());
    const scrolledToEnd = async () => {
      await pane.evaluate((element) => element.scrollBy(0, element.clientHeight / 2));
      // Newly visible messages are drawn before the next step.
      await frames(page, 3);
      const drawn = await texts();
      for (const text of drawn) seen.add(text ?? '');
      return drawn.filter((text) => text === 'live').length;
    };
    await expect.poll(scrolledToEnd, { timeout: 90_000, interval: 30 }).toBe(1);
    for (const content of contents) expect(seen).toContain(content);
    await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => unreadOf(other)).toBe(0);

    // Sending a message scrolls to the end from anywhere.
    await page.mouse.wheel(0, -4_000);
    await pill.waitFor();
    await write('All read');
    await bubble('All read').waitFor();
    await pill.waitFor({ state: 'detached' });
  },
);

it.runIf(runsAll)('keeps the newest message in view while the composer grows', async () => {
  const other = await history('Many Lines', 40, []);
  const { page } = await server.actor(asha);
  const { open, composer, bubble } = chat({ page });
  await open(other.name);
  await bubble('old 40').waitFor();
  await composer.focus();
  const staysInView = (after: string) => {
    const beyond = async () => {
      const newest = await place(page, 'old 40');
      return newest && newest.bottom - newest.height;
    };
    return expect.poll(beyond, { message: `after ${after}` }).toBeLessThanOrEqual(1);
  };
  for (let n = 0; n < 8; n += 1) {
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('x');
    await staysInView(`${n + 1} lines`);
  }
  // A browser lays the field out without the selection before it inserts what replaces it.
  for (const text of ['pasted\n'.repeat(20), 'again\n'.repeat(30), 'one line', 'x\n'.repeat(9)]) {
    await composer.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
    await staysInView(text);
  }
  expect(await page.getByRole('button', { name: /newest/iu }).count()).toBe(0);
  // The style sheet makes it grow: a script that measured it would lay out the whole page for each key.
  expect(await composer.evaluate((field: HTMLElement) => [field.offsetHeight > 100, field.style.height])).toEqual([
    true,
    '',
  ]);
});

const linked = await history('Linked Once', 150, []);
it
  .runIf(runsAll)
  .each([
    ...(runsFull ? [{ line: 'equally slow answers', end: 250, around: 250 }] : []),
    { line: 'the latest page before the asked one', end: 50, around: 500 },
    { line: 'the latest page after the asked one', end: 700, around: 150 },
  ])(
  'opens a message link at its message with $line, although newer messages arrive',
  async ({ line, end, around }) => {
    const newest = `while it opens with ${line}`;
    const { page } = await server.actor(asha, '/work');
    await page.route('**/api/messages/{conversation,c}/**', async (route) => {
      const isEnd = !new URL(route.request().url()).searchParams.has('after');
      await sleep(isEnd ? end : around);
      await route.continue();
    });
    await page.route('**/api/refresh**', async (route) => {
      await sleep(50);
      await route.continue();
    });
    await server.api(linked, 'POST /api/messages', { receiver_id: asha.id, content: 'while away' });
    await page.goto(`/messages/${linked.id}?m=30`);
    await server.api(linked, 'POST /api/messages', { receiver_id: asha.id, content: newest });
    await page.locator('[data-message="old 30"]').waitFor();
    await page.waitForTimeout(1_500);
    const at = await place(page, 'old 30');
    expect(at?.top).toBeGreaterThan(0);
    expect(at?.bottom).toBeLessThan(at?.height ?? 0);
    expect(await page.locator(`[data-message="${newest}"]`).count()).toBe(0);
    const jump = page.getByRole('button', { name: /^Jump to newest/u });
    const [button, pane] = await Promise.all([
      jump.boundingBox(),
      page.getByRole('region', { name: 'Messages with Linked Once' }).boundingBox(),
    ]);
    // The button covers neither a message nor a divider.
    expect(button?.y).toBeGreaterThanOrEqual((pane?.y ?? 0) + (pane?.height ?? 0));
    await jump.click();
    await page.locator(`[data-message="${newest}"]`).waitFor();
    // The button has disappeared, and the focus is in the thread.
    await jump.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Messages with Linked Once');
  },
);
