import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

/** A socket with more unsent data than this is closed; its client recovers by refresh (R10.4). */
export const UNSENT_MAX_BYTES = 1_000_000;

/**
 * The WebSocket engine under Socket.IO. Sends a client all frames of one turn of the event loop (an acknowledgement and
 * the pushes of the same commit) in one system call, which halves a message's cost. Terminates a client that does not
 * read, or does not answer the close frame within `closeTimeout` milliseconds.
 */
export const batchingWebSocketServer = (closeTimeout: number): (new (options: ServerOptions) => WebSocketServer) =>
  class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, closeTimeout } as ServerOptions);
    }

    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (client: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (client, upgraded) => {
        batchSends(client, socket);
        done(client, upgraded);
      });
    }
  };

/** The first byte of an unfragmented text frame. */
const WHOLE_TEXT = 0x81;

type Done = (error?: Error) => void;

let waiting: (() => void)[] = [];

function endTurn(): void {
  const flushes = waiting;
  waiting = [];
  for (const flush of flushes) flush();
}

function batchSends(client: WebSocket, socket: Duplex): void {
  // Frames of this turn, a character a byte.
  let frames = '';
  const flush = () => {
    if (frames === '') return;
    const bytes = frames;
    frames = '';
    if (socket.writable) socket.write(bytes, 'latin1');
  };

  const gather = (bytes: string, done?: Done) => {
    if (socket.writableLength + frames.length > UNSENT_MAX_BYTES) return client.terminate();
    if (frames === '' && waiting.push(flush) === 1) process.nextTick(endTurn);
    frames += bytes;
    // Said to be sent at once, so that Engine.IO hands on the next packet in the same turn; the bound above is ours.
    done?.();
  };

  const send = client.send.bind(client) as (data: unknown, done?: Done) => void;
  client.send = (data: unknown, ...rest: unknown[]) => {
    const done = rest.at(-1) as Done | undefined;
    if (typeof data !== 'string') {
      flush();
      return send(data, done);
    }
    if (client.readyState !== client.OPEN) return done?.(new Error('the WebSocket is not open'));
    gather(textFrame(data), done);
  };

  // A broadcast comes as a finished frame, past `send`; all others keep their place.
  const { _sender: sender } = client as unknown as { _sender: { sendFrame(frame: Buffer[], done?: Done): void } };
  const sendFrame = sender.sendFrame.bind(sender);
  sender.sendFrame = (frame, done) => {
    if (frame[0]?.[0] === WHOLE_TEXT) return gather(frame.map((part) => part.toString('latin1')).join(''), done);
    flush();
    if (socket.writableLength > UNSENT_MAX_BYTES) return client.terminate();
    sendFrame(frame, done);
  };

  const close = client.close.bind(client);
  client.close = (code, reason) => {
    flush();
    close(code, reason);
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const beyondAscii = /[^\x00-\x7f]/u;

/** An unmasked, unfragmented text frame (RFC 6455, section 5.2), a character a byte. */
function textFrame(text: string): string {
  const payload = beyondAscii.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
  const { length } = payload;
  if (length < 126) return `\x81${String.fromCharCode(length)}${payload}`;
  if (length < 65_536) return `\x81\x7e${String.fromCharCode(length >>> 8, length & 0xff)}${payload}`;
  const long = [24, 16, 8, 0].map((shift) => (length >>> shift) & 0xff);
  return `\x81\x7f\0\0\0\0${String.fromCharCode(...long)}${payload}`;
}
