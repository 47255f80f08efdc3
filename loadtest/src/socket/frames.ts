// Written by hand instead of with `ws`: a prepared frame can be patched and sent again without being parsed or masked, and
// the client shares its cores with the server it measures.
const FIN_TEXT = 0x81;
const FIN_CLOSE = 0x88;
const FIN_PONG = 0x8a;
const MASKED = 0x80;

/**
 * A text frame from a client, at most 64 KiB of Latin-1. Its mask is all zeros, so the payload stands in it as it is, from
 * `payloadAt` on, and can be patched in place.
 */
export function textFrame(payload: string): { frame: Buffer; payloadAt: number } {
  const body = Buffer.from(payload, 'latin1');
  if (body.length > 65_535) throw new RangeError('a frame holds at most 64 KiB');
  const short = body.length < 126;
  const payloadAt = short ? 6 : 8;
  const frame = Buffer.alloc(payloadAt + body.length);
  frame[0] = FIN_TEXT;
  if (short) frame[1] = MASKED | body.length;
  else {
    frame[1] = MASKED | 126;
    frame.writeUInt16BE(body.length, 2);
  }
  body.copy(frame, payloadAt);
  return { frame, payloadAt };
}

/** A close frame with code 1000. */
export const closeFrame = (): Buffer => Buffer.from([FIN_CLOSE, MASKED | 2, 0, 0, 0, 0, 0x03, 0xe8]);

/** The pong frame for a ping's payload. */
export function pongFrame(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([FIN_PONG, MASKED | payload.length, 0, 0, 0, 0]), payload]);
}

export interface FrameHandlers {
  /** `bytes[from..to)` is the text. */
  text(bytes: Buffer, from: number, to: number): void;
  ping(payload: Buffer): void;
  close(): void;
}

/** Splits what a socket receives into frames, without copying. Expects frames as our servers send them: unmasked, unfragmented. */
export function createFrameReader(handlers: FrameHandlers): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      if (bytes.length - at < 2) break;
      const kind = (bytes[at] ?? 0) & 0x0f;
      let length = (bytes[at + 1] ?? 0) & 0x7f;
      let body = at + 2;
      if (length === 126) {
        if (bytes.length - at < 4) break;
        length = bytes.readUInt16BE(at + 2);
        body = at + 4;
      } else if (length === 127) {
        if (bytes.length - at < 10) break;
        length = Number(bytes.readBigUInt64BE(at + 2));
        body = at + 10;
      }
      if (bytes.length < body + length) break;
      if (kind === 1) handlers.text(bytes, body, body + length);
      else if (kind === 9) handlers.ping(bytes.subarray(body, body + length));
      else if (kind === 8) handlers.close();
      at = body + length;
    }
    rest = at === bytes.length ? null : bytes.subarray(at);
  };
}
