import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];

it('the button that sends keeps its colour under the pointer, in both themes', async () => {
  await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
  for (const theme of ['dark', 'light'] as const) {
    const { page } = await server.actor(asha, `/messages/${bina.id}`);
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.reload();
    await chat({ page }).composer.fill('Hello to you');
    const send = page.getByRole('button', { name: 'Send message' });
    await send.hover();
    const accent = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--c-accent-hover)';
      return getComputedStyle(probe).color;
    });
    await expect.poll(() => send.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(accent);
  }
});
