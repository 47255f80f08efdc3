import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { install, stopFronts, untilKept } from './install.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
/** More messages than a browser caches of a conversation. */
const LINES = 60;
// A stranger couldn't send as many.
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'line 0' });
for (let n = 1; n <= LINES; n += 1)
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: `line ${n}` });
for (const content of ['to be edited', 'to be deleted'])
  await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content });
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'as I **said**', reply_to: 4 });
await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`);

afterEach(stopFronts);

const stored = async () => {
  const { data } = await server.call(asha, 'GET /api/messages/conversation/:userId', {
    params: { userId: bina.id },
    query: { limit: 10 },
  });
  return data.messages.slice(-5).map(({ content, reply_to, reactions, edited_at }) => ({
    content,
    ...(reply_to !== undefined && { reply_to }),
    ...(reactions !== undefined && { reactions }),
    ...(edited_at !== undefined && { edited: true }),
  }));
};

it('keeps offline edits, deletions, reactions and answers over a reload, and sends them once the server is back', async () => {
  const { page, front } = await install(server, asha, `/messages/${bina.id}`);
  const { bubble, composer, tick, write } = chat({ page });
  const quoteOf = (text: string) => bubble(text).getByRole('button', { name: /^In reply to/u });
  const choose = async (text: string, name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => {
    await bubble(text).hover();
    await bubble(text)
      .getByRole('button', { name: /^Actions for/u })
      .click();
    await page.getByRole('menu', { name: 'Message' }).getByRole(role, { name, exact: true }).click();
  };
  await quoteOf('as I').getByText('line 3', { exact: true }).waitFor();
  await untilKept(page, '"line 3"', 'as I **said**');
  await front.stop();
  await page.reload();
  await page.getByText('Showing what was last loaded.').waitFor();

  // A message that isn't cached shows its line but can't be opened.
  await quoteOf('as I').getByText('line 3', { exact: true }).waitFor();
  await quoteOf('as I').click();
  await page.getByText('Network error. Please try again.').waitFor();

  await choose('to be edited', 'Edit');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('was edited');
  await page.keyboard.press('Enter');
  await bubble('was edited').waitFor();
  await choose('to be deleted', 'Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await bubble('Message deleted').waitFor();
  await choose('as I', 'React with 🎉', 'menuitemcheckbox');
  await choose('as I', 'Reply');
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
    .poll(stored)
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

it('never sends a message that was deleted while it waited, and sends an edited one with its new words', async () => {
  const { page, front } = await install(server, asha, `/messages/${bina.id}`);
  const { bubble, tick, write } = chat({ page });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await chat({ page: other }).composer.waitFor();
  const choose = async (on: Page, text: string, name: string) => {
    const { bubble } = chat({ page: on });
    await bubble(text).hover();
    await bubble(text)
      .getByRole('button', { name: /^Actions for/u })
      .click();
    await on.getByRole('menu', { name: 'Message' }).getByRole('menuitem', { name, exact: true }).click();
  };
  const remove = async (on: Page, text: string) => {
    await choose(on, text, 'Delete…');
    await on.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await chat({ page: on }).bubble(text).waitFor({ state: 'detached' });
  };
  await front.stop();
  for (const text of ['deleted here', 'deleted in the other tab', 'wll be sent', 'stays']) await write(text);
  await untilTick(tick('stays'), 'waiting');
  await remove(page, 'deleted here');
  await bubble('stays').waitFor();
  await remove(other, 'deleted in the other tab');
  await bubble('deleted in the other tab').waitFor({ state: 'detached' });
  await choose(page, 'wll be sent', 'Edit');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('will be sent');
  await page.keyboard.press('Enter');
  await bubble('will be sent').waitFor();
  await front.start();
  await untilTick(tick('stays'), 'sent');
  expect((await stored()).slice(-3)).toEqual([
    { content: 'answered on a train', reply_to: LINES + 4 },
    { content: 'will be sent' },
    { content: 'stays' },
  ]);
});
