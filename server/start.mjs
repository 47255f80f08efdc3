/**
 * `npm start`: builds what is missing or older than its sources, then runs the server in this process.
 * Plain JavaScript, since it runs before anything is built.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const newestMs = (path) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestMs(join(path, name))));
};

/** A build is stale when a source is newer than the stamp of the last build. */
const isStale = (sources, built) => {
  const builtMs = existsSync(join(root, built)) ? statSync(join(root, built)).mtimeMs : 0;
  return sources.some((source) => newestMs(join(root, source)) > builtMs);
};

const build = (what, sources, built, script) => {
  if (!isStale(sources, built)) return;
  process.stdout.write(`Building the ${what} …\n`);
  execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  writeFileSync(join(root, built), '');
};

const common = ['shared/src', 'shared/package.json', 'tsconfig.base.json', 'package-lock.json'];
try {
  build('server', [...common, 'server/src', 'server/tsconfig.json'], 'server/dist/.built', 'build:server');
  build(
    'web application',
    [...common, 'client/src', 'client/public', 'client/index.html', 'client/vite.config.ts'],
    'client/dist/.built',
    'build:client',
  );
} catch {
  process.stderr.write('The build failed; see the lines above.\n');
  process.exit(1);
}
await import('./dist/main.js');
