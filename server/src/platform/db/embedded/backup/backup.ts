import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { CommandError } from '../../command.js';
import { type CopyAnswer, copiesSocket } from '../copies.js';
import { FolderInUse, lockFolder } from '../lock.js';
import { pack } from './archive.js';

/**
 * Writes the embedded database of `dataDir` to `file`, as of one moment. A running server goes on serving: it is asked for
 * a copy. Throws CommandError where there is nothing to back up, or nobody who could give it.
 */
export async function backUp(dataDir: string, file: string, log: Logger): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} is there already; name another file.`);
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
    const [line] = (await Promise.race([
      once(createInterface({ input: socket }), 'line'),
      once(socket, 'close').then(() => {
        throw new Error('it hung up');
      }),
    ]).catch((error: Error) => {
      throw new CommandError(
        `The server that uses ${dataDir} cannot be asked for a copy (${error.message}). Stop it, and back up then.`,
      );
    })) as [string];
    const answer = JSON.parse(line) as CopyAnswer;
    if ('error' in answer) throw new CommandError(`The server could not copy its database: ${answer.error}`);
    await pack(join(dataDir, answer.folder), file);
  } finally {
    socket.destroy();
  }
}
