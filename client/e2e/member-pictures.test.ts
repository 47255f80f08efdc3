import { runsAll } from '@sangam/testing/runs';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { middleOf } from './stand-still.js';

const server = await sharedTestServer();

/** A BMP, which browsers open and the server would refuse: the upper half is red, the lower half blue. */
function photo(side = 60): Buffer {
  const row = Math.ceil((side * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * side);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(side, 18);
  file.writeInt32LE(side, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  // Rows begin at the bottom, pixels are blue, green, red.
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) file.set(y < side / 2 ? [200, 0, 0] : [0, 0, 200], 54 + y * row + x * 3);
  return file;
}
const picked = (name = 'me.bmp', buffer = photo()) => ({ name, mimeType: 'image/bmp', buffer });

/** Returns the colour in the middle of an avatar's picture. */
const colourOf = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const context = canvas.getContext('2d');
    context?.drawImage(element, element.naturalWidth / 2, element.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return red > blue ? 'red' : 'blue';
  });

it('a member’s picture is cropped by keyboard, shown to others at once, replaced and removed', async () => {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Hello' });
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hi' });
  const left = await server.actor(asha, `/people/${asha.id}`);
  const right = await server.actor(bina, `/messages/${asha.id}`);
  await chat(right).composer.waitFor();
  const shown = right.page.locator('main img[alt=""]');

  await left.page.getByRole('button', { name: 'Add picture' }).click();
  const dialog = left.page.getByRole('dialog');
  // The dialog's only fields are hidden, so another control has the focus.
  await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  const input = dialog.locator('input[type=file]').first();
  await input.setInputFiles(picked());
  const frame = dialog.getByRole('application');
  await frame.focus();
  for (let press = 0; press < 12; press += 1) await left.page.keyboard.press('+');
  // Moving the picture down brings its upper half into the square.
  for (let press = 0; press < 30; press += 1) await left.page.keyboard.press('ArrowDown');
  expect(await dialog.getByRole('slider', { name: 'Zoom' }).getAttribute('aria-valuetext')).toBe('220%');
  await dialog.getByRole('button', { name: 'Save picture' }).dblclick();
  await left.page.getByText('Picture saved').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await left.page.getByRole('button', { name: 'Change picture' }).waitFor();
  const large = left.page.locator('main img[src*="/large.webp"]').first();
  await expect.poll(() => colourOf(large)).toBe('red');

  // The list's row, and the header.
  await expect.poll(() => shown.count()).toBe(2);
  expect(await colourOf(shown.first())).toBe('red');

  await left.page.getByRole('button', { name: 'Change picture' }).click();
  await input.setInputFiles(picked());
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
  const { x, y } = await middleOf(frame);
  const { height = 0 } = (await frame.boundingBox()) ?? {};
  await left.page.mouse.move(x, y);
  await left.page.mouse.down();
  await left.page.mouse.move(x, y - height / 2, { steps: 4 });
  await left.page.mouse.up();
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => colourOf(shown.first())).toBe('blue');

  await left.page.getByRole('button', { name: 'Change picture' }).click();
  await dialog.getByRole('button', { name: 'Remove picture' }).click();
  await left.page.getByRole('button', { name: 'Add picture' }).waitFor();
  await expect.poll(() => shown.count()).toBe(0);
});

it.runIf(runsAll)(
  'says plainly that a file isn’t a picture, and that an upload failed offline, and keeps the crop',
  async () => {
    const asha = await server.signUp('Asha Verma');
    const { page, context } = await server.actor(asha, '/profile');
    await page.getByRole('button', { name: 'Add picture' }).click();
    const dialog = page.getByRole('dialog');
    const input = dialog.locator('input[type=file]').first();
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
    await dialog.getByRole('alert').filter({ hasText: 'This file can’t be opened as a picture.' }).waitFor();
    await input.setInputFiles(picked());
    await dialog.getByRole('button', { name: 'Save picture' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await context.setOffline(true);
    // The button looks disabled offline, but a press still tries.
    await dialog.getByRole('button', { name: 'Save picture' }).click({ force: true });
    await dialog.getByRole('alert').filter({ hasText: 'You’re offline. Your picture isn’t saved.' }).waitFor();
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await page.getByText('Picture saved').waitFor();
    await page.getByRole('button', { name: 'Change picture' }).waitFor();
  },
);

it.runIf(runsAll)('a picture is shown on a request, in the list, in the header and among notifications', async () => {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  const project = await server.postProject(asha, { title: 'Stepwell puzzles' });
  await server.api(bina, 'POST /api/project-requests', { project_id: project, message: 'May I?' });
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hi' });
  const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  const put = await fetch(`${server.url}/api/users/picture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${bina.token}`, 'content-type': 'application/octet-stream' },
    body: gif,
  });
  expect(put.status).toBe(200);
  const { page, faults } = await server.actor(asha, `/projects/${project}`);
  const image = (place: Locator) => place.locator('img[src^="data:image/webp"]').first();
  await image(page.getByRole('main')).waitFor();
  for (const path of ['/messages', `/messages/${bina.id}`]) {
    await page.goto(path);
    await image(page.getByRole('main')).waitFor();
  }
  await page
    .getByRole('button', { name: /notifications/iu })
    .first()
    .click();
  await image(page.getByRole('dialog').or(page.locator('[data-radix-popper-content-wrapper]')).first()).waitFor();
  await page.keyboard.press('Escape');
  expect(faults).toEqual([]);
});
