import { open } from 'node:fs/promises';
import { PICTURE_FORMATS, type PictureFormat } from '@sangam/shared/core/picture-formats';
import { dropUnshown } from './png-chunks.js';

const startsWith = (start: Uint8Array, bytes: string, at = 0): boolean =>
  Buffer.from(start.buffer, start.byteOffset + at, Math.min(bytes.length, Math.max(0, start.length - at))).toString(
    'latin1',
  ) === bytes;

/** The number of bytes that `isPicture` needs. */
export const PICTURE_START_BYTES = 12;

/** The beginnings of a picture's file, by format. A file's name proves nothing. */
const isFormat: Record<PictureFormat, (start: Uint8Array) => boolean> = {
  jpeg: (start) => startsWith(start, '\xff\xd8\xff'),
  png: (start) => startsWith(start, '\x89PNG\r\n\x1a\n'),
  gif: (start) => startsWith(start, 'GIF8'),
  webp: (start) => startsWith(start, 'RIFF') && startsWith(start, 'WEBP', 8),
};

/** Whether a file begins like a picture. */
export const isPicture = (start: Uint8Array): boolean => PICTURE_FORMATS.some((format) => isFormat[format](start));

/** A picture as the library may read it (`dropUnshown`). */
export const readable = (bytes: Uint8Array): Uint8Array =>
  isFormat.png(bytes) ? dropUnshown(Buffer.from(bytes)) : bytes;

/** The same for a file: its path, or the bytes of a PNG. */
export async function readableFile(path: string): Promise<string | Uint8Array> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(PICTURE_START_BYTES), 0, PICTURE_START_BYTES, 0);
    return isFormat.png(buffer) ? dropUnshown(await file.readFile()) : path;
  } finally {
    await file.close();
  }
}

/** The decoders, as the library names them. */
const decoders: Record<PictureFormat, string> = { jpeg: 'Jpeg', png: 'Png', webp: 'Webp', gif: 'Nsgif' };

let library: ReturnType<typeof load> | undefined;
async function load() {
  const { default: sharp } = await import('sharp');
  // Leaves a core for the chat; caches nothing between pictures.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only these decoders may read the bytes, whatever the bytes claim to be.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: Object.values(decoders).flatMap((name) => [
      `VipsForeignLoad${name}File`,
      `VipsForeignLoad${name}Buffer`,
    ]),
  });
  return sharp;
}

export type PictureLibrary = Awaited<ReturnType<typeof load>>;

let lastWork: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` with the library that decodes and encodes pictures, one at a time: the worst picture takes 400 MB, however small its file.
 * The library is loaded when it is first needed, since it takes 20 MB, and most processes never need it.
 */
export function usePictureLibrary<T>(work: (sharp: PictureLibrary) => Promise<T>): Promise<T> {
  library ??= load();
  const loaded = library;
  const done = lastWork.then(async () => work(await loaded));
  lastWork = Promise.allSettled([done]);
  return done;
}
