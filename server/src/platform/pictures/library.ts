const startsWith = (start: Uint8Array, bytes: string, at = 0): boolean =>
  Buffer.from(start.buffer, start.byteOffset + at, Math.min(bytes.length, Math.max(0, start.length - at))).toString(
    'latin1',
  ) === bytes;

/** The number of bytes that `isPicture` needs. */
export const PICTURE_START_BYTES = 12;

/** Whether a file begins like a JPEG, PNG, WebP or GIF. Its name proves nothing. */
export const isPicture = (start: Uint8Array): boolean =>
  startsWith(start, '\xff\xd8\xff') ||
  startsWith(start, '\x89PNG\r\n\x1a\n') ||
  startsWith(start, 'GIF8') ||
  (startsWith(start, 'RIFF') && startsWith(start, 'WEBP', 8));

const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif'];

let library: ReturnType<typeof load> | undefined;
async function load() {
  const { default: sharp } = await import('sharp');
  // Leaves a core for the chat; caches nothing between pictures.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only these decoders may read the bytes, whatever the bytes claim to be.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: formats.flatMap((format) => [`VipsForeignLoad${format}File`, `VipsForeignLoad${format}Buffer`]),
  });
  return sharp;
}

/** Loads the library that decodes and encodes pictures with the first one: it takes 20 MB, and most starts need none. */
export function pictureLibrary(): ReturnType<typeof load> {
  library ??= load();
  return library;
}
