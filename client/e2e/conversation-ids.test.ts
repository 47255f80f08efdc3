import { runsAll } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { chat, untilTick } from './chat-page.js';
import { install, stopFronts, untilKept } from './install.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, bina, chitra] = [
  await server.signUp('Asha Verma'),
  await server.signUp('Bina Rao'),
  await server.signUp('Chitra Nair'),
];
const projectId = await server.postProject(chitra, { title: 'Stepwell' });
for (const content of ['one', 'two']) await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content });

afterEach(stopFronts);

const stored = async (otherId: number) => {
  const { data: page } = await server.call(asha, 'GET /api/messages/conversation/:userId', {
    params: { userId: otherId },
  });
  return { id: page.conversation_id, contents: page.messages.map(({ content }) => content) };
};

it('a first message written offline is sent once; draft, focus and address follow the new conversation', async () => {
  const { page, front } = await install(server, asha, `/projects/${projectId}`);
  const { composer, write, tick, texts } = chat({ page });
  const message = page.getByRole('link', { name: 'Message Chitra Nair' });
  await message.waitFor();
  await front.stop();
  await message.click();
  await composer.waitFor();
  await write('Is there a seat?');
  await untilTick(tick('Is there a seat?'), 'waiting');
  await composer.fill('And one more');
  expect(new URL(page.url()).pathname).toBe(`/messages/${chitra.id}`);
  expect(await stored(chitra.id)).toEqual({ id: undefined, contents: [] });

  await front.start();
  await untilTick(tick('Is there a seat?'), 'sent');
  const { id, contents } = await stored(chitra.id);
  expect(contents).toEqual(['Is there a seat?']);
  await page.waitForURL(`**/messages/c/${id}`);
  expect(await composer.inputValue()).toBe('And one more');
  expect(await composer.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.reload();
  await composer.waitFor();
  expect(await composer.inputValue()).toBe('And one more');
  await expect.poll(texts).toEqual(['Is there a seat?']);
  await composer.press('Enter');
  await untilTick(tick('And one more'), 'sent');
  expect((await stored(chitra.id)).contents).toEqual(['Is there a seat?', 'And one more']);
});

/** Rewrites this browser's stored data as the previous version wrote it, with the other member's id. */
const turnBack = (page: Page, me: number, other: number, unsent: object) =>
  page.evaluate(
    async ([me, other, unsent]) => {
      localStorage.setItem(`outbox:${me}:${(unsent as { client_id: string }).client_id}`, JSON.stringify(unsent));
      localStorage.setItem(`draft:${me}:${other}`, 'half a thought');
      const opened = indexedDB.open('kept');
      await new Promise((resolve) => opened.addEventListener('success', resolve));
      const all = opened.result.transaction(['parts', 'threads'], 'readwrite');
      const [threads, parts] = [all.objectStore('threads'), all.objectStore('parts')];
      for (const name of ['conversation-list', 'known-conversations', 'quoted-in', 'saved-in'])
        parts.delete([me, name]);
      const rows = threads.getAll();
      await new Promise((resolve) => rows.addEventListener('success', resolve));
      threads.clear();
      for (const row of rows.result) threads.put({ ...row, id: other });
      await new Promise((resolve) => all.addEventListener('complete', resolve));
      opened.result.close();
    },
    [me, other, unsent] as const,
  );

it.runIf(runsAll)(
  'drafts and messages that the previous version stored are there offline, sent once, and found at its old address',
  async () => {
    const { page, front } = await install(server, asha, `/messages/${bina.id}`);
    const { composer, tick, texts } = chat({ page });
    await untilKept(page, '"two"');
    await front.stop();
    // Leaves the conversation, so that its data isn't written again.
    await page.goto('/profile');
    const unsent = {
      kind: 'pending',
      client_id: crypto.randomUUID(),
      receiver_id: bina.id,
      content: 'written before the update',
      created_at: new Date().toISOString(),
      order: Date.now(),
      state: 'waiting',
      error: null,
    };
    await turnBack(page, asha.id, bina.id, unsent);
    await page.goto(`/messages/${bina.id}`);
    await page.getByText('Showing what was last loaded.').waitFor();
    await untilTick(tick('written before the update'), 'waiting');
    expect(await texts()).toEqual(['one', 'two', 'written before the update']);
    expect(await composer.inputValue()).toBe('half a thought');

    await front.start();
    await untilTick(tick('written before the update'), 'sent');
    const { id, contents } = await stored(bina.id);
    expect(contents).toEqual(['one', 'two', 'written before the update']);
    await page.waitForURL(`**/messages/c/${id}`);
    expect(await composer.inputValue()).toBe('half a thought');

    // Offline, the old address now leads to the known conversation.
    await untilKept(page, '"written before the update"', '"known-conversations"');
    await front.stop();
    await page.goto(`/messages/${bina.id}?m=1`);
    await page.waitForURL(`**/messages/c/${id}?m=1`);
    await page.locator('[data-message="one"]').waitFor();
  },
);
