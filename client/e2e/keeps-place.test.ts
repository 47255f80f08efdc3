import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { everyNth, runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { waitForAllLists } from './layout-shift.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
/** The value in `core/offline/wait-for-lists.ts`. */
const WAITS_MAX_MS = 8_000;

const write = async (from: Account, to: Account, content: string): Promise<void> => {
  const { status } = await server.api(from, 'POST /api/messages', { receiver_id: to.id, content });
  expect(status).toBe(201);
};
const writeLines = async (from: Account, to: Account, name: string, count: number): Promise<void> => {
  for (let n = 1; n <= count; n += 1) await write(from, to, `${name} ${n}`);
};

/** Creates two members with a rejected join request, whose card is on screen among their last messages. */
async function talk() {
  const [asha, rohan] = [await server.signUp('Asha Verma'), await server.signUp('Rohan Mehta')];
  await writeLines(asha, rohan, 'before', 12);
  const project = await server.postProject(rohan, { title: 'Stepwell puzzles' });
  const { data } = await server.call(asha, 'POST /api/project-requests', {
    body: { project_id: project, message: 'May I?' },
  });
  await server.api(rohan, `PUT /api/project-requests/${data.request.id}/status`, { status: 'rejected' });
  await writeLines(rohan, asha, 'after', 5);
  await server.api(asha, `PUT /api/messages/mark-read/${rohan.id}`);
  return { asha, rohan };
}

const paneOf = (page: Page) => page.locator('section[aria-label^="Messages with"]');
const belowPx = (page: Page) =>
  paneOf(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
const atEnd = (page: Page) => expect.poll(() => belowPx(page)).toBeLessThanOrEqual(1);
const pillOf = (page: Page) => page.getByRole('button', { name: /^Jump to newest/u });

interface Watched {
  found?: string[];
}

/** Records faults on the page, however brief: messages without their card, or the “Jump to newest” button at the end. */
const watch = (): void => {
  const found = new Set<string>();
  Object.defineProperty(window as Watched, 'found', { get: () => [...found] });
  new MutationObserver(() => {
    const pane = document.querySelector('section[aria-label^="Messages with"]');
    if (pane?.querySelector('[data-seq]') && !pane.querySelector('article')) found.add('no card');
    if (/Jump to newest/u.test(pane?.parentElement?.textContent ?? '')) found.add('pill');
  }).observe(document, { subtree: true, childList: true });
};
const found = (page: Page) => page.evaluate(() => (window as Watched).found);

/** Counts the messages in the cache. */
async function cachedMessages(): Promise<number> {
  const opened = indexedDB.open('kept');
  await new Promise((resolve) => opened.addEventListener('success', resolve));
  const all = opened.result.transaction('threads').objectStore('threads').getAll();
  await new Promise((resolve) => all.addEventListener('success', resolve));
  opened.result.close();
  return (all.result as { messages: unknown[] }[]).flatMap(({ messages }) => messages).length;
}

it.each(everyNth(2, [{ width: 390 }, { width: 1280 }]))(
  'a cached conversation opens with its cards and ends at the newest message, $width px wide',
  async ({ width }) => {
    const { asha, rohan } = await talk();
    const { page } = await server.actor(asha, `/messages/${rohan.id}`, { viewport: { width, height: 800 } });
    await page.locator('[data-message="after 5"]').waitFor();
    await eventually(async () => expect(await page.evaluate(cachedMessages)).toBe(17), 20_000);
    await page.goto('about:blank');
    await writeLines(rohan, asha, 'new', 3);
    await waitForAllLists(page.context());
    await page.addInitScript(watch);
    await page.route('**/*.js', async (route) => {
      await sleep(400);
      await route.continue();
    });
    await page.route('**/api/**', async (route) => {
      await sleep(1_500);
      await route.continue();
    });
    await page.goto(`/messages/${rohan.id}`);
    await page.locator('[data-message="new 3"]').waitFor();
    await atEnd(page);
    expect(await found(page)).toEqual([]);
  },
);

it.runIf(runsAll)('a reader at the end stays there when cards appear among the messages on screen', async () => {
  const { asha, rohan } = await talk();
  // Rohan is the creator: the lists that load with the page have only pending requests, so the rejected one isn't known yet.
  await server.api(rohan, `PUT /api/messages/mark-read/${asha.id}`);
  const { page } = await server.actor(rohan, '/settings/account');
  await page.addInitScript((waitsMaxMs) => {
    const { setTimeout: start } = window;
    const soon = (run: () => void, ms?: number) => start(run, ms === waitsMaxMs ? 100 : ms);
    window.setTimeout = soon as typeof setTimeout;
  }, WAITS_MAX_MS);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/requests$/u, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/messages/${asha.id}`);
  await page.locator('[data-message="after 5"]').waitFor();
  await atEnd(page);
  expect(await paneOf(page).getByRole('article').count()).toBe(0);
  release();
  await paneOf(page).getByRole('article').first().waitFor();
  await atEnd(page);
  await write(asha, rohan, 'live');
  await page.locator('[data-message="live"]').waitFor();
  await atEnd(page);
});

it.runIf(runsAll)(
  'a reader at the end stays there while messages arrive above a pending one; a reader further up does not move',
  async () => {
    const { asha, rohan } = await talk();
    const { page } = await server.actor(asha, '/settings/account');
    await page.routeWebSocket('**/socket.io/**', (socket) => {
      const upstream = socket.connectToServer();
      socket.onMessage((packet) => {
        if (!String(packet).includes('message:send')) upstream.send(packet);
      });
    });
    await page.route('**/api/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.goto(`/messages/${rohan.id}`);
    await page.locator('[data-message="after 5"]').waitFor();
    await chat({ page }).write('pending');
    await page.locator('[data-message="pending"]').waitFor();
    for (const content of ['above 1', 'above 2']) {
      await write(rohan, asha, content);
      await page.locator(`[data-message="${content}"]`).waitFor();
      await atEnd(page);
    }
    await paneOf(page).hover();
    await page.mouse.wheel(0, -300);
    await pillOf(page).waitFor();
    const before = await belowPx(page);
    await write(rohan, asha, 'above 3');
    await expect.poll(() => belowPx(page)).toBeGreaterThan(before + 20);
  },
);

it.runIf(runsAll)('a reader at the end never sees “Jump to newest” while the newest message grows', async () => {
  const { asha, rohan } = await talk();
  const { page } = await server.actor(asha, `/messages/${rohan.id}`);
  await page.locator('[data-message="after 5"]').waitFor();
  // Loads the button's code.
  await paneOf(page).hover();
  await page.mouse.wheel(0, -300);
  await pillOf(page).click();
  await pillOf(page).waitFor({ state: 'detached' });
  await atEnd(page);
  await page.evaluate(watch);
  const content = Array.from({ length: 12 }, (_, n) => `line ${n}`).join('\n');
  const edit = { client_id: crypto.randomUUID(), content };
  const { status } = await server.api(rohan, `PATCH /api/messages/conversation/${asha.id}/17`, edit);
  expect(status).toBe(200);
  await page.getByText('line 11').first().waitFor();
  await page.waitForTimeout(300);
  await atEnd(page);
  expect(await found(page)).toEqual([]);
});

it.runIf(runsAll)(
  'a reader further up stays there when a long message above, not yet drawn, is edited or deleted',
  async () => {
    const [asha, rohan] = [await server.signUp('Asha Verma'), await server.signUp('Rohan Mehta')];
    for (const n of [1, 2]) await write(asha, rohan, `long ${n}\n${'a line that fills the bubble\n'.repeat(60)}`);
    await writeLines(asha, rohan, 'line', 60);
    await server.api(rohan, `PUT /api/messages/mark-read/${asha.id}`);
    const { page } = await server.actor(rohan, `/messages/${asha.id}`);
    await page.locator('[data-message="line 60"]').waitFor();
    await atEnd(page);
    await paneOf(page).hover();
    await page.mouse.wheel(0, -300);
    await pillOf(page).waitFor();
    const place = async () => Math.round((await page.locator('[data-message="line 54"]').boundingBox())?.y ?? 0);
    const before = await place();
    const path = `/api/messages/conversation/${rohan.id}`;
    await server.api(asha, `PATCH ${path}/1`, { client_id: crypto.randomUUID(), content: 'short' });
    await server.api(asha, `DELETE ${path}/2`, { client_id: crypto.randomUUID() });
    await write(asha, rohan, 'after both');
    await pillOf(page).getByText('1', { exact: true }).waitFor();
    expect(await place()).toBe(before);
  },
);
