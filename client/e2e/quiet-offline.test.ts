import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';

declare global {
  /** The attempts of the page to reach the server, by kind. */
  var attempts: string[];
}

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.call(bina, 'POST /api/messages', { body: { receiver_id: asha.id, content: 'Hello Asha' } });

/** Longer than from one poll to the next, and from one attempt to connect to the next in a short outage. */
const LONG_MS = 35_000;

/** Records each call and connection that a page begins, whether or not there is a network. */
const record = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    globalThis.attempts = [];
    const { fetch, WebSocket: Socket } = globalThis;
    const { open } = XMLHttpRequest.prototype;
    globalThis.fetch = (...call) => {
      globalThis.attempts.push(`fetch ${String(call[0])}`);
      return fetch(...call);
    };
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...call: [string, string]) {
      globalThis.attempts.push(`xhr ${call[1]}`);
      open.apply(this, call as never);
    };
    globalThis.WebSocket = class extends Socket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        globalThis.attempts.push(`socket ${given[0]}`);
      }
    };
  });

const attemptsOf = (page: Page): Promise<string[]> => page.evaluate(() => globalThis.attempts);

it('makes few attempts while the browser is offline, and is live within 5 seconds once it is back', async () => {
  const { context, page, proxy } = await server.actorBehindProxy(asha);
  await record(context);
  await page.reload();
  const { open, write, tick, bubble } = chat({ page });
  await open('Bina Rao');
  await bubble('Hello Asha').waitFor();
  await context.setOffline(true);
  proxy.set('refuse');
  // Chromium leaves an open WebSocket alone when it's set offline.
  proxy.cut();
  await page.getByText('Offline.').first().waitFor();
  await page.evaluate(() => (globalThis.attempts = []));
  await page.waitForTimeout(LONG_MS);
  // At most one attempt to connect, over both transports.
  expect((await attemptsOf(page)).length, (await attemptsOf(page)).join('\n')).toBeLessThanOrEqual(2);
  // A member who sends waits for no timer.
  await page.evaluate(() => (globalThis.attempts = []));
  await write('written offline');
  await expect.poll(() => attemptsOf(page)).toContainEqual(expect.stringContaining('/socket.io/'));
  await untilTick(tick('written offline'), 'waiting');
  proxy.set('pass');
  await server.call(bina, 'POST /api/messages', { body: { receiver_id: asha.id, content: 'written meanwhile' } });
  const healedMs = Date.now();
  await context.setOffline(false);
  await bubble('written meanwhile').waitFor({ timeout: 20_000 });
  await untilTick(tick('written offline'), 'sent');
  expect(Date.now() - healedMs).toBeLessThan(5_000);
});

it('is live, and again within 10 seconds after a restart, in a browser that is wrong about being offline', async () => {
  const { context, page, proxy } = await server.actorBehindProxy(asha);
  await context.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.reload();
  const { open, bubble, write, tick } = chat({ page });
  await open('Bina Rao');
  await write('sent although offline');
  await untilTick(tick('sent although offline'), 'sent');
  proxy.set('refuse');
  proxy.cut();
  await page.waitForTimeout(3_000);
  await server.call(bina, 'POST /api/messages', { body: { receiver_id: asha.id, content: 'after a restart' } });
  const healedMs = Date.now();
  proxy.set('pass');
  await bubble('after a restart').waitFor({ timeout: 20_000 });
  expect(Date.now() - healedMs).toBeLessThan(10_000);
});
