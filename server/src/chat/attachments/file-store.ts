import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createFolder } from '../../platform/data-dir.js';
import { errorCode } from '../../platform/lib/error-code.js';

/** The stored forms of an attachment: a file as it was sent, or a picture in two sizes. */
export const variants = ['file', 'full', 'small'] as const;
export type Variant = (typeof variants)[number];

/** Stores the content of attachments, in a folder or on another server. Ids are UUIDs in lower case. */
export interface FileStore {
  /** Writes a piece of an upload at its offset; false for a later piece of an upload that is complete and was moved. Idempotent. */
  writePiece(id: string, offset: number, bytes: Uint8Array): Promise<boolean>;
  /** The path of an upload, for a library that has to read it whole. */
  uploadPath(id: string): string;
  /** The first bytes of an upload, even if `storeUpload` has moved it. */
  readStart(id: string, bytes: number): Promise<Uint8Array>;
  /** Moves an upload to its final place as it was sent. Idempotent. */
  storeUpload(id: string): Promise<void>;
  /** Stores these bytes; they are on the disk when it resolves. */
  store(id: string, variant: Variant, bytes: Uint8Array): Promise<void>;
  dropUpload(id: string): Promise<void>;
  /** Null if there is none. */
  read(id: string, variant: Variant): Promise<{ bytes: number; content: Readable } | null>;
  /** Removes the upload and all stored forms. */
  remove(id: string): Promise<void>;
}

const FILE_MODE = 0o600;

/** A folder that all servers share: uploads are in `incoming`; each finished attachment has its own folder in `kept`. */
export function folderStore(folder: string): FileStore {
  const uploadPath = (id: string) => join(folder, 'incoming', id);
  const storedFolder = (id: string) => join(folder, 'kept', id.slice(0, 2), id);
  const storedPath = (id: string, variant: Variant) => join(storedFolder(id), variant);

  return {
    uploadPath,
    async writePiece(id, offset, bytes) {
      const path = uploadPath(id);
      const file = offset === 0 ? await openOrCreate(path) : await open(path, 'r+').catch(unlessMissing);
      if (file === null) return false;
      try {
        await writeAll(file, offset, bytes);
      } finally {
        await file.close();
      }
      return true;
    },
    async readStart(id, bytes) {
      const file = (await openIfThere(uploadPath(id))) ?? (await open(storedPath(id, 'file'), 'r'));
      try {
        const start = Buffer.alloc(bytes);
        const { bytesRead } = await file.read(start, 0, bytes, 0);
        return start.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async storeUpload(id) {
      const to = storedPath(id, 'file');
      if (await exists(to)) return;
      await sync(uploadPath(id));
      await createFolder(dirname(to));
      await rename(uploadPath(id), to);
      await syncFolder(dirname(to));
    },
    async store(id, variant, bytes) {
      const to = storedPath(id, variant);
      await createFolder(dirname(to));
      // Renamed once complete. The name is random since two servers, in containers with the same process id, may write the file at once.
      const partial = `${to}.${randomUUID()}`;
      await writeFile(partial, bytes, { mode: FILE_MODE, flush: true });
      await rename(partial, to);
      await syncFolder(dirname(to));
    },
    dropUpload: (id) => rm(uploadPath(id), { force: true }),
    async read(id, variant) {
      const path = storedPath(id, variant);
      const found = await stat(path).catch(unlessMissing);
      return found === null ? null : { bytes: found.size, content: createReadStream(path) };
    },
    async remove(id) {
      await rm(uploadPath(id), { force: true });
      await rm(storedFolder(id), { recursive: true, force: true });
    },
  };
}

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code !== 'ENOENT') throw error;
  return null;
};
/** A disk that becomes full takes only the beginning of a write, without an error. */
async function writeAll(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, offset + written);
    written += bytesWritten;
  }
}
const openIfThere = (path: string) => open(path, 'r').catch(unlessMissing);
const exists = async (path: string): Promise<boolean> => (await stat(path).catch(unlessMissing)) !== null;

/** Opens a file for writing at an offset; its content stays. */
async function openOrCreate(path: string) {
  for (;;) {
    try {
      return await open(path, 'r+');
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await createFolder(dirname(path));
      const created = await open(path, 'wx', FILE_MODE).catch((failure: NodeJS.ErrnoException) => {
        if (failure.code !== 'EEXIST') throw failure;
      });
      await created?.close();
    }
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a folder, so that a new name in it survives a power cut. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
