import { runsAll } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });

// Component tests cover the errors of each form and row; here, one screen really fails.

/** Makes a call fail as without a network, until the returned function is called. */
async function fail(page: Page, call: string) {
  const [method, path = ''] = call.split(' ');
  const pattern = new RegExp(`${path}(?:\\?.*)?$`, 'u');
  await page.route(pattern, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
  return { end: () => page.unroute(pattern) };
}
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).first();
/** Presses Retry, unless the failed part arrives first: the page also retries by itself. */
const retryUnless = (came: Locator) =>
  Promise.any([retry(came.page()).click({ timeout: 10_000 }), came.waitFor({ timeout: 10_000 })]);

it('messages: the list and a thread report their errors, and a refused message keeps its text', async () => {
  const { page } = await server.actor(asha, '/profile');
  // Blocked before the live connection makes its first requests.
  const list = await fail(page, 'GET /api/refresh');
  await page.goto('/messages');
  await page.getByRole('alert').getByText('Failed to load conversations').waitFor();
  await list.end();
  const { row, composer, write, bubble } = chat({ page });
  await retryUnless(row('Bina Rao'));
  const thread = await fail(page, 'GET /api/messages/c/\\d+');
  await row('Bina Rao').click();
  await page.getByRole('alert').getByText('Failed to load messages').waitFor();
  await thread.end();
  await retryUnless(bubble('Hello'));
  await bubble('Hello').waitFor();
  await composer.fill('   ');
  await composer.press('Enter');
  expect(await page.locator('[data-message]').count()).toBe(1);
  await write('Hello back');
  await bubble('Hello back').waitFor();

  const refusal = { success: false, code: 'INVALID', message: 'Not now.' };
  await page.route('**/api/messages', (route) => route.fulfill({ status: 400, json: refusal }));
  await page.routeWebSocket('**/socket.io/**', (socket) => void socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.reload();
  await write('Is anybody there?');
  await page.getByText('Failed to send message: Not now.').waitFor();
  await bubble('Is anybody there?').waitFor();
});

it.runIf(runsAll)('a page whose files are gone from the server says so, and loads once they are back', async () => {
  const { page } = await server.actor(asha, '/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByRole('alert').getByText('Couldn’t load Sangam.').waitFor();
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: 'Reload page' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('Couldn’t load Sangam.').count()).toBe(0);
});
