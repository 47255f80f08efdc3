import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Body } from '@sangam/testing/test-server';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface LoadTest {
  /** null: no report was written. */
  html: string | null;
  figures: Body;
  code: number | null;
  output: string;
}

export interface Started {
  /** Ends the load early, like Ctrl C. */
  stop(): void;
  ended: Promise<LoadTest>;
}

/** Starts the load test without `npm run loadtest`, whose check for newer sources takes longer than a short run. */
export const startLoadTest = (...args: string[]): Started => startCommand(process.execPath, [entry, ...args]);

function startCommand(command: string, args: string[]): Started {
  let child: ChildProcess | undefined;
  const run = async (): Promise<LoadTest> => {
    const folder = await mkdtemp(join(tmpdir(), 'sangam-loadtest-'));
    const [report, json] = [join(folder, 'report.html'), join(folder, 'figures.json')];
    const started = spawn(command, [...args, '--report', report, '--json', json], {
      cwd: root,
      shell: command === 'npm' && process.platform === 'win32',
    });
    let output = '';
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += chunk));
    const code = await new Promise<number | null>((resolve, reject) =>
      started.once('close', resolve).once('error', reject),
    );
    const read = async (path: string) => (existsSync(path) ? readFile(path, 'utf8') : null);
    const [html, figures] = [await read(report), JSON.parse((await read(json)) ?? 'null')];
    await rm(folder, { recursive: true, force: true });
    return { html, figures, code, output };
  };
  return { stop: () => child?.kill('SIGINT'), ended: run() };
}

/** Runs the load test to its end. */
export const loadTest = (...args: string[]): Promise<LoadTest> => startLoadTest(...args).ended;

/** Runs the load test to its end through `npm run loadtest`. */
export const npmLoadTest = (...args: string[]): Promise<LoadTest> =>
  startCommand('npm', ['run', '--silent', 'loadtest', '--', ...args]).ended;

const operations = ['send', 'delivery', 'read', 'typing', 'presence', 'join', 'join delivery', 'reconnect'];
const invariants = ['stored', 'single', 'ordered', 'whole', 'live', 'unaltered', 'unread', 'presence', 'requests'];

/** Whether the load test ran every operation and checked every invariant; a short run on a slow machine may not. */
export const ranEverything = ({ figures }: LoadTest): boolean =>
  operations.every((operation) => figures?.latencies[operation]?.count > 0) &&
  invariants.every((name) => figures?.invariants[name].checked > 0);

/** Expects every operation and invariant in the results, no violation, and a report that says so. */
export function expectClean({ code, output, html, figures }: LoadTest): void {
  expect(output).toContain('All invariants held.');
  expect(code).toBe(0);
  for (const name of invariants)
    expect(figures.invariants[name], name).toMatchObject({ checked: expect.toSatisfy((n) => n > 0), violated: 0 });
  expect(figures.invariants.refusedStaysOut.violated).toBe(0);
  for (const operation of operations) expect(figures.latencies[operation]?.count ?? 0, operation).toBeGreaterThan(0);
  expect(html).toContain('✓ All invariants held');
  expect(html).toContain(`<td>${figures.latencies.send.count.toLocaleString('en')}</td>`);
  // The report loads nothing else.
  expect(html).not.toMatch(/<(script|link|img|iframe)|url\(|@import/u);
}
