import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { install, stopFronts, untilKept } from './install.js';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';

const server = await sharedTestServer();
/** More messages than a browser caches for a conversation. */
const LINES = 60;

afterEach(stopFronts);

/** Two members who have written to each other, so that either may send many messages. */
async function makePair() {
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  const send = (from: Account, content: string, reply_to?: number) =>
    server.call(from, 'POST /api/messages', {
      body: { receiver_id: from === asha ? bina.id : asha.id, content, ...(reply_to !== undefined && { reply_to }) },
    });
  await send(asha, 'line 0');
  await send(bina, 'line 1');
  /** The conversation's last messages, as stored. */
  const stored = async (limit: number) => {
    const { data } = await server.call(asha, 'GET /api/messages/conversation/:userId', {
      params: { userId: bina.id },
      query: { limit },
    });
    return data.messages.map(({ content, reply_to, reactions, edited_at }) => ({
      content,
      ...(reply_to !== undefined && { reply_to }),
      ...(reactions !== undefined && { reactions }),
      ...(edited_at !== undefined && { edited: true }),
    }));
  };
  return { asha, bina, send, stored };
}

/** Chooses an item of a message's menu. */
async function choose(page: Page, text: string, name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') {
  const bubble = chat({ page }).bubble(text);
  await bubble.hover();
  await bubble.getByRole('button', { name: /^Actions for/u }).click();
  await page.getByRole('menu', { name: 'Message' }).getByRole(role, { name, exact: true }).click();
}

async function remove(page: Page, text: string) {
  await choose(page, text, 'Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
}

async function edit(page: Page, text: string, edited: string) {
  await choose(page, text, 'Edit');
  await page.getByRole('textbox', { name: 'Edit message' }).fill(edited);
  await page.keyboard.press('Enter');
  await chat({ page }).bubble(edited).waitFor();
}

it('keeps offline edits, deletions, reactions and replies across a reload, and sends them once the server is back', async () => {
  const { asha, bina, send, stored } = await makePair();
  for (let n = 2; n <= LINES; n += 1) await send(bina, `line ${n}`);
  for (const content of ['to be edited', 'to be deleted']) await send(asha, content);
  await send(bina, 'as I **said**', 4);
  await server.call(asha, 'PUT /api/messages/mark-read/:userId', { params: { userId: bina.id } });
  const { page, front } = await install(server, asha, `/messages/${bina.id}`);
  const { bubble, composer, tick, write } = chat({ page });
  const quoteOf = (text: string) => bubble(text).getByRole('button', { name: /^In reply to/u });
  await quoteOf('as I').getByText('line 3', { exact: true }).waitFor();
  await untilKept(page, '"line 3"', 'as I **said**');
  await front.stop();
  await page.reload();
  await page.getByText('Showing what was last loaded.').waitFor();

  // The quote of a message that isn't cached shows its text but can't be opened.
  await quoteOf('as I').getByText('line 3', { exact: true }).waitFor();
  await quoteOf('as I').click();
  await page.getByText('Network error. Please try again.').waitFor();

  await edit(page, 'to be edited', 'was edited');
  await remove(page, 'to be deleted');
  await bubble('Message deleted').waitFor();
  await choose(page, 'as I', 'React with 🎉', 'menuitemcheckbox');
  await choose(page, 'as I', 'Reply');
  await composer.waitFor();
  await write('answered on a train');
  await page.reload();

  await bubble('was edited').waitFor();
  await bubble('Message deleted').waitFor();
  await bubble('to be').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '🎉, You' }).waitFor();
  await untilTick(tick('answered on a train'), 'waiting');
  const quote = quoteOf('answered on a train');
  await quote.getByText('as I said').waitFor();
  await quote.click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-message') === 'as I **said**');

  await front.start();
  await untilTick(tick('answered on a train'), 'sent');
  await expect
    .poll(() => stored(5))
    .toEqual([
      { content: `line ${LINES}` },
      { content: 'was edited', edited: true },
      { content: 'Message deleted' },
      { content: 'as I **said**', reply_to: 4, reactions: [{ emoji: '🎉', user_ids: [asha.id] }] },
      { content: 'answered on a train', reply_to: LINES + 4 },
    ]);
  await page.getByRole('button', { name: /^In reply to .*line 3/u }).click();
  await page.locator('[data-message="line 3"]').waitFor();
});

it('never sends a message that was deleted while waiting, and sends an edited one with its new text', async () => {
  const { asha, bina, stored } = await makePair();
  const { page, front } = await install(server, asha, `/messages/${bina.id}`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const [here, there] = [chat({ page }), chat({ page: other })];
  for (const { bubble, composer } of [here, there]) {
    await bubble('line 1').waitFor();
    await composer.waitFor();
  }
  await front.stop();
  for (const text of ['deleted here', 'deleted in the other tab', 'wll be sent', 'stays']) await here.write(text);
  await untilTick(here.tick('stays'), 'waiting');
  await remove(page, 'deleted here');
  await here.bubble('deleted here').waitFor({ state: 'detached' });
  await remove(other, 'deleted in the other tab');
  await here.bubble('deleted in the other tab').waitFor({ state: 'detached' });
  await edit(page, 'wll be sent', 'will be sent');
  await front.start();
  await untilTick(here.tick('stays'), 'sent');
  expect(await stored(10)).toEqual(['line 0', 'line 1', 'will be sent', 'stays'].map((content) => ({ content })));
});
