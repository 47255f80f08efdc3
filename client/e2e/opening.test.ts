import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { createWorld, type Person, type World } from './world.js';

let world: World;
let asha: Person;

beforeAll(async () => {
  world = await createWorld();
  asha = await world.signUp('Asha Verma');
});
afterAll(() => world.close());
afterEach(async () => expect(await world.leave()).toEqual([]));

const short = (n: number) => `new ${n}`;
const tall = (n: number) => `new ${n}\n${'a line\n'.repeat(60)}end of ${n}`;

/** Asha has read all but the last of what this member wrote. */
async function history(name: string, read: number, unread: string[]): Promise<Person> {
  const other = await world.signUp(name);
  const write = async (content: string) => {
    const { status } = await world.api(other, 'POST /api/messages', { receiver_id: asha.id, content });
    expect(status).toBe(201);
  };
  for (let n = 1; n <= read; n += 1) await write(`old ${n}`);
  await world.api(asha, `PUT /api/messages/mark-read/${other.id}`);
  for (const content of unread) await write(content);
  return other;
}

async function unreadOf(other: Person): Promise<number | undefined> {
  const answer = await world.api(asha, 'GET /api/messages/conversations?limit=200');
  const { data } = (await answer.json()) as { data: { conversations: { id: number; unread_count: number }[] } };
  return data.conversations.find((each) => each.id === other.id)?.unread_count;
}

/** Where a line stands in the pane: from its upper edge, and how high the pane is. */
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

it.each(cases)('opens $what at $width px at the first unread one, and marks only what is shown', async (each) => {
  const other = await history(each.what, each.read, [...each.unread]);
  const { page } = await world.seat(asha);
  await page.setViewportSize({ width: each.width, height: 800 });
  await chat({ page }).open(other.name);
  const [first = '', last = ''] = [each.unread[0], each.unread.at(-1)];
  await page.getByText('Unread messages', { exact: false }).first().waitFor();
  // Long enough for anything that would move it, or mark it.
  await page.waitForTimeout(1_500);
  const start = await place(page, first);
  expect(start).not.toBeNull();
  expect(start?.top).toBeGreaterThanOrEqual(0);
  expect(start?.top).toBeLessThan((start?.height ?? 0) - 20);
  if ('left' in each) {
    const end = await place(page, last);
    expect(end?.bottom).toBeLessThanOrEqual(end?.height ?? 0);
    expect(await unreadOf(other)).toBe(each.left);
  } else expect(await unreadOf(other)).toBeGreaterThan(0);
});

it('keeps the newest message in sight while the composer grows', async () => {
  const other = await history('Many Lines', 40, []);
  const { page } = await world.seat(asha);
  const { open, composer, bubble } = chat({ page });
  await open(other.name);
  await bubble('old 40').waitFor();
  await composer.focus();
  for (let n = 0; n < 8; n += 1) {
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('x');
    const beyond = async () => {
      const newest = await place(page, 'old 40');
      return newest && newest.bottom - newest.height;
    };
    await expect.poll(beyond, { message: `after ${n + 1} lines`, timeout: 1_000 }).toBeLessThanOrEqual(1);
  }
  expect(await page.getByRole('button', { name: /newest/iu }).count()).toBe(0);
});
