import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();
/** Creates two members for a test; the second has sent three messages. */
async function setScene() {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  for (const content of ['one', 'two', 'three'])
    await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content });
  return { asha, bina };
}

const opener = (page: Page) => page.getByRole('button', { name: 'Saved messages' });
const pane = (page: Page) => page.getByRole('region', { name: 'Saved messages' });
const listed = (page: Page) => pane(page).getByRole('link').allTextContents();
const removers = (page: Page) => pane(page).getByRole('button', { name: 'Remove from saved' });
const menuButton = (page: Page, text: string) =>
  chat({ page })
    .bubble(text)
    .getByRole('button', { name: /^Actions for/u });

it('a message saved on one device appears in the list on the other, and disappears when it is deleted', async () => {
  const { asha, bina } = await setScene();
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const { page: second } = await server.actor(asha, '/messages');
  const { page: theirs } = await server.actor(bina, `/messages/${asha.id}`);
  await opener(second).click();
  await second.getByText('No saved messages').waitFor();

  await chat({ page }).bubble('two').hover();
  await menuButton(page, 'two').click();
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await page.getByText('Message saved').waitFor();
  await expect.poll(() => listed(second)).toEqual([expect.stringContaining('two')]);

  await server.api(bina, `PATCH /api/messages/conversation/${asha.id}/2`, {
    content: 'two, _edited_',
    client_id: crypto.randomUUID(),
  });
  await expect.poll(() => listed(second)).toEqual([expect.stringContaining('two, edited')]);
  await pane(second).getByRole('link').click();
  await second.waitForURL('**/messages/c/*?m=2');
  await second.locator('[data-message="two, _edited_"]').waitFor();

  await chat({ page: theirs }).bubble('two').hover();
  await menuButton(theirs, 'two').click();
  await theirs.getByRole('menuitem', { name: 'Delete…' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // Its text disappears at once, its row when the pointer leaves.
  await pane(second).getByText('Removed from saved').waitFor();
  await second.mouse.move(0, 0);
  await second.getByText('No saved messages').waitFor();
});

it.runIf(runsAll)('with the keyboard, S saves a message, and the list leads to it and back', async () => {
  const { asha, bina } = await setScene();
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  await chat({ page }).bubble('three').waitFor();
  await menuButton(page, 'three').focus();
  await page.keyboard.press('s');
  await page.getByText('Message saved').waitFor();
  await opener(page).focus();
  await page.keyboard.press('Enter');
  const back = pane(page).getByRole('button', { name: 'Conversations' });
  await expect.poll(() => back.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/messages/c/*?m=3');
  // The message takes the focus once it's on screen; the list is still there.
  await page.locator('[data-message="three"]:focus').waitFor();
  await removers(page).focus();
  await page.keyboard.press('Enter');
  // The row had the focus, and disappears when the focus leaves.
  await pane(page).getByText('Removed from saved').waitFor();
  await back.focus();
  await page.getByText('No saved messages').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => opener(page).evaluate((element) => element === document.activeElement)).toBe(true);
});

it.runIf(runsAll)(
  'on a phone a tap saves a message, Back leads from it to the list, and a reload keeps the list open',
  async () => {
    const { asha, bina } = await setScene();
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await server.actor(asha, `/messages/${bina.id}`, phone);
    await chat({ page }).bubble('one').getByText('one').tap();
    await page.getByRole('menuitem', { name: 'Save', exact: true }).tap();
    await page.getByText('Message saved').waitFor();
    await page.goto('/messages');
    await opener(page).tap();
    await pane(page).getByRole('link', { name: /one/u }).tap();
    await page.waitForURL('**/messages/c/*?m=1');
    await chat({ page }).bubble('one').waitFor();
    await page.goBack();
    await page.reload();
    await removers(page).tap();
    await pane(page).getByText('Removed from saved').waitFor();
    await page.goBack();
    await chat({ page }).row('Bina Rao').waitFor();
  },
);

it.runIf(runsAll)('a message saved offline is listed at once, and sent later', async () => {
  const { asha, bina } = await setScene();
  const stored = async () => {
    const { data } = await server.call(asha, 'GET /api/messages/saved');
    return data.saved.length;
  };
  const { page, proxy } = await server.actorBehindProxy(asha, `/messages/${bina.id}`);
  await chat({ page }).bubble('three').waitFor();
  await opener(page).click();
  await page.getByText('No saved messages').waitFor();
  await menuButton(page, 'three').focus();
  // The code loads on first use.
  for (const count of [1, 0]) {
    await page.keyboard.press('s');
    await expect.poll(stored).toBe(count);
  }
  proxy.set('refuse');
  proxy.cut();
  await chat({ page }).banner.waitFor();
  await page.keyboard.press('s');
  await expect.poll(() => listed(page)).toEqual([expect.stringContaining('three')]);
  expect(await stored()).toBe(0);
  proxy.set('pass');
  await expect.poll(stored, { timeout: 60_000 }).toBe(1);
  expect(await listed(page)).toEqual([expect.stringContaining('three')]);
});

it('a list that was never opened says that it loads on reconnecting, and does', async () => {
  const { asha } = await setScene();
  const { page, context } = await server.actor(asha, '/messages');
  await settled(page);
  await page.route('**/*.js', (route) => route.abort());
  await context.setOffline(true);
  await opener(page).click();
  await pane(page).getByText('You’re offline. This page opens when you reconnect.').waitFor();
  await page.unroute('**/*.js');
  await context.setOffline(false);
  await pane(page).getByText('No saved messages').waitFor();
});

it('a list whose server is away says so', async () => {
  const { asha } = await setScene();
  const { page } = await server.actor(asha, '/messages');
  await settled(page);
  await page.route('**/api/messages/saved**', (route) => route.abort());
  await opener(page).click();
  await pane(page).getByText('Still trying to reach Sangam.').waitFor();
  await page.unroute('**/api/messages/saved**');
  await pane(page).getByText('No saved messages').waitFor();
});
