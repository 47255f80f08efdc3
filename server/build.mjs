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

const build = (what, sources, stamp, script) => {
  if (!isStale(sources, stamp)) return;
  process.stdout.write(`Building the ${what} …\n`);
  execFileSync(windows ? 'npm.cmd' : 'npm', ['run', '--silent', script], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: windows,
  });
  writeFileSync(join(root, stamp), '');
};

/** Builds the server and the web application where needed; false when that failed (the compiler has said why). */
export function buildStale() {
  const common = ['shared/src', 'shared/package.json', 'tsconfig.base.json', 'package-lock.json'];
  try {
    build('server', [...common, 'server/src', 'server/tsconfig.json'], 'server/dist/.built', 'build:server');
    build(
      'web application',
      [...common, 'client/src', 'client/public', 'client/index.html', 'client/vite.config.ts'],
      'client/dist/.built',
      'build:client',
    );
    return true;
  } catch {
    // The compiler's own lines stand above.
    process.stderr.write('The build failed; see the lines above.\n');
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = buildStale() ? 0 : 1;
