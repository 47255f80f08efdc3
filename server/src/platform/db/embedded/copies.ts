import { cpSync, existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import { listenForOwnUser, unixSocketObstacle } from '../../unix-socket.js';

/** The Unix socket in DATA_DIR on which another process of the same user requests a copy. */
export const copiesSocket = (dataDir: string): string => join(dataDir, 'copies.sock');

/** The answer to each connection: one line of JSON. `folder` is in DATA_DIR and stays until the connection ends. */
type CopyAnswer = { folder: string } | { error: string };

/** Left free after a copy, so that the server can keep writing. */
const SPARE_BYTES = 100 * 1024 ** 2;
const FOLDER_PREFIX = 'copy-';
/** Copied with the database; without it every session ends. */
const SECRET = 'jwt-secret';
/** Attachments, unless FILES_DIR is elsewhere. */
const FILES = 'files';

/**
 * Makes a copy of the embedded database for each process that connects to `copiesSocket`, one at a time, and removes it when the
 * connection ends. The caller holds the lock on `dataDir`, so leftovers of an earlier process are removed.
 */
export async function serveCopies(
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const path = copiesSocket(dataDir);
  for (const name of await readdir(dataDir)) if (name.startsWith(FOLDER_PREFIX)) await remove(join(dataDir, name));
  const obstacle = unixSocketObstacle(path);
  if (obstacle !== null) {
    log.warn(`backups need a stopped server: ${obstacle}`);
    return { stop: async () => undefined };
  }

  let current: Socket | null = null;
  let removed: Promise<void> = Promise.resolve();
  const server = createServer((socket) => {
    socket.on('error', (error) => log.warn({ err: error }, 'the process that asked for a copy has gone'));
    const answer = (message: CopyAnswer) => socket.write(`${JSON.stringify(message)}\n`);
    if (current !== null) {
      answer({ error: 'another backup is running' });
      socket.end();
      return;
    }
    current = socket;
    const copying = makeCopy(dataDir, copyTo);
    copying.then(
      (folder) => answer({ folder: basename(folder) }),
      (error: unknown) => {
        log.warn({ err: error }, 'the embedded database could not be copied');
        answer({ error: error instanceof Error ? error.message : String(error) });
        socket.end();
      },
    );
    socket.resume();
    socket.once('close', () => {
      removed = copying
        .then(remove, () => undefined)
        .catch((error: unknown) => log.warn({ err: error }, 'a copy of the embedded database could not be removed'))
        .finally(() => {
          current = null;
        });
    });
  });
  await listenForOwnUser(server, path);
  return {
    async stop() {
      current?.destroy();
      await new Promise((resolve) => server.close(resolve));
      await removed;
    },
  };
}

/** Copies database, secret and files into a new folder in `dataDir`, and returns its path. Leaves nothing behind on failure. */
export async function makeCopy(dataDir: string, copyTo: (folder: string) => Promise<void>): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < (await folderBytes(join(dataDir, 'postgres'))) + SPARE_BYTES)
    throw new Error('the disk has too little room for a copy of the database');
  const folder = await mkdtemp(join(dataDir, FOLDER_PREFIX));
  try {
    await copyTo(join(folder, 'postgres'));
    if (existsSync(join(dataDir, SECRET))) cpSync(join(dataDir, SECRET), join(folder, SECRET));
    // After the database, so that every file its messages name is there.
    if (existsSync(join(dataDir, FILES))) await linkAll(join(dataDir, FILES), join(folder, FILES));
    return folder;
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

/** Hard links take no room. Files deleted meanwhile are named by no message. */
async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    const linking = entry.isDirectory() ? linkAll(source, target) : link(source, target);
    await linking.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** Returns the size of all files under `folder`, in bytes. Files deleted meanwhile count as zero. */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    bytes += found?.size ?? 0;
  }
  return bytes;
}
