import { isUtf8 } from 'node:buffer';

/** Takes a text; false leaves its frame to `ws`. */
export type TakeText = (text: string) => boolean;

/** FIN and the opcode of a text, without extensions (RFC 6455, section 5.2). */
const WHOLE_TEXT = 0x81;
const MASKED = 0x80;
const LENGTH_IN_2_BYTES = 126;
const MASK_BYTES = 4;

/**
 * Reads the whole, masked text frames at the start of received bytes, and passes their texts to `take`. Returns how many bytes
 * they were. The first frame that is anything else, incomplete or longer than `maxBytes`, or whose text is not taken, is left as
 * it came, with everything after it.
 */
export function readTextFrames(bytes: Buffer, maxBytes: number, take: TakeText): number {
  let at = 0;
  while (bytes.length - at >= 2 + MASK_BYTES) {
    if (bytes[at] !== WHOLE_TEXT) return at;
    const second = bytes.readUInt8(at + 1);
    let length = second - MASKED;
    let maskAt = at + 2;
    if (length === LENGTH_IN_2_BYTES && bytes.length - at >= 4) {
      length = bytes.readUInt16BE(maskAt);
      maskAt += 2;
    } else if (length < 0 || length >= LENGTH_IN_2_BYTES) return at;
    const from = maskAt + MASK_BYTES;
    const end = from + length;
    if (length > maxBytes || end > bytes.length) return at;
    const bits = unmask(bytes, maskAt, end);
    const isAscii = bits < 0x80;
    if (
      !(isAscii || isUtf8(bytes.subarray(from, end))) ||
      !take(bytes.toString(isAscii ? 'latin1' : 'utf8', from, end))
    ) {
      // Masks it again.
      unmask(bytes, maskAt, end);
      return at;
    }
    at = end;
  }
  return at;
}

/** Unmasks a payload in place. Returns all bits that are set in any of its bytes. */
function unmask(bytes: Buffer, maskAt: number, end: number): number {
  const from = maskAt + MASK_BYTES;
  let bits = 0;
  for (let at = from; at < end; at += 1) {
    // Both are in the buffer: the caller has checked `end`.
    const byte = (bytes[at] as number) ^ (bytes[maskAt + ((at - from) & 3)] as number);
    bytes[at] = byte;
    bits |= byte;
  }
  return bits;
}
