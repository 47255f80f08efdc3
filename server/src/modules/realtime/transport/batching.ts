import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';

/** A socket with more unsent data than this is closed; its client recovers by refresh (R10.4). */
export const UNSENT_MAX_BYTES = 1_000_000;

/** Of one message. No client splits 64 KiB into more. */
const FRAGMENTS_MAX = 64;

type Done = (error?: Error) => void;

let corked: BatchingWebSocket[] = [];

function endTurn(): void {
  const ended = corked;
  corked = [];
  for (const webSocket of ended) webSocket.uncork();
}

/**
 * Sends all frames of one turn of the event loop in one system call, and terminates a client that does not read. Text
 * frames are written to the connection as one string each: `ws` would make two buffers of each.
 */
class BatchingWebSocket extends WebSocket {
  #connection: Duplex | null = null;
  #isCorked = false;

  batchWritesTo(connection: Duplex): void {
    this.#connection = connection;
  }

  uncork(): void {
    this.#isCorked = false;
    this.#connection?.uncork();
  }

  override send(data: Parameters<WebSocket['send']>[0], ...rest: unknown[]): void {
    const last = rest.at(-1);
    const done = typeof last === 'function' ? (last as Done) : undefined;
    if (this.readyState !== WebSocket.OPEN || !this.#connection) super.send(data, done);
    else if (this.bufferedAmount > UNSENT_MAX_BYTES) this.terminate();
    else {
      this.#cork();
      if (typeof data === 'string') this.#connection.write(textFrame(data), 'latin1');
      else super.send(data);
      // Reported at once, so that Engine.IO hands on its next packet in the same turn. The limit replaces its wait.
      done?.();
    }
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#connection?.cork();
    if (corked.push(this) === 1) process.nextTick(endTurn);
  }
}

/**
 * The WebSocket engine under Socket.IO. An acknowledgement and the pushes of the same commit leave in one system call,
 * which halves a message's cost. `closeTimeout` is how long a client may take to answer the close frame, in
 * milliseconds. `opened` sees each WebSocket first, before anything has been read from it.
 */
export const batchingWebSocketServer = (
  closeTimeout: number,
  opened: (webSocket: WebSocket, connection: Duplex, request: IncomingMessage) => void,
): (new (
  options: ServerOptions,
) => WebSocketServer) =>
  class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({
        ...options,
        closeTimeout,
        maxFragments: FRAGMENTS_MAX,
        WebSocket: BatchingWebSocket,
      } as ServerOptions);
    }

    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (client: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (client, upgraded) => {
        if (client instanceof BatchingWebSocket) client.batchWritesTo(socket);
        opened(client, socket, upgraded);
        done(client, upgraded);
      });
    }
  };

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
