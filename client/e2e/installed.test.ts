import { retiredWorker } from '@sangam/server/http/retired-worker';
import { eventually } from '@sangam/testing/eventually';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { type Front, startFront } from './front.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const WITHIN_MS = 20_000;
const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello Asha' });

let fronts: Front[] = [];
afterEach(async () => {
  await Promise.all(fronts.map((front) => front.stop()));
  fronts = [];
});

/** A member at a browser that may keep the application, with something between it and the server that can go away. */
async function install(account: Account, path: string) {
  const front = await startFront(server.url);
  fronts.push(front);
  const actor = await server.actor(account, path, { origin: front.url, serviceWorkers: 'allow' });
  await untilStored(actor.page);
  return { ...actor, front };
}

/** Until the worker has the whole application, and answers this page. */
const untilStored = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.version);
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
const storedVersions = (page: Page) => page.evaluate(() => caches.keys());

it('can be installed', async () => {
  const { page } = await install(asha, '/dashboard');
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});

it('tells every tab of a new version, and one press takes all of them to it', async () => {
  const { page, context, front } = await install(asha, '/messages');
  const second = await context.newPage();
  await second.goto('/profile');
  const before = await versionOf(page);
  front.serveVersion('second');
  await lookForUpdate(page);
  const notice = (tab: Page) => tab.getByText('A new version is ready.');
  await Promise.all([notice(page).waitFor(), notice(second).waitFor()]);
  // What the tabs still need of their own version is kept.
  expect(await storedVersions(page)).toEqual([`sangam-${before}`, 'sangam-second']);
  await page.getByRole('button', { name: 'Reload' }).click();
  await eventually(async () => {
    expect(await versionOf(page)).toBe('second');
    expect(await versionOf(second)).toBe('second');
  }, WITHIN_MS);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await notice(page).count()).toBe(0);
});

it('stays with its version while the new one is not whole', async () => {
  const { page, front } = await install(asha, '/profile');
  const before = await storedVersions(page);
  front.serveVersion('third');
  // Another server still answers with the page before.
  front.serveWorker((await (await fetch(`${front.url}/sw.js`)).text()).replace('"url":"/"', '"url":"/favicon.svg"'));
  await lookForUpdate(page).catch(() => undefined);
  await eventually(async () => {
    const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).installing?.state ?? 'none');
    expect(worker).toBe('none');
  }, WITHIN_MS);
  expect(await storedVersions(page)).toEqual(before);
});

it('leaves nothing behind when the operator has switched it off', async () => {
  const { page, front } = await install(asha, '/profile');
  front.serveWorker(retiredWorker);
  await lookForUpdate(page);
  await eventually(async () => {
    expect(await storedVersions(page)).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  }, WITHIN_MS);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
});
