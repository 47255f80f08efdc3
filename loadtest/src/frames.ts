const FIN_TEXT = 0x81;
const FIN_CLOSE = 0x88;
const FIN_PONG = 0x8a;
const MASKED = 0x80;

/** A masked text frame with an all-zero mask, so that the payload stays readable and can be patched in place. */
export function textFrame(payload: string): { frame: Buffer; payloadAt: number } {
  const body = Buffer.from(payload, 'latin1');
  if (body.length > 65_535) throw new RangeError('a load frame is at most 64 KiB');
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

/** Says good-bye, with code 1000. */
export const closeFrame = (): Buffer => Buffer.from([FIN_CLOSE, MASKED | 2, 0, 0, 0, 0, 0x03, 0xe8]);

/** The answer to a ping frame. */
export function pongFrame(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([FIN_PONG, MASKED | payload.length, 0, 0, 0, 0]), payload]);
}

export interface FrameSink {
  text(bytes: Buffer, from: number, to: number): void;
  ping(payload: Buffer): void;
  close(): void;
}

/** Splits what a socket receives into frames, without copying. Server frames are unmasked and unfragmented here. */
export function createFrameReader(sink: FrameSink): (chunk: Buffer) => void {
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
      if (kind === 1) sink.text(bytes, body, body + length);
      else if (kind === 9) sink.ping(bytes.subarray(body, body + length));
      else if (kind === 8) sink.close();
      at = body + length;
    }
    rest = at === bytes.length ? null : bytes.subarray(at);
  };
}
