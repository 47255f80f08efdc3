import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config.js';
import { errorCode } from './lib/error-code.js';

/** Entries of DATA_DIR that belong to the server: the embedded database, its locks and copies, emails, members' files, the signing secret. */
const SERVER_ENTRIES =
  /^(postgres|mail|files|jwt-secret(\..*)?|lock\.\d+(\.released)?|\.lock-.*|(copies|commands)\.sock|copy-.*)$/u;
const STICKY = 0o1000;
const OTHER_USERS_MODE = 0o077;

/**
 * Restricts the server's entries in DATA_DIR to its own user: folders 700, files 600. DATA_DIR itself is restricted when it holds
 * nothing else. Throws ConfigError where that fails, since password hashes and messages would be readable by everyone on the
 * machine. Windows has no such modes.
 */
export function closeDataDir(dataDir: string): void {
  if (process.platform === 'win32' || !existsSync(dataDir)) return;
  const names = readdirSync(dataDir);
  const serverEntries = names.filter((name) => SERVER_ENTRIES.test(name));
  if (serverEntries.length === names.length && (statSync(dataDir).mode & STICKY) === 0) close(dataDir);
  for (const name of serverEntries) if (isOpen(join(dataDir, name))) closeAll(join(dataDir, name));
}

const isOpen = (path: string): boolean => (statSync(path).mode & OTHER_USERS_MODE) !== 0;

/** Includes the contents: a process with an open file, or another path to it, bypasses the folder's mode. */
function closeAll(path: string): void {
  close(path);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) if (!lstatSync(join(path, name)).isSymbolicLink()) closeAll(join(path, name));
}

function close(path: string): void {
  if (!isOpen(path)) return;
  try {
    chmodSync(path, statSync(path).mode & ~OTHER_USERS_MODE);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
  }
  // Some file systems accept the call and change nothing.
  if (isOpen(path))
    throw new ConfigError([
      `Other users of this machine can read ${path}, and this process may not change that. ` +
        'Make it belong to the user who runs the server, or set another DATA_DIR.',
    ]);
}

/**
 * Creates a folder and its missing parents for this user alone. `mkdir` with `recursive` never returns in a folder that accepts no new
 * folders, such as `/proc`, and occupies a thread of Node's pool until the process ends (Node.js 20).
 */
export async function createFolder(path: string): Promise<void> {
  try {
    await create(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await createFolder(dirname(path));
    await create(path);
  }
}

async function create(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Reads the secret in this file, or creates it, so that sessions outlive a restart. Safe for several servers that start at once:
 * the file appears whole, and only once.
 */
export async function loadOrCreateSecret(path: string): Promise<string> {
  if (!existsSync(path)) {
    await createFolder(dirname(path));
    const temporaryPath = `${path}.${randomUUID()}`;
    try {
      writeFileSync(temporaryPath, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
      linkSync(temporaryPath, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(temporaryPath, { force: true });
    }
  }
  return readFileSync(path, 'utf8');
}
