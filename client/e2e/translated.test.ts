import { randomUUID } from 'node:crypto';
import { runsFull } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();
const [asha, bina, chitra] = [
  await server.signUp('Asha Verma'),
  await server.signUp('Bina Rao'),
  await server.signUp('Chitra Das'),
];
const project = await server.postProject(asha, { title: 'Night bus radio', required_skills: ['Sound'] });
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Hello' });

const write = async (content: string, more = {}): Promise<number> => {
  const { data } = await server.call(bina, 'POST /api/messages', { body: { receiver_id: asha.id, content, ...more } });
  return data.seq;
};
const change = (method: string, seq: number, body: object, path = '') =>
  server.api(bina, `${method} /api/messages/conversation/${asha.id}/${seq}${path}`, {
    ...body,
    client_id: randomUUID(),
  });

/** Wraps each text of the page from now on, as a browser's translation does: some move the text node itself, others a copy. */
const translate = (page: Page, isCopied: boolean) =>
  page.evaluate((isCopied) => {
    const skipped = 'font, script, style, textarea, title, noscript';
    const wrap = (node: Node) => {
      if (!node.isConnected) return;
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found: Node[] = node.nodeType === Node.TEXT_NODE ? [node] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      for (const text of found) {
        if (!text.textContent?.trim() || text.parentElement?.closest(skipped)) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        text.parentNode?.replaceChild(outer, text);
        outer.append(inner);
        inner.append(isCopied ? document.createTextNode(text.textContent) : text);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        if (type === 'characterData') wrap(target);
        for (const node of addedNodes) wrap(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, isCopied);

async function open(path: string, isCopied: boolean) {
  const { page } = await server.actor(asha, path);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on(
    'console',
    (line) =>
      line.type() === 'error' && /Error:|removeChild|insertBefore/u.test(line.text()) && faults.push(line.text()),
  );
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await settled(page);
  await translate(page, isCopied);
  const check = async () => {
    expect(faults).toEqual([]);
    expect(await page.getByText('This page failed to load').count()).toBe(0);
  };
  return { page, check };
}

const moved = ['moved', false] as const;
const copied = ['copied', true] as const;
/** Tests each page in one of the two ways; the full mode in both. */
const ways = (one: typeof moved | typeof copied) => (runsFull ? [moved, copied] : [one]);

it.each(ways(moved))(
  'keeps a conversation correct that the browser translates: its texts are %s',
  async (_, isCopied) => {
    const { page, check } = await open(`/messages/${bina.id}`, isCopied);
    const { composer, write: send, tick } = chat({ page });
    const bubble = (text: string) => chat({ page }).bubble(text).last();
    const edited = page.locator('[data-message^="edited,"]').last();
    await send('mine **first**');
    await tick('mine').and(page.locator('[data-tick=sent]')).last().waitFor();
    const seq = await write('theirs, see https://example.org and **bold**');
    await bubble('theirs').getByText('bold').waitFor();
    await send('mine second');
    await change('PATCH', seq, { content: 'edited, see https://example.com' });
    await edited.getByRole('link', { name: 'https://example.com' }).waitFor();
    await expect.poll(() => edited.innerText()).not.toContain('theirs');
    await change('PUT', seq, { emoji: '🎉' }, '/reactions');
    await page.getByRole('button', { name: /🎉/u }).waitFor();
    await change('DELETE', seq, { emoji: '🎉' }, '/reactions');
    await page.getByRole('button', { name: /^🎉/u }).waitFor({ state: 'detached' });
    await change('PUT', seq, {}, '/pin');
    await page.getByRole('region', { name: 'Pinned' }).getByText('edited').waitFor();
    await change('DELETE', seq, {}, '/pin');
    await page.getByRole('region', { name: 'Pinned' }).waitFor({ state: 'detached' });
    const answer = await write('an answer', { reply_to: seq });
    await bubble('an answer').getByText('In reply to').waitFor();
    await change('DELETE', seq, {});
    await expect.poll(() => bubble('an answer').innerText()).toContain('Message deleted');
    await change('DELETE', answer, {});
    await page.locator('[data-message="Message deleted"]').nth(1).waitFor();
    await composer.fill('half');
    await composer.press('Control+a');
    await composer.press('Delete');
    await composer.press('ArrowUp');
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await editor.fill('mine changed');
    await editor.press('Enter');
    await bubble('mine changed').waitFor();
    await expect.poll(() => bubble('mine changed').innerText()).not.toContain('second');
    await server.api(bina, `PUT /api/messages/mark-read/${asha.id}`);
    await page.locator('[data-tick=seen]').first().waitFor();
    await check();
  },
);

it.each(ways(copied))('keeps the list of conversations correct: its texts are %s', async (_, isCopied) => {
  const { page, check } = await open('/messages', isCopied);
  const { row } = chat({ page });
  const seq = await write('a first line');
  await expect.poll(() => row('Bina Rao').innerText()).toContain('a first line');
  await change('PATCH', seq, { content: 'another line' });
  await expect.poll(() => row('Bina Rao').innerText()).toContain('another line');
  await expect.poll(() => row('Bina Rao').innerText()).not.toContain('first');
  for (let n = 0; n < 3; n += 1) await write(`line ${n}`);
  await expect.poll(() => row('Bina Rao').innerText()).toContain('line 2');
  await expect.poll(() => row('Bina Rao').innerText()).not.toContain('another');
  await server.api(chitra, 'POST /api/project-requests', { project_id: project, message: 'May I?' });
  await page
    .getByRole('button', { name: /^New messages/u })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'New messages' }).getByText('line 2').waitFor();
  await write('the newest line');
  await page.getByRole('dialog', { name: 'New messages' }).getByText('the newest line').waitFor();
  await page.keyboard.press('Escape');
  await row('Bina Rao').click();
  await chat({ page }).composer.fill('a draft');
  await page.goBack();
  await expect.poll(() => row('Bina Rao').innerText()).toContain('a draft');
  await check();
});

it('keeps a team’s conversation correct that the browser translates', async () => {
  const title = `Tidal clock ${asha.id}`;
  const id = await server.postProject(asha, { title });
  await server.joinTeam(id, asha, bina);
  const { page, check } = await open('/messages', true);
  await chat({ page }).open(title);
  const conversation = Number(page.url().split('/').at(-1));
  const says = async (content: string, more = {}): Promise<number> => {
    const body = { conversation_id: conversation, content, ...more };
    const { data } = await server.call(bina, 'POST /api/messages', { body });
    return data.seq;
  };
  const main = page.getByRole('main');
  const shows = (words: string | RegExp) => expect.poll(() => main.innerText(), { timeout: 15_000 }).toMatch(words);
  const hides = (words: string | RegExp) => expect.poll(() => main.innerText(), { timeout: 15_000 }).not.toMatch(words);
  await shows('2 members');
  const other = await server.actor(bina, page.url());
  await shows('2 members, 2 online');
  await chat(other).composer.pressSequentially('Hi');
  await shows('Bina Rao is typing');
  await hides('Bina Rao is typing');
  const seq = await says('Hello @Asha Verma', { mentions: [{ user_id: asha.id, name: 'Asha Verma' }] });
  await main.locator('[data-mention]').getByText('Asha Verma').waitFor();
  await server.api(bina, `PATCH /api/messages/c/${conversation}/${seq}`, {
    content: 'other words',
    client_id: randomUUID(),
  });
  await shows('other words');
  await hides('Hello');
  await chat({ page }).write('mine');
  await page.getByRole('button', { name: 'Seen', exact: true }).waitFor();
  await server.joinTeam(id, asha, chitra);
  await shows('Chitra Das joined the team');
  await shows('3 members');
  await hides('2 members');
  await server.api(bina, `DELETE /api/messages/c/${conversation}/${seq}`, { client_id: randomUUID() });
  await hides('other words');
  await server.api(asha, `PATCH /api/projects/${id}`, { title: 'Renamed clock' });
  await page.getByRole('heading', { level: 2, name: 'Renamed clock' }).waitFor();
  await server.api(asha, `DELETE /api/projects/${id}/members/${chitra.id}`, {});
  await shows('Chitra Das was removed');
  await shows('2 members');
  await check();
});

it('keeps a dashboard correct that the browser translates', async () => {
  const { page, check } = await open('/dashboard', false);
  await server.api(bina, 'POST /api/project-requests', { project_id: project, message: 'Me too' });
  await page.getByText('Me too').waitFor();
  await write('while on the dashboard');
  await page.getByRole('link', { name: /while on the dashboard/u }).waitFor();
  await server.api(chitra, `POST /api/projects/${project}/connect`);
  await page.getByRole('button', { name: 'Accept' }).first().click();
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Accepted|accepted|Member/u);
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'once more' });
  await page
    .getByRole('button', { name: /^Notifications/u })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByText('Night bus radio').first().waitFor();
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await page.getByText('once more').first().waitFor();
  await check();
});
