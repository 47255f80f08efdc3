import { eventually } from '@sangam/testing/eventually';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Front, startFront } from './front.js';
import type { Account, Actor, TestServer } from './test-server.js';

/** Maximum time for background work. */
export const WITHIN_MS = 20_000;

let fronts: Front[] = [];
/** Stops the proxy between the browsers and the server. */
export async function stopFronts(): Promise<void> {
  await Promise.all(fronts.map((front) => front.stop()));
  fronts = [];
}

/** Opens a page for a member whose browser stores the application, behind a proxy that can be stopped. */
export async function install(server: TestServer, account: Account, path: string): Promise<Actor & { front: Front }> {
  const front = await startFront(server.url);
  fronts.push(front);
  const actor = await server.actor(account, path, { origin: front.url, serviceWorkers: 'allow' });
  // Waits until the worker has stored the whole application and answers this page.
  await actor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { ...actor, front };
}

/** The browser's offline data as text; empty until it includes the member. */
export const keptText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'kept')) return '';
    const opened = indexedDB.open('kept');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const all = opened.result.transaction(['parts', 'threads']);
    const [threads, parts] = [all.objectStore('threads').getAll(), all.objectStore('parts').getAll()];
    await new Promise((resolve) => all.addEventListener('complete', resolve));
    opened.result.close();
    return parts.result.length > 0 && threads.result.length > 0 ? JSON.stringify([parts.result, threads.result]) : '';
  });

/** Waits until the browser has cached a conversation with these words. */
export const untilKept = (page: Page, ...words: string[]): Promise<void> =>
  eventually(
    async () => {
      const text = await keptText(page);
      expect([text !== '', ...words.filter((word) => !text.includes(word))]).toEqual([true]);
    },
    WITHIN_MS,
    100,
  );
