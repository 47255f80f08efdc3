import { expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { sharedTestServer } from './servers.js';

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
  // The attachment's code is loaded before the connection is lost, as for a member who has sent one before.
  await left.page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: pixel });
  await left.page.getByRole('button', { name: 'Remove a.txt' }).click();

  await left.page.context().setOffline(true);
  await left.page.locator('input[type=file]').setInputFiles([
    { name: 'wireframe.png', mimeType: 'image/png', buffer: pixel },
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(700_000, 'x') },
  ]);
  await left.page.getByRole('button', { name: 'Remove report.pdf' }).waitFor();
  await write('Here they are');
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
