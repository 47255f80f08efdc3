import { setTimeout as sleep } from 'node:timers/promises';
import { runsFull } from '@sangam/testing/runs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';
import { settled } from './settled.js';

const server = await sharedTestServer();

/** Enough messages for several pages; the full mode has a long conversation. */
const TOTAL = runsFull ? 420 : 220;
const STEP_PX = 45;
/** With the longer delay, the reader reaches the top of the loaded messages and waits. */
const delaysMs = [300, 2_500];

const texts = [
  'Yes',
  'See you at the stepwell at four, and bring the **printed** plan. '.repeat(3),
  'I have gone through the requests:\n- two for the art\n- one for `levels`\n\nShall we accept all of them?',
  'दोपहर को मिलते हैं 👍',
  '```\nconst a = 1;\nconst b = 2;\n```\nworks',
  'https://example.org/plan has the newest one. '.repeat(4),
  '🎉',
];

interface Jump {
  seq: number;
  px: number;
  atTop: number;
}

/**
 * Scrolls up by one step per frame until the beginning. Returns the lines that moved otherwise, as painted: by over a pixel more or less
 * than the step, or at all while nothing was scrolled.
 */
const scrollToBeginning = (page: Page): Promise<Jump[]> =>
  page.evaluate(async (stepPx) => {
    const pane = document.querySelector('section[aria-label^="Messages with"]') as HTMLElement;
    /** Returns the rows on screen as the next frame paints them, which a script run earlier wouldn't see. */
    const painted = () =>
      new Promise<Map<number, number>>((resolve) => {
        const observer = new IntersectionObserver(
          (entries) => {
            observer.disconnect();
            const rows = entries.flatMap(({ target, rootBounds, boundingClientRect: { bottom } }) =>
              rootBounds !== null && bottom > rootBounds.top && bottom < rootBounds.bottom
                ? [[Number(target.getAttribute('data-seq')), bottom] as const]
                : [],
            );
            resolve(new Map(rows));
          },
          { root: pane },
        );
        for (const row of pane.querySelectorAll('[data-seq]')) observer.observe(row);
      });
    const jumps: Jump[] = [];
    const isOver = () => pane.scrollTop === 0 && pane.querySelector('[data-seq="1"]') !== null;
    for (let turn = 0; turn < 6_000 && !isOver(); turn += 1) {
      const before = await painted();
      const from = pane.scrollTop;
      const moved = Math.min(from, stepPx);
      pane.scrollTop = from - moved;
      const after = await painted();
      // Each line moves by the step, or stands still if the step coincides with a page added above. Checking the first line on screen is
      // enough: those below move with it.
      for (const [seq, end] of before) {
        const now = after.get(seq);
        if (now === undefined) continue;
        const px = Math.round(now - end - moved);
        if (Math.abs(px) > 1 && Math.abs(px + moved) > 1) jumps.push({ seq, px, atTop: Math.round(from) });
        break;
      }
    }
    return jumps;
  }, STEP_PX);

const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
for (let n = 1; n <= TOTAL; n += 1)
  await server.api(n % 3 === 0 ? asha : bina, 'POST /api/messages', {
    receiver_id: n % 3 === 0 ? bina.id : asha.id,
    content: `${n}: ${texts[n % texts.length]}`.replace('6: 🎉', '🎉'),
    ...(n % 7 === 0 && { reply_to: n - 3 }),
  });
for (let n = 5; n <= TOTAL; n += 9)
  await server.api(asha, `PUT /api/messages/conversation/${bina.id}/${n}/reactions`, {
    client_id: crypto.randomUUID(),
    emoji: '👍',
  });
await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`);

it.each(delaysMs)('scrolling up moves nothing by itself while earlier messages take %i ms', async (delayMs) => {
  const { page } = await server.actor(asha, '/messages');
  await page.route(/\/api\/messages\/(?:c|conversation)\//u, async (route) => {
    await sleep(delayMs);
    await route.continue();
  });
  await page.goto(`/messages/${bina.id}`);
  await page.locator(`[data-seq="${TOTAL}"]`).waitFor();
  await settled(page);
  expect(await scrollToBeginning(page)).toEqual([]);
  await page.locator('[data-seq="1"]').waitFor();
});
