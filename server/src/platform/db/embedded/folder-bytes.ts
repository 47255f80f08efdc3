import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The size of all files under `folder`, in bytes. Those that go away meanwhile count for nothing. */
export async function folderBytes(folder: string): Promise<number> {
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
