import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { keptText, untilKept, WITHIN_MS } from './install.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Hello' });

const write = async (content: string, more = {}): Promise<number> => {
  const { data } = await server.call(bina, 'POST /api/messages', { body: { receiver_id: asha.id, content, ...more } });
  return data.seq;
};
const remove = (seq: number) =>
  server.api(bina, `DELETE /api/messages/conversation/${asha.id}/${seq}`, { client_id: randomUUID() });
const edit = (seq: number, content: string) =>
  server.api(bina, `PATCH /api/messages/conversation/${asha.id}/${seq}`, { content, client_id: randomUUID() });
const pageText = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);
const untilGone = (page: Page, words: string) =>
  eventually(async () => expect((await pageText(page)).includes(words)).toBe(false), 5_000, 50);
const untilThere = (page: Page, words: string) =>
  eventually(async () => expect((await pageText(page)).includes(words)).toBe(true), WITHIN_MS, 50);

it('removes the text of deleted and edited messages from every copy in the page', async () => {
  const { page } = await server.actor(asha, `/messages/${bina.id}`);
  await chat({ page }).bubble('Hello').waitFor();
  const seqs = [await write('first secret'), await write('second secret')];
  await untilThere(page, 'Bina Rao: first secret');
  await untilThere(page, 'Bina Rao: second secret');
  await remove(seqs[0] ?? 0);
  await edit(seqs[1] ?? 0, 'changed');
  await untilGone(page, 'first secret');
  await untilGone(page, 'second secret');

  await page.keyboard.press('Control+k');
  const found = await write('findable secret');
  await page.getByRole('combobox').fill('findable');
  await page.getByRole('option', { name: /findable secret/u }).waitFor();
  await remove(found);
  await page.getByRole('option', { name: /findable secret/u }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  // Waits for the dialog to close, since its step back in the history would stop the next load.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => (window.history.state as { panel?: string } | null)?.panel))
    .toBeUndefined();

  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  const shown = await write('toasted secret');
  await page.getByRole('link', { name: 'Bina Rao: toasted secret' }).waitFor();
  await remove(shown);
  await untilGone(page, 'toasted secret');
});

it.runIf(runsAll)(
  'removes the text of a deleted message from the offline data of a conversation that is not open',
  async () => {
    const seq = await write('kept secret');
    const { page } = await server.actor(asha, `/messages/${bina.id}`);
    await chat({ page }).bubble('kept secret').waitFor();
    await untilKept(page, 'kept secret');
    await page.goto('/settings');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await remove(seq);
    await eventually(async () => expect((await keptText(page)).includes('kept secret')).toBe(false), WITHIN_MS, 200);
    expect(await keptText(page)).toContain('Hello');

    // Likewise for a message that is deleted while no page is open.
    const other = await write('missed secret');
    await page.goto(`/messages/${bina.id}`);
    await chat({ page }).bubble('missed secret').waitFor();
    await untilKept(page, 'missed secret');
    await page.goto('about:blank');
    await remove(other);
    await page.goto(new URL('/settings', server.url).href);
    await eventually(async () => expect((await keptText(page)).includes('missed secret')).toBe(false), WITHIN_MS, 200);
  },
);

it.runIf(runsAll)('keeps no copy of a picture whose message was deleted', async () => {
  const content = await readFile(new URL('../public/icons/icon-192.png', import.meta.url));
  const { page } = await server.actor(bina, `/messages/${asha.id}`);
  const { composer } = chat({ page });
  await composer.waitFor();
  const addresses: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/files/')) addresses.push(answer.url());
  });
  await page.locator('input[type=file]').setInputFiles({ name: 'secret.png', mimeType: 'image/png', buffer: content });
  await page.getByRole('button', { name: 'Remove secret.png' }).waitFor();
  await composer.press('Enter');
  const picture = page.getByRole('button', { name: 'View picture secret.png' });
  await picture.locator('img[src^="blob:"]').waitFor();
  const [url = ''] = addresses;
  const { data } = await server.call(bina, 'GET /api/messages/conversation/:userId', { params: { userId: asha.id } });
  await remove(data.last_seq);
  await picture.waitFor({ state: 'detached' });
  const cached = await page.evaluate(async (address) => (await fetch(address, { cache: 'force-cache' })).status, url);
  expect([url !== '', cached]).toEqual([true, 404]);
});
