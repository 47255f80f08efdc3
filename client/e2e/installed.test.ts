import { isDeepStrictEqual } from 'node:util';
import { retiredWorker } from '@sangam/server/platform/http/retired-worker';
import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { logOut } from './account-menu.js';
import { chat, untilTick } from './chat-page.js';
import { install as installFor, stopFronts, untilKept, WITHIN_MS } from './install.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const chitra = await server.signUp('Chitra Das');
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello Asha' });
await server.api(bina, 'POST /api/messages', { receiver_id: chitra.id, content: 'Hello Chitra' });

afterEach(stopFronts);

const install = (account: Account, path: string) => installFor(server, account, path);
const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.version);
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
const storedVersions = (page: Page) => page.evaluate(() => caches.keys());

const kept = (page: Page) => page.getByText('Showing what was last loaded.');

it('starts with cached data while the server is down, and sends the outbox later', async () => {
  const { page, front } = await install(asha, `/messages/${bina.id}`);
  const { bubble, row, tick, write } = chat({ page });
  await bubble('Hello Asha').waitFor();
  await untilKept(page);
  await front.stop();
  // A page that wasn't opened before.
  await page.goto('/work');
  await kept(page).waitFor();
  await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
  await page.goto('/messages');
  await row('Bina Rao').click();
  await bubble('Hello Asha').waitFor();
  await write('Written without a network');
  await tick('Written without a network').waitFor();
  await page.reload();
  await tick('Written without a network').waitFor();
  await front.start();
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Meanwhile' });
  await untilTick(tick('Written without a network'), 'sent');
  await bubble('Meanwhile').waitFor();
  await kept(page).waitFor({ state: 'detached' });
  const texts = await chat({ page }).texts();
  expect(texts.toSorted()).toEqual(['Hello Asha', 'Meanwhile', 'Written without a network']);
});

it('shows no data of one member to the next on the same computer, with or without a network', async () => {
  const session = await server.call(asha, 'POST /api/auth/login', {
    body: { email: asha.email, password: asha.password },
  });
  const { page, front } = await install({ ...asha, ...session }, `/messages/${bina.id}`);
  const { bubble, row } = chat({ page });
  await bubble('Hello Asha').waitFor();
  await untilKept(page);
  await front.stop();
  await page.reload();
  await kept(page).waitFor();
  await logOut(page);
  await page.waitForURL('**/login');
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await eventually(async () => expect(await databases()).toEqual([]), WITHIN_MS);
  await page.goto(`/messages/${bina.id}`);
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(await page.getByText('Hello Asha').count()).toBe(0);

  await front.start();
  await page.goto('/login?next=/messages');
  await page.getByLabel('Email').fill(chitra.email);
  await page.getByLabel('Password', { exact: true }).fill(chitra.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await row('Bina Rao').click();
  await bubble('Hello Chitra').waitFor();
  await untilKept(page);
  await front.stop();
  await page.goto(`/messages/${bina.id}`);
  await bubble('Hello Chitra').waitFor();
  expect(await page.getByText('Hello Asha').count()).toBe(0);
  // The worker stores only the application, no answers to a member.
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((path) => !/^\/(?:assets\/.+|boot\.js|favicon\.svg)?$/u.test(path))).toEqual([]);
});

it.runIf(runsAll)('announces a new version in every tab, and one press reloads all of them with it', async () => {
  const { page, context, front } = await install(asha, '/messages');
  const second = await context.newPage();
  await second.goto('/profile');
  const before = await versionOf(page);
  front.serveVersion('second');
  await lookForUpdate(page);
  const notice = (tab: Page) => tab.getByText('A new version is ready.');
  await Promise.all([notice(page).waitFor(), notice(second).waitFor()]);
  // The old version's files stay while tabs still need them.
  expect(await storedVersions(page)).toEqual([`sangam-${before}`, 'sangam-second']);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await eventually(async () => {
    expect(await versionOf(page)).toBe('second');
    expect(await versionOf(second)).toBe('second');
  }, WITHIN_MS);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await notice(page).count()).toBe(0);
});

it.runIf(runsAll)(
  'can be installed, keeps its version until the new one is complete, and is removed when it is switched off',
  async () => {
    const { page, front } = await install(asha, '/profile');
    const session = await page.context().newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect(new URL(url).pathname).toBe('/manifest.webmanifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);

    const before = await storedVersions(page);
    front.serveVersion('third');
    // Another server still answers with the old page.
    front.serveWorker((await (await fetch(`${front.url}/sw.js`)).text()).replace('"url":"/"', '"url":"/favicon.svg"'));
    await lookForUpdate(page).catch(() => undefined);
    await eventually(async () => {
      const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).installing?.state ?? 'none');
      expect(worker).toBe('none');
    }, WITHIN_MS);
    expect(await storedVersions(page)).toEqual(before);

    // A page that sends no requests: one now would restart the old worker, and the browser would let it run for minutes.
    await page.goto('/healthz');
    front.serveWorker(retiredWorker);
    await lookForUpdate(page);
    const left = async () => [
      ...(await storedVersions(page)),
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ];
    await eventually(
      async () => {
        if (!isDeepStrictEqual(await left(), [0])) {
          // The browser may keep the old worker until no page is open.
          await page.goto('about:blank');
          await page.goto('/healthz');
        }
        expect(await left()).toEqual([0]);
      },
      3 * WITHIN_MS,
      2_000,
    );
    await page.goto('/profile');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  },
);

it.runIf(runsAll)('shows a push notification once while no page is visible, and removes it', async () => {
  const { page, context, front } = await install(asha, '/projects');
  const aside = await context.newPage();
  const devtools = await context.newCDPSession(aside);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${front.url}/`);
      if (own !== undefined) resolve(own.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const at = { origin: front.url, registrationId: await registered };
  const topic = `chat:${bina.id}`;
  const push = (notice: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', { ...at, data: JSON.stringify({ topic, ...notice }) });
  const [worker] = context.serviceWorkers();
  // The headless browser shows no notifications, so a list in the worker replaces the system's.
  await worker?.evaluate(() => {
    let list: { title: string; tag?: string | undefined; close(): void }[] = [];
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const without = (gone: object) => {
      list = list.filter((one) => one !== gone);
    };
    Object.assign(registration, {
      async showNotification(title: string, options: NotificationOptions) {
        const one = { ...options, title, close: () => without(one) };
        list = [...list.filter(({ tag }) => tag !== one.tag), one];
      },
      getNotifications: async ({ tag }: GetNotificationOptions = {}) =>
        list.filter((one) => tag === undefined || one.tag === tag),
    });
  });
  const shown = () =>
    worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => [tag, title, body, data]);
    });
  const notice = { title: 'Bina Rao', body: 'New message', path: `/messages/${bina.id}` };
  const of = (version: number) => [topic, 'Bina Rao', 'New message', { path: notice.path, version, came: version }];

  // A visible page announces the notification itself.
  await push({ ...notice, version: 1 });
  await page.close();
  await push({ ...notice, version: 1 });
  await push({ ...notice, version: 2 });
  await eventually(async () => expect(await shown()).toEqual([of(2)]), WITHIN_MS);
  await push({ version: 2, close: true });
  await eventually(async () => expect(await shown()).toEqual([]), WITHIN_MS);
  // A late repetition of a push that was already handled.
  await push({ ...notice, version: 2 });
  await push({ ...notice, version: 3 });
  await eventually(async () => expect(await shown()).toEqual([of(3)]), WITHIN_MS);
});
