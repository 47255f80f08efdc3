import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

it('a picture and a file sent offline survive a reload, are sent in order, and reach the other browser', async () => {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  const left = await server.actor(asha, `/messages/${bina.id}`);
  const { composer, write, tick } = chat(left);
  await composer.waitFor();
  await write('before');
  await untilTick(tick('before'), 'sent');
  // Loads the code for attachments before the connection is lost, as for a member who has sent a file before.
  await left.page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: pixel });
  await left.page.getByRole('button', { name: 'Remove a.txt' }).click();

  await left.page.context().setOffline(true);
  await left.page.locator('input[type=file]').setInputFiles([
    { name: 'wireframe.png', mimeType: 'image/png', buffer: pixel },
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(700_000, 'x') },
  ]);
  await left.page.getByRole('button', { name: 'Remove report.pdf' }).waitFor();
  await write('Here they are');
  // The message stays in the field while its files are being read.
  await expect.poll(() => composer.inputValue()).toBe('');
  await write('and after');
  await left.page.context().setOffline(false);
  await left.page.reload();
  await untilTick(tick('and after'), 'sent');

  const right = await server.actor(bina, `/messages/${asha.id}`);
  const picture = right.page.getByRole('button', { name: 'View picture wireframe.png' }).locator('img').last();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const [download] = await Promise.all([
    right.page.waitForEvent('download'),
    right.page.getByRole('button', { name: /report\.pdf/u }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('report.pdf');
  const order = await right.page
    .locator('[data-message]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.message));
  expect(order).toEqual(['before', 'Here they are', 'and after']);

  await right.page.getByRole('button', { name: 'View picture wireframe.png' }).click();
  await right.page.getByRole('dialog', { name: 'wireframe.png' }).waitFor();
  await right.page.keyboard.press('Escape');
});

/** Holds back all code that the page loads from now on, until the returned function is called. */
async function holdCode(page: Page, then: 'continue' | 'abort'): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', (route) => released.then(() => route[then]()));
  return release;
}

it('Send waits for a file whose code loads slowly, even after the member has left the conversation', async () => {
  const [asha, bina, chitra] = await Promise.all(['Asha Verma', 'Bina Rao', 'Chitra Das'].map(server.signUp));
  if (!asha || !bina || !chitra) throw new Error('Nobody signed up.');
  for (const from of [bina, chitra])
    await server.api(from, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const { bubble, composer, open, row } = chat({ page });
  await bubble('Hello').waitFor();
  await settled(page);
  const release = await holdCode(page, 'continue');
  const choose = () =>
    page.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: pixel });
  const sent = () =>
    page.locator('[data-message]').evaluateAll((rows) => rows.map((one) => (one as HTMLElement).dataset.message));

  await choose();
  await composer.fill('Look');
  await composer.press('Enter');
  await composer.pressSequentially(' and answer');
  await composer.press('Enter');
  expect(await sent()).toEqual(['Hello']);
  await open('Chitra Das');
  release();
  await row('Bina Rao').filter({ hasText: 'and answer' }).waitFor();
  await open('Bina Rao');
  await expect.poll(sent).toEqual(['Hello', 'Look', 'and answer']);
  await bubble('Look').getByRole('button', { name: 'View picture plan.png' }).waitFor();
  expect(await composer.inputValue()).toBe('');
});

it('a message waits for its file while the code that attaches files can’t be loaded, until the file is removed', async () => {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const { composer } = chat({ page });
  await composer.waitFor();
  await settled(page);
  const sent = () => page.locator('[data-message]').count();
  const choose = (name: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: pixel });
  await page.route('**/assets/*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await choose('a.txt');
  await failed;
  await composer.fill('Look');
  await composer.press('Enter');
  await page.getByRole('button', { name: 'Remove a.txt' }).click();
  await page.getByRole('progressbar', { name: 'Uploading a.txt' }).waitFor({ state: 'detached' });
  await choose('b.txt');
  await page.getByRole('progressbar', { name: 'Uploading b.txt' }).waitFor();
  await composer.press('Enter');
  expect([await composer.inputValue(), await sent()]).toEqual(['Look', 0]);
  await page.unroute('**/assets/*.js');
  await expect.poll(sent, { timeout: 15_000 }).toBe(1);
  await page.locator('[data-message]').getByText('b.txt').waitFor();
  expect(await page.locator('[data-message]').getByText('a.txt').count()).toBe(0);
});

it.runIf(runsAll)('unsent files, text and an edit survive opening another conversation and a reload', async () => {
  const [asha, bina, chitra] = await Promise.all(['Asha Verma', 'Bina Rao', 'Chitra Das'].map(server.signUp));
  if (!asha || !bina || !chitra) throw new Error('Nobody signed up.');
  await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'A first draft' });
  await server.api(chitra, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  const { composer, open, row, tick } = chat({ page });
  await page.locator('input[type=file]').setInputFiles([
    { name: 'wireframe.png', mimeType: 'image/png', buffer: pixel },
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(700_000, 'x') },
  ]);
  const attached = page.getByRole('list', { name: 'Attached' }).getByRole('listitem');
  await expect.poll(() => attached.count()).toBe(2);
  await composer.fill('Look at these');
  await open('Chitra Das');
  await row('Bina Rao').filter({ hasText: 'Draft: Look at these' }).waitFor();
  await page.reload();
  await open('Bina Rao');
  await expect.poll(() => attached.count()).toBe(2);
  await attached.getByText('1 KB').waitFor();
  await page.getByRole('button', { name: 'Send message' }).click();
  await untilTick(tick('Look at these'), 'sent');
  expect(await attached.count()).toBe(0);

  await composer.press('ArrowUp');
  const edit = page.getByRole('textbox', { name: 'Edit message' });
  await edit.fill('Look at these two');
  await open('Chitra Das');
  await row('Bina Rao').click();
  await expect.poll(() => edit.inputValue()).toBe('Look at these two');
  await page.reload();
  await expect.poll(() => edit.inputValue()).toBe('Look at these two');
  await edit.press('Enter');
  await untilTick(tick('Look at these two'), 'sent');
});
