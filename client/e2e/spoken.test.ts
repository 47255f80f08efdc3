import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });

/**
 * From now on, records the texts that a screen reader announces: those added to a region that it already knows. A region added together
 * with its text is not announced.
 */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    const regions = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
    const regionOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(regions);
    new MutationObserver((changes) => {
      const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) {
          const region = regionOf(node);
          const words = node.textContent?.trim() ?? '';
          const isKnown = region && ![...added].some((one) => one.contains(region));
          if (isKnown && words !== '') spoken.push(words);
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const spoken = (page: Page) => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);

it('a screen reader announces each new message once, and a lost connection', async () => {
  const { page, context } = await server.actor(asha, `/messages/${bina.id}`);
  await chat({ page }).bubble('Hello').waitFor();
  await listen(page);
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Are you there?' });
  await chat({ page }).bubble('Are you there?').waitFor();
  await expect.poll(() => spoken(page)).toEqual(['Bina Rao: Are you there?']);
  await context.setOffline(true);
  await expect.poll(() => spoken(page)).toEqual(['Bina Rao: Are you there?', 'Offline. Messages will be sent later.']);
});

it('a screen reader announces each page after the first', async () => {
  const { page } = await server.actor(asha, '/projects');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My work' });
  await link.focus();
  await listen(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
  await expect.poll(() => spoken(page)).toEqual(['My work']);
});

it('a screen reader announces that a search is running before its results', async () => {
  // Other tests on this server post projects, which the list would announce, too.
  const { page } = await server.actor(asha, '/settings');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Search/u })
    .first()
    .click();
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.waitFor();
  await listen(page);
  await field.fill('qzxjq');
  await expect.poll(() => spoken(page)).toEqual(['Searching…', 'No results for “qzxjq”']);
});
