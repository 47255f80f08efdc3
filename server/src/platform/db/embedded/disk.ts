import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { repeat } from '../../lib/timers.js';

/** PostgreSQL allocates its log in pieces of 16 MB, and stops for good where there is no room for one. */
const NEEDED_BYTES = 20 * 1024 * 1024;
/** A new database takes 45 MB, and needs room to write. */
const NEW_DATABASE_BYTES = 80 * 1024 * 1024;
const CHECK_EVERY_MS = 250;

const freeBytes = ({ bavail, bsize }: { bavail: number; bsize: number }) => bavail * bsize;

/** Throws ENOSPC where a new database would not fit: PGlite fails halfway, without a message. */
export function requireRoom(folder: string): void {
  if (freeBytes(statfsSync(folder)) >= NEW_DATABASE_BYTES) return;
  const mib = NEW_DATABASE_BYTES / 1024 ** 2;
  throw Object.assign(new Error(`a new database needs ${mib} MB in ${folder}`), { code: 'ENOSPC' });
}

interface DiskWatch {
  /** Whether there is too little room to write. */
  isFull(): boolean;
  stop(): void;
}

/**
 * Watches the free space on the disk that holds a folder. Calls `changed` when the disk fills up, and when there is room again; while it
 * can't be read (`onError`), the last state holds.
 */
export function watchDisk(
  folder: string,
  { changed, onError }: { changed: (full: boolean) => void; onError: (error: unknown) => void },
): DiskWatch {
  let full = freeBytes(statfsSync(folder)) < NEEDED_BYTES;
  const check = async () => {
    const now = freeBytes(await statfs(folder)) < NEEDED_BYTES;
    if (now === full) return;
    full = now;
    changed(full);
  };
  const stop = repeat(check, { intervalMs: CHECK_EVERY_MS, onError });
  return { isFull: () => full, stop: () => void stop() };
}
