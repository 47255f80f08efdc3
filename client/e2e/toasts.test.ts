import { runsFull } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chat } from './chat-page.js';
import { sharedTestServer } from './servers.js';

const server = await sharedTestServer();
const [asha, bina, chitra] = [
  await server.signUp('Asha Verma'),
  await server.signUp('Bina Rao'),
  await server.signUp('Chitra Das'),
];
for (let n = 1; n <= 6; n += 1) await server.postProject(bina, { title: `Stepwell ${asha.id} ${n}` });
const own = await server.postProject(asha, { title: `Night bus ${asha.id}` });
await server.api(bina, 'POST /api/messages', { receiver_id: asha.id, content: 'Hello' });
await server.api(asha, 'POST /api/messages', { receiver_id: bina.id, content: 'Hello' });
await server.api(asha, 'POST /api/messages', { receiver_id: chitra.id, content: 'Hello' });

const CONTROLS = 'a[href], button, input, select, textarea, [role=menuitem]';
let sent = 0;

async function sendMessage(): Promise<string> {
  sent += 1;
  const text = `Message ${sent}`;
  await server.api(chitra, 'POST /api/messages', { receiver_id: asha.id, content: text });
  return text;
}

/** Waits for a toast, and returns the names of controls that it covers, and its box. */
async function shownToast(page: Page): Promise<{ covers: string[]; bottom: number }> {
  const text = await sendMessage();
  await page.locator('[data-toasts]').getByText(text).waitFor();
  return page.evaluate((controls) => {
    const host = document.querySelector<HTMLElement>('[data-toasts]');
    const boxes = [...(host?.children ?? [])].map((line) => line.getBoundingClientRect());
    if (host !== null) host.style.display = 'none';
    const names = new Set<string>();
    for (const { left, top, right, bottom } of boxes)
      for (let y = top; y < bottom; y += 4)
        for (let x = left; x < right; x += 4) {
          const control = document.elementFromPoint(x, y)?.closest(controls);
          if (control) names.add(control.textContent || control.outerHTML.slice(0, 80));
        }
    if (host !== null) host.style.display = '';
    return { covers: [...names], bottom: Math.max(...boxes.map((box) => box.bottom)) };
  }, CONTROLS);
}

const paths = ['/dashboard', '/projects', `/projects/${own}`, '/work', '/profile', '/settings/account'];

it('a phone’s toast is above the bar at the bottom, and above the composer', async () => {
  const { page } = await server.actor(asha, '/dashboard', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const top = async (part: ReturnType<Page['locator']>) => (await part.boundingBox())?.y ?? 0;
  // The bar is the same on all of them.
  for (const path of runsFull ? paths : paths.slice(0, 1)) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const bar = page.getByRole('navigation', { name: 'Shortcuts' });
    await bar.getByRole('link').first().waitFor();
    expect((await shownToast(page)).bottom, path).toBeLessThanOrEqual(await top(bar));
  }
  await page.goto(`/messages/${bina.id}`);
  const { composer } = chat({ page });
  await composer.waitFor();
  await page.waitForLoadState('networkidle');
  const { bottom, covers } = await shownToast(page);
  expect(covers).toEqual([]);
  expect(bottom).toBeLessThanOrEqual(await top(composer));
});

it('a toast in a wide window covers no control', async () => {
  const { page } = await server.actor(asha, '/dashboard');
  // The messages page shows a new message in its list.
  for (const path of [...paths, '/collaborators', `/people/${bina.id}`]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect((await shownToast(page)).covers, path).toEqual([]);
  }
});
