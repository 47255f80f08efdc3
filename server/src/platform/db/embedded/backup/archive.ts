import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as tar from 'tar';

/**
 * What an archive holds: the files of PostgreSQL, pictures and files of messages, and the secret that signs sessions where the server
 * keeps it.
 */
const PARTS = ['postgres', 'files', 'jwt-secret'];
const OURS = /^((postgres|files)(\/|$)|jwt-secret$)/u;

/** The file is no backup, or a part of it is missing. */
export class ArchiveError extends Error {}

/** Writes the parts found in `folder` to `file` (tar, gzip, mode 600). The file appears whole, or not at all. */
export async function pack(folder: string, file: string): Promise<void> {
  const partial = `${file}.partial`;
  const parts = PARTS.filter((part) => existsSync(join(folder, part)));
  try {
    await pipeline(
      tar.create({ cwd: folder, gzip: true, portable: true }, parts),
      createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }),
    );
    await rename(partial, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(partial, { force: true });
    throw error;
  }
}

/** Writes what `file` holds into the empty folder `folder`, readable by this user alone. Throws ArchiveError. */
export async function unpack(file: string, folder: string): Promise<void> {
  const parts = join(folder, 'restoring');
  // An archive may come from anywhere: only files and folders of ours are written. Throwing here would end the process.
  let foreign: string | null = null;
  const filter = (path: string, entry: object) => {
    const kind = 'type' in entry ? entry.type : undefined;
    const ours = OURS.test(path.replace(/\/$/u, '')) && (kind === 'File' || kind === 'Directory');
    if (!ours) foreign ??= path;
    return ours;
  };
  await mkdir(parts, { mode: 0o700 });
  try {
    await pipeline(createReadStream(file), tar.extract({ cwd: parts, strict: true, preserveOwner: false, filter }));
    if (foreign !== null) throw new ArchiveError(`A backup of Sangam does not hold ${foreign}.`);
    if (!existsSync(join(parts, 'postgres', 'PG_VERSION'))) throw new ArchiveError(`${file} holds no database.`);
    for (const part of PARTS) if (existsSync(join(parts, part))) await rename(join(parts, part), join(folder, part));
  } catch (error) {
    const damaged = (error as { tarCode?: string }).tarCode !== undefined;
    throw damaged ? new ArchiveError(`${file} is no backup of Sangam, or it is damaged.`, { cause: error }) : error;
  } finally {
    // What was read before a fault may still be on its way to the disk.
    await rm(parts, { recursive: true, force: true, maxRetries: 10 });
  }
}
