import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** PostgreSQL allocates its log in pieces of 16 MB, and stops for good where there is no room for one. */
const NEEDED_BYTES = 20 * 1024 * 1024;
const LOOK_EVERY_MS = 250;

export interface DiskWatch {
  /** Whether there is too little room to write. */
  isFull(): boolean;
  stop(): void;
}

/** Watches the free space on the disk that holds a folder. Calls `changed` when the disk fills up, and when there is room again. */
export function watchDisk(folder: string, changed: (full: boolean) => void): DiskWatch {
  const tooLittle = ({ bavail, bsize }: { bavail: number; bsize: number }) => bavail * bsize < NEEDED_BYTES;
  let full = tooLittle(statfsSync(folder));
  const timer = setInterval(async () => {
    const now = tooLittle(await statfs(folder));
    if (now === full) return;
    full = now;
    changed(full);
  }, LOOK_EVERY_MS).unref();
  return { isFull: () => full, stop: () => clearInterval(timer) };
}
