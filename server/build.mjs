/**
 * Builds what is missing or older than its sources. Plain JavaScript, since it runs before anything is built; `npm start`
 * and `npm test` begin with it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The parts that can be built: name in messages, sources including those they build on, and the stamp of the last build. */
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

const build = (name) => {
  const { title, sources, stamp } = parts[name];
  if (!isStale(sources, stamp)) return;
  process.stdout.write(`Building the ${title} …\n`);
  execFileSync(windows ? 'npm.cmd' : 'npm', ['run', '--silent', `build:${name}`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: windows,
  });
  writeFileSync(join(root, stamp), '');
};

/** Builds the parts that are stale, by default the server and the web application; false when that failed. */
export function buildStale(names = ['server', 'client']) {
  try {
    for (const name of names) build(name);
    return true;
  } catch {
    // The compiler's own lines stand above.
    process.stderr.write('The build failed; see the lines above.\n');
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2);
  process.exitCode = buildStale(names.length > 0 ? names : undefined) ? 0 : 1;
}
