import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { closeDataDir } from '../../../data-dir.js';
import { CommandError } from '../../command.js';
import { openEmbeddedDatabase } from '../../database.js';
import { lockFolder } from '../lock.js';
import { ArchiveError, unpack } from './archive.js';

/** Brings a backup into `dataDir`, which must be empty, and opens it to see that it is whole. Throws CommandError. */
export async function restore(
  file: string,
  dataDir: string,
  log: Logger,
): Promise<{ users: number; messages: number }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await readdir(dataDir)).length > 0)
    throw new CommandError(`${dataDir} is not empty. Restore into an empty folder: set another DATA_DIR.`);
  const lock = await lockFolder(dataDir, log);
  try {
    await unpack(file, dataDir);
  } catch (error) {
    lock.release();
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
    if (error instanceof ArchiveError) throw new CommandError(error.message);
    throw error;
  }
  lock.release();
  closeDataDir(dataDir);
  const database = await openEmbeddedDatabase(dataDir, log);
  try {
    const { rows } = await database.pool.query<{ users: number; messages: number }>(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM messages) AS messages',
    );
    return rows[0] ?? { users: 0, messages: 0 };
  } finally {
    await database.close();
  }
}
