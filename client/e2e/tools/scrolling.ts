/**
 * `npm run scrolling`: measures frames while the wheel scrolls a thread of 10,000 messages with 1,000 pictures,
 * reactions, answers and formatted text from end to beginning, in Chromium at 1280 × 800. Run it on an otherwise idle
 * machine.
 */
import { randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { launchOptions } from '../browser.js';
import { uploadFile } from '../message-states.js';
import { createPlace, startServer } from '../server.js';
import { type Account, type Actor, createTestServer, type TestServer } from '../test-server.js';

declare global {
  interface Window {
    /** Ends `watchFrames`, and returns the frames' durations in milliseconds. */
    framesTaken?: () => number[];
  }
}

const MESSAGES = 10_000;
const PICTURE_EVERY = 10;
const REACTION_EVERY = 5;
const AT_ONCE = 20;
/** Fifteen screens a second. */
const SPEED_PX_PER_S = 12_000;
const GESTURE_PX = 100_000;
/** Three frames at 60 a second are 50.0 ms, and are measured as 50.1. */
const FRAME_MAX_MS = 50.5;

const texts = [
  'Yes',
  'See you at the stepwell at four, and bring the **printed** plan.',
  'I have gone through the requests:\n- two for the art\n- one for `levels`\n\nShall we accept all of them?',
  'दोपहर को मिलते हैं 👍',
  'https://example.org/plan has the newest one. '.repeat(4),
];

/** Writes the thread, both members in turn and in order; slow parts of several messages run in parallel. */
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

/** Records each frame's duration until `scrollToBeginning` has ended. */
const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const taken: number[] = [];
    let lastMs = performance.now();
    let frame = 0;
    const note = (nowMs: number) => {
      performance.mark('frame');
      taken.push(nowMs - lastMs);
      lastMs = nowMs;
      frame = requestAnimationFrame(note);
    };
    frame = requestAnimationFrame(note);
    window.framesTaken = () => {
      cancelAnimationFrame(frame);
      return taken;
    };
  });

/** Turns the mouse wheel over the thread until the beginning is reached. Returns each frame's duration. */
async function scrollToBeginning(page: Page): Promise<number[]> {
  const pane = page.locator('section[aria-label^="Messages with"]');
  const { x, y, width, height } = (await pane.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const devtools = await page.context().newCDPSession(page);
  await watchFrames(page);
  while ((await pane.evaluate(({ scrollTop }) => scrollTop)) > 0) {
    await devtools.send('Input.synthesizeScrollGesture', {
      x: x + width / 2,
      y: y + height / 2,
      yDistance: GESTURE_PX,
      speed: SPEED_PX_PER_S,
      gestureSourceType: 'mouse',
    });
  }
  return page.evaluate(() => window.framesTaken?.() ?? []);
}

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  /** The thread's own CPU time in microseconds, without other processes. */
  tdur?: number;
  pid: number;
  tid: number;
}

/** Returns the CPU time in milliseconds that the page's thread used for each frame. */
function cpuOfFrames(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const marks = traceEvents.filter(({ name }) => name === 'frame').toSorted((a, b) => a.ts - b.ts);
  const [{ pid, tid } = { pid: 0, tid: 0 }] = marks;
  const taken = marks.map(() => 0);
  let frame = 0;
  const tasks = traceEvents.filter(
    ({ name, ph, ...at }) => ph === 'X' && name.endsWith('RunTask') && at.pid === pid && at.tid === tid,
  );
  for (const { ts, tdur = 0 } of tasks.toSorted((a, b) => a.ts - b.ts)) {
    while (frame < marks.length && (marks[frame]?.ts ?? 0) < ts) frame += 1;
    if (frame > 0) taken[frame - 1] = (taken[frame - 1] ?? 0) + tdur / 1_000;
  }
  return taken.slice(2);
}

function line(name: string, takenMs: readonly number[]): string {
  const sorted = takenMs.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)} ms`;
  const tooLong = sorted.filter((ms) => ms > FRAME_MAX_MS).length;
  return [
    name.padEnd(22),
    ...[sorted.length, at(0.5), at(0.99), at(1), tooLong].map((cell) => `${cell}`.padStart(10)),
  ].join('');
}

async function openThread(server: TestServer, reader: Account, other: Account): Promise<Actor> {
  const actor = await server.actor(reader, `/messages/${other.id}`);
  await actor.page.locator('[data-message]').first().waitFor();
  await actor.page.waitForTimeout(2_000);
  return actor;
}

const browser = await chromium.launch(launchOptions);
// A reader's machine runs no server, so everything started from here on waits for the browser.
setPriority(constants.priority.PRIORITY_LOW);
const running = await createPlace().then((place) => startServer(place));
try {
  const server = createTestServer(running, browser);
  const [asha, bina] = [await server.signUp('Asha Verma'), await server.signUp('Bina Rao')];
  process.stdout.write(`Writing ${MESSAGES} messages …\n`);
  await fill(server, asha, bina);
  // Otherwise the thread opens at the first unread message.
  await server.api(asha, `PUT /api/messages/mark-read/${bina.id}`, {});
  process.stdout.write(
    `${['', 'frames', 'p50', 'p99', 'longest', '> 50 ms'].map((cell, n) => (n === 0 ? cell.padEnd(22) : cell.padStart(10))).join('')}\n`,
  );
  for (const run of [1, 2, 3]) {
    const { page, context } = await openThread(server, asha, bina);
    process.stdout.write(`${line(`${run}: from frame to frame`, await scrollToBeginning(page))}\n`);
    await context.close();
  }
  // Traced on a separate run, since tracing itself uses CPU.
  const { page, context } = await openThread(server, asha, bina);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await scrollToBeginning(page);
  process.stdout.write(`${line('CPU of the page', cpuOfFrames(await browser.stopTracing()))}\n`);
  await context.close();
} finally {
  await browser.close();
  await running.close();
}
