import { PICTURE_FORMATS, type PictureFormat } from '@sangam/shared/core/picture-formats';
import { fail, type Result } from './result.js';

const startsWith = (start: Uint8Array, bytes: string, at = 0): boolean =>
  Buffer.from(start.buffer, start.byteOffset + at, Math.min(bytes.length, Math.max(0, start.length - at))).toString(
    'latin1',
  ) === bytes;

/** The number of bytes that `isPicture` needs. */
export const PICTURE_START_BYTES = 12;

/** The beginnings of a picture's file, by format. A file's name proves nothing. */
const begins: Record<PictureFormat, (start: Uint8Array) => boolean> = {
  jpeg: (start) => startsWith(start, '\xff\xd8\xff'),
  png: (start) => startsWith(start, '\x89PNG\r\n\x1a\n'),
  gif: (start) => startsWith(start, 'GIF8'),
  webp: (start) => startsWith(start, 'RIFF') && startsWith(start, 'WEBP', 8),
};

/** Whether a file begins like a picture. */
export const isPicture = (start: Uint8Array): boolean => PICTURE_FORMATS.some((format) => begins[format](start));

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

/** Loads the library that decodes and encodes pictures with the first one: it takes 20 MB, and most starts need none. */
export function pictureLibrary(): ReturnType<typeof load> {
  library ??= load();
  return library;
}

/** How many tasks may wait: of one member, and of all members on this server. */
interface TurnsMax {
  own: number;
  all: number;
}

/**
 * Processes pictures one at a time, since each takes a core for up to a minute. Members take turns: one with many pictures delays
 * another's only by the one that is running. BUSY when too many wait.
 */
export function createPictureTurns({ own, all }: TurnsMax) {
  /** The member whose turn is next comes first. */
  const waiting = new Map<number, (() => Promise<unknown>)[]>();
  let count = 0;
  let isRunning = false;

  const runNext = (): void => {
    const [first] = waiting;
    if (isRunning || first === undefined) return;
    const [memberId, tasks] = first;
    isRunning = true;
    void tasks
      .shift()?.()
      .then(() => {
        isRunning = false;
        count -= 1;
        // The member's other tasks come after those of everyone else.
        waiting.delete(memberId);
        if (tasks.length > 0) waiting.set(memberId, tasks);
        runNext();
      });
  };

  return <T>(memberId: number, work: () => Promise<Result<T>>): Promise<Result<T>> => {
    const tasks = waiting.get(memberId) ?? [];
    if (tasks.length >= own || count >= all) return Promise.resolve(fail('BUSY', { retryAfterS: 5 }));
    count += 1;
    return new Promise((resolve, reject) => {
      tasks.push(() => work().then(resolve, reject));
      waiting.set(memberId, tasks);
      runNext();
    });
  };
}
