import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Options = Parameters<NodeFS['init']>[1];

/** The parts of an open file of Emscripten that name the one on disk; a folder has no descriptor. */
interface OpenFile {
  nfd?: number;
  node: unknown;
}
interface NodeFiles {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (file: OpenFile) => number };
}

/** WASI's number. PostgreSQL stops itself at a failed sync, since it cannot know what was written. */
const EIO = 29;

/** PGlite's parameters without `-F`, which turns syncs off. It passes `fsync` on to the files, but not `fdatasync`. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
];

/**
 * Opens PostgreSQL on the files in `folder`, or creates them. A commit is on the disk before it is acknowledged, so that it survives a power
 * failure.
 */
export async function openSynced(folder: string): Promise<PGlite> {
  const isNew = !existsSync(join(folder, 'PG_VERSION'));
  const database = await PGlite.create({ fs: new SyncedFiles(folder), startParams, extensions: { pg_trgm } });
  if (isNew) syncAll(folder);
  return database;
}

/** Files that PostgreSQL can sync to the disk: with PGlite's own, a sync does nothing. */
class SyncedFiles extends NodeFS {
  override async init(database: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(database, options);
    const preRun: Options['preRun'] = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        const files = NODEFS as unknown as NodeFiles;
        files.stream_ops.fsync = ({ nfd, node }) => {
          try {
            if (nfd === undefined) syncFolder(files.realPath(node));
            else fsyncSync(nfd);
            return 0;
          } catch {
            return EIO;
          }
        };
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** Syncs everything in `folder`: PGlite creates a database without syncs. */
function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncAll(path);
    else if (entry.isFile()) syncOpened(path, 'r+');
  }
  syncFolder(folder);
}

/** Syncs the names in a folder. Windows does so with the files. */
function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncOpened(path, 'r');
}

function syncOpened(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
