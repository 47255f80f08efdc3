/** The optional parts of a PNG that decide how it looks. */
const SHOWN = new Set(
  ['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'eXIf'].map((type) =>
    Buffer.from(type, 'latin1').readUInt32BE(),
  ),
);
/** Not set in the types of required parts. The library refuses those that it doesn't know. */
const OPTIONAL = 0x20_00_00_00;
const isShown = (type: number): boolean => (type & OPTIONAL) === 0 || SHOWN.has(type);
const SIGNATURE_BYTES = 8;
/** A chunk's length and type come before its data, and a checksum after it. */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

/**
 * Moves the parts of a PNG that decide how it looks to its beginning, and returns these. The library unpacks and keeps every text: a
 * thousand of 8 kB take 8 GB.
 */
export function dropUnshown(png: Buffer): Buffer {
  let end = SIGNATURE_BYTES;
  for (let at = end; at + HEAD_BYTES <= png.length; ) {
    const next = Math.min(png.length, at + HEAD_BYTES + png.readUInt32BE(at) + CHECKSUM_BYTES);
    if (isShown(png.readUInt32BE(at + 4))) {
      png.copyWithin(end, at, next);
      end += next - at;
    }
    at = next;
  }
  return png.subarray(0, end);
}
