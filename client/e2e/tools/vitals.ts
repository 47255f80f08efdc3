/**
 * `npm run vitals`: first contentful paint, largest contentful paint, layout shift and blocking time of the demo's
 * pages, in Chromium: on this machine, and as a mid-range phone on a slow network (Lighthouse's figures).
 */
import type { BrowserContext } from 'playwright-core';
import { createDemo } from '../demo.js';
import { layoutShiftOf, observeLayoutShift } from '../layout-shift.js';
import type { Account, TestServer } from '../test-server.js';

const RUNS = 3;
/** How long each page is measured: long enough to load everything on the slow network. */
const WATCH_MS = 6_000;

const pages = [
  { name: 'landing', path: '/', member: false },
  { name: 'projects', path: '/projects', member: false },
  { name: 'dashboard', path: '/dashboard', member: true },
  { name: 'project', path: '/projects/1', member: true },
  { name: 'work', path: '/work', member: true },
  { name: 'messages', path: '/messages', member: true },
];
const conditions = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, cpuSlowdown: 1, network: null },
  {
    name: 'slow phone',
    viewport: { width: 390, height: 844 },
    cpuSlowdown: 4,
    network: { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false },
  },
];

interface Vitals {
  fcpMs: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
}

/** Runs in the page before anything else, and records the browser's measurements. */
function observe(): void {
  const seen = { lcpMs: 0, longTasks: [] as { start: number; ms: number }[] };
  (window as unknown as { vitals: typeof seen }).vitals = seen;
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    seen.lcpMs = entry.startTime;
  });
  watch('longtask', (entry) => seen.longTasks.push({ start: entry.startTime, ms: entry.duration }));
}

/** Returns the measurements. Blocking time is the part beyond 50 ms of each task after the first paint. */
function read(): Omit<Vitals, 'cls'> {
  const { vitals } = window as unknown as {
    vitals: { lcpMs: number; longTasks: { start: number; ms: number }[] };
  };
  const fcpMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  const tbtMs = vitals.longTasks
    .filter((task) => task.start + task.ms > fcpMs)
    .reduce((sum, task) => sum + Math.max(0, task.ms - 50), 0);
  return { fcpMs, lcpMs: vitals.lcpMs, tbtMs };
}

async function measure(
  context: BrowserContext,
  url: string,
  { cpuSlowdown, network }: (typeof conditions)[number],
): Promise<Vitals> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (network) {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
  }
  await page.goto(url);
  await page.waitForTimeout(WATCH_MS);
  return { ...(await page.evaluate(read)), cls: await layoutShiftOf(page) };
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

async function row(
  server: TestServer,
  account: Account,
  page: (typeof pages)[number],
  condition: (typeof conditions)[number],
): Promise<string> {
  const runs: Vitals[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    // A fresh context each time, so that nothing is cached.
    const context = await server.newContext(page.member ? account : null, { viewport: condition.viewport });
    await context.addInitScript(observe);
    await observeLayoutShift(context);
    runs.push(await measure(context, page.path, condition));
    await context.close();
  }
  const of = (key: keyof Vitals) => median(runs.map((run) => run[key]));
  return [
    page.name.padEnd(10),
    condition.name.padEnd(12),
    `${of('fcpMs').toFixed(0)} ms`.padStart(9),
    `${of('lcpMs').toFixed(0)} ms`.padStart(9),
    of('cls').toFixed(3).padStart(9),
    `${of('tbtMs').toFixed(0)} ms`.padStart(9),
  ].join('');
}

const { server, asha, close } = await createDemo();
try {
  process.stdout.write(`Median of ${RUNS} loads with an empty cache\n`);
  process.stdout.write('page      as             first  largest    layout blocking\n');
  process.stdout.write('                       paint    paint     shift     time\n');
  for (const condition of conditions)
    for (const page of pages) process.stdout.write(`${await row(server, asha, page, condition)}\n`);
} finally {
  await close();
}
