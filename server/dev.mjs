/** `npm run dev`: compiles on change, restarts the server, and serves the client with hot reload. Ctrl-C ends everything. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildStale } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (command, ...args) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });

if (buildStale()) {
  const parts = [
    run('npx', 'tsc', '-b', '--watch', '--preserveWatchOutput', 'shared', 'server'),
    run(process.execPath, 'server/bundle.mjs', '--watch'),
    // The server's own address serves the last build; Vite prints the address to open.
    run(process.execPath, '--watch', 'server/dist/main.js', '--behind-vite'),
    run('npx', 'vite', 'client'),
  ];
  for (const part of parts) part.on('exit', () => process.exit());
  process.on('exit', () => {
    for (const part of parts) part.kill();
  });
} else process.exitCode = 1;
