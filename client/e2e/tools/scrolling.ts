/**
 * `npm run scrolling`: how long frames take while a thread of 10,000 messages with 1,000 pictures, reactions, answers and formatted
 * text is scrolled from its end to its beginning, in Chromium at 1280 × 800. On a machine that does nothing else.
 */
import { randomUUID } from 'node:crypto';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { launchOptions } from '../browser.js';
import { uploadFile } from '../message-states.js';
import { createDataDir, startServer } from '../server.js';
import { type Account, createTestServer, type TestServer } from '../test-server.js';

const MESSAGES = 10_000;
const PICTURE_EVERY = 10;
const REACTION_EVERY = 5;
const AT_ONCE = 20;
const STEP_PX = 400;
const FRAME_MAX_MS = 50;

const texts = [
  'Yes',
  'See you at the stepwell at four, and bring the **printed** plan.',
  'I have gone through the requests:\n- two for the art\n- one for `levels`\n\nShall we accept all of them?',
  'दोपहर को मिलते हैं 👍',
  'https://example.org/plan has the newest one. '.repeat(4),
];

/** Writes the thread: each of the two in turn, in order, the slow parts of several messages at once. */
async function fill(server: TestServer, one: Account, two: Account): Promise<void> {
  for (let from = 1; from <= MESSAGES; from += AT_ONCE) {
    const seqs = Array.from({ length: Math.min(AT_ONCE, MESSAGES - from + 1) }, (_, n) => from + n);
    const attached = new Map<number, string>();
    await Promise.all(
      seqs
        .filter((seq) => seq % PICTURE_EVERY === 0)
        .map(async (seq) => attached.set(seq, await uploadFile(server, writer(seq), `${seq}.png`, await picture(seq)))),
    );
    for (const seq of seqs) {
      const file = attached.get(seq);
      await server.api(writer(seq), 'POST /api/messages', {
        receiver_id: (writer(seq) === one ? two : one).id,
        client_id: randomUUID(),
        content: file === undefined ? `${seq}: ${texts[seq % texts.length]}` : `${seq}.png`,
        ...(file !== undefined && { attachment_ids: [file] }),
        ...(seq % 7 === 0 && { reply_to: seq - 3 }),
      });
    }
    await Promise.all(
      seqs
        .filter((seq) => seq % REACTION_EVERY === 0)
        .map((seq) =>
          server.api(one, `PUT /api/messages/conversation/${two.id}/${seq}/reactions`, {
            client_id: randomUUID(),
            emoji: seq % 2 === 0 ? '👍' : '❤️',
          }),
        ),
    );
  }

  function writer(seq: number): Account {
    return seq % 3 === 0 ? one : two;
  }
}

const picture = (seq: number): Promise<Buffer> => {
  const [width, height] = seq % 20 === 0 ? [900, 600] : [500, 800];
  const background = { r: (seq * 37) % 256, g: (seq * 91) % 256, b: (seq * 53) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
};

interface Frames {
  frames: number;
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
  tooLong: number;
}

/** Scrolls up, one step with each frame, until nothing is above for a while. */
const scroll = (page: Page): Promise<Frames> =>
  page.evaluate(
    ([stepPx, maxMs]) =>
      new Promise<Frames>((resolve) => {
        const pane = document.querySelector<HTMLElement>('section[aria-label^="Messages with"]');
        if (pane === null) throw new Error('no thread');
        const taken: number[] = [];
        let [lastMs, idle] = [performance.now(), 0];
        const step = (nowMs: number) => {
          taken.push(nowMs - lastMs);
          lastMs = nowMs;
          const before = pane.scrollTop;
          pane.scrollTop = before - stepPx;
          idle = before === 0 ? idle + 1 : 0;
          if (idle < 120) return void requestAnimationFrame(step);
          const sorted = taken.slice(2).sort((a, b) => a - b);
          const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
          resolve({
            frames: sorted.length,
            p50Ms: at(0.5),
            p99Ms: at(0.99),
            longestMs: at(1),
            tooLong: sorted.filter((ms) => ms > maxMs).length,
          });
        };
        requestAnimationFrame(step);
      }),
    [STEP_PX, FRAME_MAX_MS] as const,
  );

const [browser, running] = await Promise.all([chromium.launch(launchOptions), createDataDir().then(startServer)]);
try {
  const server = createTestServer(running, browser);
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  process.stdout.write(`Writing ${MESSAGES} messages …\n`);
  await fill(server, asha, bina);
  // Otherwise it opens at the first unread one.
  await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`, {});
  process.stdout.write('run     frames      p50      p99  longest   > 50 ms\n');
  for (const run of [1, 2, 3]) {
    const { page, context } = await server.actor(asha, `/messages/${bina.id}`);
    await page.locator('[data-message]').first().waitFor();
    await page.waitForTimeout(2_000);
    const { frames, p50Ms, p99Ms, longestMs, tooLong } = await scroll(page);
    const ms = [p50Ms, p99Ms, longestMs].map((value) => `${value.toFixed(0)} ms`.padStart(9));
    process.stdout.write(
      `${String(run).padEnd(4)}${String(frames).padStart(10)}${ms.join('')}${String(tooLong).padStart(10)}\n`,
    );
    await context.close();
  }
} finally {
  await browser.close();
  await running.close();
}
