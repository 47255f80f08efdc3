import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.js';

/** What the server keeps in DATA_DIR: the embedded database, its locks and copies, mails, members' files, the signing secret. */
const OURS = /^(postgres|mail|files|jwt-secret(\..*)?|lock\.\d+(\.released)?|\.lock-.*|copies\.sock|copy-.*)$/u;
const STICKY = 0o1000;
const OTHERS = 0o077;

/**
 * Makes what the server keeps in DATA_DIR readable by its own user alone: folders 700, files 600. The folder may have
 * been there before with any mode: it is closed itself when it holds nothing else. Throws ConfigError where that cannot
 * be done, since password hashes and messages would be open to everybody on the machine. Windows has no such modes.
 */
export function closeDataDir(dataDir: string): void {
  if (process.platform === 'win32' || !existsSync(dataDir)) return;
  const names = readdirSync(dataDir);
  const ours = names.filter((name) => OURS.test(name));
  if (ours.length === names.length && (statSync(dataDir).mode & STICKY) === 0) close(dataDir);
  for (const name of ours) if (isOpen(join(dataDir, name))) closeAll(join(dataDir, name));
}

const isOpen = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0;

/** What is inside, too: whoever has a file open already, or another way to it, is past the folder's door. */
function closeAll(path: string): void {
  close(path);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) if (!lstatSync(join(path, name)).isSymbolicLink()) closeAll(join(path, name));
}

function close(path: string): void {
  if (!isOpen(path)) return;
  try {
    chmodSync(path, statSync(path).mode & ~OTHERS);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  // Some file systems take the call and change nothing.
  if (isOpen(path))
    throw new ConfigError([
      `Other users of this machine can read ${path}, and this process may not change that. ` +
        'Make it belong to the user who runs the server, or set another DATA_DIR.',
    ]);
}
