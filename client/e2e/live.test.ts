import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });

const sit = async (account: Account, path?: string) => {
  const actor = await server.actor(account, path);
  return { actor, page: actor.page, ...chat(actor) };
};
const write = (content: string, { id }: Account = asha) =>
  server.api(bina, 'POST /api/messages', { receiver_id: id, content });
const unreadOf = async (account: Account): Promise<number> => {
  const { data } = await server.call(account, 'GET /api/messages/unread-count');
  return data.unread_count;
};
const freshness = (page: Page, words: string) => page.getByText(words);
const OFFLINE = 'Offline. Messages will be sent later.';
const POLLING = 'Updating every 30 seconds.';

it('with WebSockets and long-polling blocked everything works by REST, and new messages arrive after 30 seconds', async () => {
  const [left, right] = [await sit(asha), await sit(bina)];
  for (const { actor, page } of [left, right]) {
    await actor.context.route('**/socket.io/**', (route) => route.abort());
    await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
    await page.clock.install();
    await page.reload();
  }
  await Promise.all([left.open('Bina Rao'), right.open('Asha Verma')]);
  await Promise.all([freshness(left.page, POLLING).waitFor(), freshness(right.page, POLLING).waitFor()]);
  await left.write('without a socket');
  await untilTick(left.tick('without a socket'), 'sent');
  expect(await right.bubble('without a socket').count()).toBe(0);
  await right.page.clock.fastForward(31_000);
  await right.bubble('without a socket').waitFor();
  await expect.poll(() => unreadOf(bina)).toBe(0);
  await left.page.clock.fastForward(31_000);
  await untilTick(left.tick('without a socket'), 'seen');
  await right.write('nor here');
  await untilTick(right.tick('nor here'), 'sent');
  await left.page.clock.fastForward(31_000);
  await left.bubble('nor here').waitFor();
  // Presence also works by REST.
  await left.page.getByRole('link', { name: /Bina Rao.*Online/u }).waitFor();
});

it('is live by long-polling if only WebSockets are blocked', async () => {
  const { page, open, bubble, write: type, tick } = await sit(asha);
  // The handshake fails, as behind some proxies.
  await page.addInitScript(() => {
    const Open = window.WebSocket;
    window.WebSocket = class extends Open {
      constructor(url: string | URL) {
        super(String(url).replace('/socket.io/', '/blocked/'));
      }
    };
  });
  const polled = page.waitForResponse((response) => response.url().includes('transport=polling') && response.ok());
  await page.reload();
  await polled;
  await open('Bina Rao');
  await page.getByText(/Reconnecting|Updating every/u).waitFor({ state: 'detached' });
  await write('told by long-polling');
  // It arrives long before a refresh would fetch it.
  await bubble('told by long-polling').waitFor({ timeout: 25_000 });
  await type('answered by long-polling');
  await untilTick(tick('answered by long-polling'), 'sent');
});

it.runIf(runsAll)('says when the browser is offline, and nothing once it is live', async () => {
  const { context, page, proxy } = await server.actorBehindProxy(asha);
  const { open, write: type, tick } = chat({ page });
  await open('Bina Rao');
  // Setting Chromium offline doesn't close an open WebSocket, so the proxy cuts it.
  await context.setOffline(true);
  proxy.set('refuse');
  await freshness(page, OFFLINE).waitFor();
  await type('written offline');
  await untilTick(tick('written offline'), 'waiting');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await freshness(page, OFFLINE).waitFor();
  proxy.set('pass');
  await context.setOffline(false);
  await freshness(page, OFFLINE).waitFor({ state: 'detached' });
  await page.getByText(/Reconnecting|Updating every/u).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Messages', exact: true }).first().click();
  await open('Bina Rao');
  await untilTick(tick('written offline'), 'sent');
});

it.runIf(runsAll)(
  'asks for notifications only on a click, and shows one for a message while the tab is hidden',
  async () => {
    // A separate member, since other tests leave unread counts with theirs.
    const ila = await server.signUp('Ila Sen');
    await server.api(ila, 'POST /api/messages', { receiver_id: bina.id, content: 'Hi' });
    const { page } = await sit(ila, '/dashboard');
    // Records the notifications and questions that the browser would show.
    await page.addInitScript(() => {
      const shown: string[] = [];
      const state = { permission: 'default', asked: 0 };
      class Written {
        static get permission() {
          return state.permission;
        }
        static async requestPermission() {
          state.asked += 1;
          state.permission = 'granted';
          return 'granted';
        }
        constructor(title: string, { body }: { body: string }) {
          shown.push(`${title}: ${body}`);
        }
      }
      Object.assign(window, { Notification: Written, shown, asked: () => state.asked });
    });
    const asked = () => page.evaluate(() => (window as unknown as { asked(): number }).asked());
    await page.goto('/messages');
    const accept = page.getByRole('button', { name: 'Notify me' });
    await accept.waitFor();
    expect(await asked()).toBe(0);
    await accept.click();
    await accept.waitFor({ state: 'detached' });
    expect(await asked()).toBe(1);
    await write('while you look', ila);
    await page.getByRole('button', { name: 'New messages: 1 unread' }).waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await write('while you are away', ila);
    await page.waitForFunction(() => (window as unknown as { shown: string[] }).shown.length > 0);
    expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual([
      // The message's text is shown only if the member chose that.
      'Bina Rao: New message',
    ]);
  },
);

it.runIf(runsAll)('a tab of an older version asks for a reload, keeps working by REST, and loses no text', async () => {
  const { page, open, composer, write: type, tick } = await sit(asha, '/dashboard');
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((packet) => upstream.send(String(packet).replace('"version":1', '"version":0')));
  });
  await page.goto('/messages');
  await page.getByText('Sangam has been updated.').waitFor();
  await open('Bina Rao');
  await type('sent by an old tab');
  await untilTick(tick('sent by an old tab'), 'sent');
  await composer.fill('half a thought');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload page' }).click();
  await composer.waitFor();
  expect(await composer.inputValue()).toBe('half a thought');
});
