/**
 * Builds what is missing or older than its sources. Plain JavaScript, since it runs before anything is built; `npm start`
 * and `npm test` begin with it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';

const newestMs = (path) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
};

/** A build is stale when a source is newer than the stamp of the last build. */
const isStale = (sources, stamp) => {
  const builtMs = existsSync(join(root, stamp)) ? statSync(join(root, stamp)).mtimeMs : 0;
  return sources.some((source) => newestMs(join(root, source)) > builtMs);
};

const common = ['shared/src', 'shared/package.json', 'tsconfig.base.json', 'package-lock.json'];
const serverSources = [...common, 'server/src', 'server/package.json', 'server/bundle.mjs', 'server/tsconfig.json'];
const loadtestSources = [...common, 'loadtest/src', 'loadtest/tsconfig.json'];
const testingSources = [...serverSources, 'testing/src', 'testing/tsconfig.json'];

/** The parts that can be built: the title in messages, the sources including those that they build on, and the stamp of the last build. */
const parts = {
  server: { title: 'server', sources: serverSources, stamp: 'server/dist/.built' },
  client: {
    title: 'web application',
    sources: [
      ...common,
      ...['client/src', 'client/worker', 'client/build', 'client/public', 'client/index.html', 'client/vite.config.ts'],
    ],
    stamp: 'client/dist/.built',
  },
  loadtest: { title: 'load tester', sources: loadtestSources, stamp: 'loadtest/dist/.built' },
  testing: { title: 'test helpers', sources: testingSources, stamp: 'testing/dist/.built' },
  bench: {
    title: 'benches',
    sources: [...loadtestSources, ...testingSources, 'tools/bench/src', 'tools/bench/tsconfig.json'],
    stamp: 'tools/bench/dist/.built',
  },
};

const run = (name) => {
  const { title, sources, stamp } = parts[name];
  // Another process may have built it while this one waited.
  if (!isStale(sources, stamp)) return;
  process.stdout.write(`Building the ${title}…\n`);
  const startedAt = new Date();
  execFileSync(windows ? 'npm.cmd' : 'npm', ['run', '--silent', `build:${name}`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: windows,
  });
  writeFileSync(join(root, stamp), '');
  // A source saved during the build may have been read before.
  utimesSync(join(root, stamp), startedAt, startedAt);
};

/** Contains the id of the building process: two at once would remove each other's files. */
const lock = join(root, 'server/dist/.building');
/** An older lock was left by a process whose id now belongs to another one. */
const LOCK_MAX_MS = 600_000;
const LOOK_EVERY_MS = 200;

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const takeLock = () => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    const ageMs = Date.now() - statSync(lock).mtimeMs;
    if (ageMs > LOCK_MAX_MS || !isRunning(Number(readFileSync(lock, 'utf8')))) rmSync(lock);
  } catch (error) {
    // The lock was released in the meantime.
    if (error.code !== 'ENOENT') throw error;
  }
  return false;
};

const build = (name) => {
  const { sources, stamp } = parts[name];
  if (!isStale(sources, stamp)) return;
  mkdirSync(dirname(lock), { recursive: true });
  for (let tries = 0; !takeLock(); tries += 1) {
    if (tries === 1) process.stdout.write('Waiting for another build…\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
  try {
    run(name);
  } finally {
    rmSync(lock, { force: true });
  }
};

/** Builds the stale ones among these parts; false if a build failed. */
export function buildStale(names = ['server', 'client']) {
  try {
    for (const name of names) build(name);
    return true;
  } catch {
    // The compiler has printed its own errors.
    process.stderr.write('The build failed; see the lines above.\n');
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2);
  process.exitCode = buildStale(names.length > 0 ? names : undefined) ? 0 : 1;
}
