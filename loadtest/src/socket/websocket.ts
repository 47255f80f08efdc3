import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/**
 * Upgrades a fresh TCP or TLS connection to a WebSocket of Engine.IO 4. `receive` takes the server's data and returns null until the
 * handshake is complete, then the data after it. `opened` rejects for any status but 101. `origin` null: no `Origin` header.
 */
export function upgrade(
  socket: Socket,
  host: string,
  origin: string | null,
): { receive(chunk: Buffer): Buffer | null; opened: Promise<void> } {
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${origin ? `Origin: ${origin}\r\n` : ''}` +
      `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  let head = Buffer.alloc(0);
  let settle: (error?: Error) => void = () => undefined;
  const opened = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  const failed = (reason: string) => settle(new Error(`the WebSocket upgrade failed: ${reason}`));
  socket.once('close', () => failed('no answer'));
  socket.once('error', ({ message, code = message }: NodeJS.ErrnoException) => failed(code));
  return {
    opened,
    receive(chunk) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return null;
      const isAccepted = head.toString('latin1', 0, 12).endsWith(' 101');
      settle(isAccepted ? undefined : new Error(head.toString('latin1', 0, 80)));
      return isAccepted ? head.subarray(end + 4) : null;
    },
  };
}

// Written by hand instead of with `ws`: a frame is one string that need not be masked, and the client shares its cores with
// the server it measures.
const FIN_TEXT = 0x81;
const FIN_CLOSE = 0x88;
const FIN_PONG = 0x8a;
const MASKED = 0x80;
/** A mask of zeros leaves the payload unchanged. */
const NO_MASK = '\0\0\0\0';

/** A text frame from a client, at most 64 KiB of Latin-1, a character a byte: to be written as `latin1`. */
export function textFrame(payload: string): string {
  const { length } = payload;
  if (length > 65_535) throw new RangeError('a frame holds at most 64 KiB');
  return length < 126
    ? `${String.fromCharCode(FIN_TEXT, MASKED | length)}${NO_MASK}${payload}`
    : `${String.fromCharCode(FIN_TEXT, MASKED | 126, length >>> 8, length & 0xff)}${NO_MASK}${payload}`;
}

/** A close frame with code 1000. */
export const closeFrame = (): Buffer => Buffer.from([FIN_CLOSE, MASKED | 2, 0, 0, 0, 0, 0x03, 0xe8]);

/** The pong frame for a ping's payload. */
export function pongFrame(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([FIN_PONG, MASKED | payload.length, 0, 0, 0, 0]), payload]);
}

interface FrameHandlers {
  /** `bytes[from..to)` is the text. */
  text(bytes: Buffer, from: number, to: number): void;
  ping(payload: Buffer): void;
  close(): void;
}

/**
 * Splits received data into frames. It keeps no chunk after the call, but copies an unfinished frame. Expects frames as our servers send
 * them: unmasked and unfragmented.
 */
export function createFrameReader(handlers: FrameHandlers): (chunk: Buffer) => void {
  let incomplete: Buffer | null = null;
  return (chunk) => {
    const bytes = incomplete ? Buffer.concat([incomplete, chunk]) : chunk;
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
    incomplete = at === bytes.length ? null : Buffer.from(bytes.subarray(at));
  };
}
