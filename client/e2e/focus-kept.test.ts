import { randomUUID } from 'node:crypto';
import { runsAll } from '@sangam/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
const say = (content: string) => server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content });
const act = (by: Account, seq: number, name: string) =>
  server.api(by, `PUT /api/messages/conversation/${bina.id}/${seq}/${name}`, { client_id: randomUUID() });
const logIn = () =>
  fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: asha.email, password: asha.password }),
  });

/** Presses a control with the keyboard until it disappears. Returns the element that then has the focus. */
async function press(page: Page, control: Locator): Promise<string> {
  await control.focus();
  await expect
    .poll(async () => {
      if ((await control.count()) > 0 && (await control.and(page.locator(':focus')).count()) > 0)
        await page.keyboard.press('Enter');
      return control.count();
    })
    .toBe(0);
  // The browser notices the loss of the focus later.
  await page.waitForTimeout(100);
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === document.body || activeElement === null
      ? 'none'
      : (activeElement.textContent ?? '').trim().slice(0, 40);
  });
}

it('the focus stays near a pressed control that disappears: devices and activity', async () => {
  for (let count = 0; count < 12; count += 1) await logIn();
  const { page } = await server.actor(asha, '/settings/account');
  expect(await press(page, page.getByRole('button', { name: 'Show more activity' }))).not.toBe('none');
  await page.goto('/settings/devices');
  expect(await press(page, page.getByRole('button', { name: 'Log out all others' }))).toBe('Signed-in devices');
});

it.runIf(runsAll)('the focus stays near a pressed control that disappears: the time zone', async () => {
  const { page } = await server.actor(asha, '/settings/appearance', { timezoneId: 'America/Lima' });
  const zone = page.getByLabel('My time zone');
  await zone.selectOption('Asia/Tokyo');
  expect(await press(page, page.getByRole('button', { name: /as on this device$/u }))).toBe('Time zone');
});

it.runIf(runsAll)('the focus stays near a pressed control that disappears: saved and pinned messages', async () => {
  for (let n = 1; n <= 52; n += 1) {
    expect((await say(`line ${n}`)).ok).toBe(true);
    const saved = await act(asha, n, 'saved');
    expect(saved.ok, await saved.text()).toBe(true);
  }
  await act(asha, 1, 'pin');
  const { page } = await server.actor(asha, '/messages');
  await page.getByRole('button', { name: 'Saved messages' }).click();
  expect(await press(page, page.getByRole('button', { name: 'Show more saved messages' }))).toMatch(/line \d+/u);
  await page.goto(`/messages/${bina.id}`);
  await page.getByRole('button', { name: 'Pinned message', exact: true }).click();
  expect(await press(page, page.getByRole('button', { name: 'Unpin' }))).not.toBe('none');
});

it.runIf(runsAll)('the focus stays near a pressed control that disappears: the member’s picture', async () => {
  const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  const put = await fetch(`${server.url}/api/users/picture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/octet-stream' },
    body: gif,
  });
  expect(put.status).toBe(200);
  const { page } = await server.actor(asha, '/profile');
  await page.getByRole('button', { name: 'Change picture' }).click();
  expect(await press(page, page.getByRole('button', { name: 'Remove picture' }))).not.toBe('none');
});

it('on touch, the focus moves to the messages once an edit ends or a member is unblocked', async () => {
  const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const indu = await server.signUp('Indu Rao');
  expect((await server.api(indu, 'POST /api/messages', { receiver_id: bina.id, content: 'my words' })).ok).toBe(true);
  const { page } = await server.actor(indu, `/messages/${bina.id}`, touch);
  const ends: Record<string, () => Promise<unknown>> = {
    Escape: () => page.getByLabel('Edit message').press('Escape'),
    'Cancel edit': () => page.getByRole('button', { name: 'Cancel edit' }).tap(),
    Save: () => page.getByRole('button', { name: 'Save', exact: true }).tap(),
  };
  for (const [name, end] of Object.entries(ends)) {
    await page.getByRole('region', { name: 'Messages with' }).getByText('my words').tap();
    await page.getByRole('menuitem', { name: 'Edit' }).tap();
    await page.getByLabel('Edit message').waitFor();
    await end();
    await page.getByLabel('Message to Bina Rao').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
    await expect.poll(focused, { message: name }).toBe('Messages with Bina Rao');
  }
  expect((await server.api(indu, `PUT /api/blocks/${bina.id}`)).ok).toBe(true);
  expect(await press(page, page.getByRole('button', { name: 'Unblock' }))).toContain('my words');
});

it('the focus moves to the state of a withdrawn request once its question closes', async () => {
  const [creator, applicant] = [await server.signUp('Chitra Das'), await server.signUp('Devi Pillai')];
  const project_id = await server.postProject(creator, { title: 'Tidal clock' });
  await server.call(applicant, 'POST /api/project-requests', { body: { project_id, message: 'May I?' } });
  const { page } = await server.actor(applicant, '/work');
  await page.getByRole('button', { name: /^Withdraw the request/u }).click();
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('You withdrew your request');
  await page.mouse.move(0, 0);
  await expect.poll(focused).toBe('Withdrawn');
});
