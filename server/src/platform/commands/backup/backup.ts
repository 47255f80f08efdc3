import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import type { Logger } from 'pino';
import * as tar from 'tar';
import { closeDataDir, createFolder } from '../../data-dir.js';
import { openEmbeddedDatabase } from '../../db/database.js';
import { copiesSocket } from '../../db/embedded/copies.js';
import { FolderInUse, lockFolder } from '../../db/embedded/lock.js';
import { errorCode } from '../../lib/error-code.js';
import { CommandError, readAnswer } from '../command.js';

/**
 * Writes the embedded database in `dataDir` to `file`, as of one moment. A running server keeps serving and makes the copy.
 * Throws CommandError where there is nothing to back up, or no process that can make a copy.
 */
export async function backUp(dataDir: string, file: string, log: Logger): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} already exists. Name another file.`);
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new CommandError(`There is no embedded database in ${dataDir}.`);
  try {
    const lock = await lockFolder(dataDir, log);
    try {
      await pack(dataDir, file);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    await backUpRunning(dataDir, file);
  }
}

async function backUpRunning(dataDir: string, file: string): Promise<void> {
  const socket = createConnection(copiesSocket(dataDir));
  try {
    const { folder, error } = await readAnswer(socket, dataDir);
    if (typeof folder !== 'string') throw new CommandError(`The server couldn’t copy its database: ${error}`);
    await pack(join(dataDir, folder), file);
  } finally {
    socket.destroy();
  }
}

/**
 * A restored database gives new messages and versions the numbers of those that it has lost, so devices that hold the lost ones would not
 * show the new ones. A device forgets them when its session ends. Sessions that ended after the backup stay ended, too.
 */
const END_SESSIONS = 'UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL';

/**
 * Devices also hold unsent messages and drafts, which outlive a session and contain ids, so lost ids are never reused. `message_time` is a
 * time, not an id. docs/operations.md has both statements for PostgreSQL.
 */
const SKIP_LOST_IDS = `SELECT setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + 100000000)
  FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'message_time'`;

/**
 * Restores a backup into `dataDir`, which must be empty. Opens it to verify it, ends its sessions and skips lost ids, before anything is in
 * the place where a server looks for it. Throws CommandError.
 */
export async function restore(
  file: string,
  dataDir: string,
  log: Logger,
): Promise<{ users: number; messages: number }> {
  await createFolder(dataDir);
  const found = await readdir(dataDir);
  if (found.includes(PARTIAL))
    throw new CommandError(
      `A restore into ${dataDir} is running, or was interrupted. If none is running, empty this folder and try again.`,
    );
  if (found.length > 0) throw new CommandError(`${dataDir} isn’t empty. Set DATA_DIR to an empty folder.`);
  const lock = await lockFolder(dataDir, log);
  const partial = join(dataDir, PARTIAL);
  try {
    await mkdir(partial, { mode: 0o700 });
    await unpack(file, partial);
    const counts = await protectDevices(partial, log);
    for (const part of PARTS)
      if (existsSync(join(partial, part))) await rename(join(partial, part), join(dataDir, part));
    await rm(partial, { recursive: true });
    closeDataDir(dataDir);
    lock.release();
    return counts;
  } catch (error) {
    lock.release();
    // Data read before a fault may still be on its way to the disk.
    for (const name of await readdir(dataDir))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
    throw error;
  }
}

/** Makes a restored database safe for devices that hold what it has lost. Returns the number of its members and messages. */
async function protectDevices(dataDir: string, log: Logger): Promise<{ users: number; messages: number }> {
  closeDataDir(dataDir);
  const database = await openEmbeddedDatabase(dataDir, log);
  try {
    await database.pool.query(END_SESSIONS);
    await database.pool.query(SKIP_LOST_IDS);
    const { rows } = await database.pool.query<{ users: number; messages: number }>(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM messages) AS messages',
    );
    return rows[0] ?? { users: 0, messages: 0 };
  } finally {
    await database.close();
  }
}

/** The folder in which an archive is extracted. */
const PARTIAL = 'restoring';
/** Parts of an archive: the secret that signs sessions if it is stored here, attachments, and PostgreSQL's files. */
const PARTS = ['jwt-secret', 'files', 'postgres'];
const ARCHIVE_PATHS = /^((postgres|files)(\/|$)|jwt-secret$)/u;

/** Writes the parts found in `folder` to `file` (tar, gzip, mode 600). The file appears whole, or not at all. */
async function pack(folder: string, file: string): Promise<void> {
  const partial = `${file}.partial`;
  const parts = PARTS.filter((part) => existsSync(join(folder, part)));
  try {
    await pipeline(
      tar.create({ cwd: folder, gzip: true, portable: true }, parts),
      createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }),
    );
    await rename(partial, file);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new CommandError(
        `${partial} exists: another backup is writing it, or was interrupted. Delete it if none is running, or name another file.`,
      );
    await rm(partial, { force: true });
    throw error;
  }
}

/** Extracts `file` into the empty folder `folder`. Throws CommandError. */
async function unpack(file: string, folder: string): Promise<void> {
  // An archive may come from anywhere: only known files and folders are written. Throwing here would end the process.
  let unknownPath: string | null = null;
  const filter = (path: string, entry: object) => {
    const kind = 'type' in entry ? entry.type : undefined;
    const isKnown = ARCHIVE_PATHS.test(path.replace(/\/$/u, '')) && (kind === 'File' || kind === 'Directory');
    if (!isKnown) unknownPath ??= path;
    return isKnown;
  };
  try {
    await pipeline(createReadStream(file), tar.extract({ cwd: folder, strict: true, preserveOwner: false, filter }));
  } catch (error) {
    const damaged = fieldsOf(error).tarCode !== undefined;
    throw damaged ? new CommandError(`${file} isn’t a Sangam backup, or it’s damaged.`) : error;
  }
  if (unknownPath !== null) throw new CommandError(`${file} isn’t a Sangam backup: it contains ${unknownPath}.`);
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION')))
    throw new CommandError(`${file} isn’t a Sangam backup: it contains no database.`);
}
