import { expect, it } from 'vitest';
import { logOut } from './account-menu.js';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, rohan] = [await server.signUp('Asha Verma'), await server.signUp('Rohan Mehta')];
await server.call(rohan, 'POST /api/messages', { body: { receiver_id: asha.id, content: 'Hello Asha' } });

/** Simulates a browser that blocks site data: everything that would store or share something throws. */
function blockSiteData(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  Object.defineProperty(navigator, 'locks', { value: { request: async () => refuse() } });
  const refused = {
    register: async () => refuse(),
    getRegistration: async () => refuse(),
    ready: new Promise(() => {}),
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: Object.assign(new EventTarget(), refused) });
}

it('a member whose browser stores nothing can sign in, chat live and log out', async () => {
  const { page, context, faults } = await server.visit('about:blank');
  await context.addInitScript(blockSiteData);
  await page.goto('/login');
  await page.getByLabel('Email').fill(asha.email);
  await page.getByLabel('Password', { exact: true }).fill(asha.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Messages' }).first().click();
  const { open, write, tick, bubble } = chat({ page });
  await open('Rohan');
  await bubble('Hello Asha').waitFor();
  await write('Nothing is stored here');
  await untilTick(tick('Nothing is stored here'), 'sent');
  await server.call(rohan, 'POST /api/messages', { body: { receiver_id: asha.id, content: 'And yet it arrives' } });
  await bubble('And yet it arrives').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Messages' }).first().waitFor();
  await logOut(page);
  await page.getByText('Logged out successfully').waitFor();
  expect(faults).toEqual([]);
});
