import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { isAscii } from '../../lib/wire-text.js';
import { beforeEachFrame, beforeReceiver } from './library-internals.js';
import { readTextFrames, type TakeText } from './text-frames.js';

/** A socket with more unsent data than this is closed; its client recovers by refresh (R10.4). */
export const UNSENT_MAX_BYTES = 1_000_000;

/** Per message. No client splits 64 KiB into more. */
const FRAGMENTS_MAX = 64;

type Done = (error?: Error) => void;

/** Counts the data that a connection receives, and cuts it where that is too much. */
export interface Received {
  /** Called before the bytes are parsed. True: the connection is cut, and they have to be dropped. */
  bytes(length: number): boolean;
  frame(): void;
}
/** Called before anything has been read from a WebSocket. */
export type BoundReceived = (webSocket: WebSocket, request: IncomingMessage) => Received;

/** WebSockets that have sent something in this turn of the event loop. */
let sending: BatchingWebSocket[] = [];

function endTurn(): void {
  const ended = sending;
  sending = [];
  for (const webSocket of ended) webSocket.endTurn();
}

/**
 * Sends all frames of one turn of the event loop in one system call, and terminates a client that does not read. Text frames are
 * joined into one string: `ws` would make two buffers for each, and several writes cost more than one. Whole text frames that it
 * receives go to `takeTexts` without `ws`'s receiver, if they are wanted there.
 */
export class BatchingWebSocket extends WebSocket {
  #connection: Duplex | null = null;
  #isSending = false;
  #isCorked = false;
  /** Text frames of this turn that are not written yet. */
  #frames = '';
  #take: TakeText | null = null;

  accept(connection: Duplex, maxBytes: number, received: Received): void {
    this.#connection = connection;
    // Frames that `ws` writes itself keep their place among them.
    beforeEachFrame(this, () => this.#writeFrames(connection));
    const takeText: TakeText = (text) => {
      // An earlier text may have closed the connection.
      if (this.readyState !== WebSocket.OPEN || !this.#take?.(text)) return false;
      received.frame();
      return true;
    };
    beforeReceiver(this, (bytes, isAtRest) => {
      if (received.bytes(bytes.length)) return bytes.length;
      return isAtRest && this.#take !== null ? readTextFrames(bytes, maxBytes, takeText) : 0;
    });
    for (const frame of ['message', 'ping', 'pong']) this.on(frame, () => received.frame());
  }

  /** Offers the texts of whole frames to `take` first; null: stops. */
  takeTexts(take: TakeText | null): void {
    this.#take = take;
  }

  endTurn(): void {
    this.#isSending = false;
    const connection = this.#connection;
    // Not writable: it has been closed since.
    if (this.#frames !== '' && connection?.writable) connection.write(this.#frames, 'latin1');
    this.#frames = '';
    if (this.#isCorked) connection?.uncork();
    this.#isCorked = false;
  }

  override send(data: Parameters<WebSocket['send']>[0], ...args: unknown[]): void {
    const last = args.at(-1);
    // `ws` takes no other function.
    const done = typeof last === 'function' ? (last as Done) : undefined;
    if (this.readyState !== WebSocket.OPEN || !this.#connection) super.send(data, done);
    else if (!this.#isFull()) {
      if (typeof data === 'string') this.#add(textFrame(data, isAscii(data)));
      else super.send(data);
      // Reported at once, so that Engine.IO passes on its next packet in the same turn. The limit replaces its wait.
      done?.();
    }
  }

  /** Sends a whole frame (`textFrame`); once the WebSocket is no longer open, nothing. */
  sendFrame(frame: string): void {
    if (this.readyState === WebSocket.OPEN && this.#connection && !this.#isFull()) this.#add(frame);
  }

  #add(frame: string): void {
    this.#frames += frame;
    this.#endWithTurn();
  }

  /** True: the client does not read, and was cut off. */
  #isFull(): boolean {
    if (this.bufferedAmount + this.#frames.length <= UNSENT_MAX_BYTES) return false;
    this.terminate();
    return true;
  }

  #writeFrames(connection: Duplex): void {
    if (!this.#isCorked) connection.cork();
    this.#isCorked = true;
    if (this.#frames !== '') connection.write(this.#frames, 'latin1');
    this.#frames = '';
    this.#endWithTurn();
  }

  #endWithTurn(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    if (sending.push(this) === 1) process.nextTick(endTurn);
  }
}

/**
 * The WebSocket engine under Socket.IO. An acknowledgement and the broadcasts of the same commit leave in one system call, which
 * halves a message's cost. `closeTimeout` is how long a client may take to answer the close frame, in milliseconds.
 */
export const batchingWebSocketServer = (
  closeTimeout: number,
  bound: BoundReceived,
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
        // The types lack the first two.
      } as ServerOptions);
    }

    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (client: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (client, upgraded) => {
        if (client instanceof BatchingWebSocket)
          client.accept(socket, this.options.maxPayload ?? 0, bound(client, upgraded));
        done(client, upgraded);
      });
    }
  };

/**
 * Returns an unmasked, unfragmented text frame (RFC 6455, section 5.2), one character per byte. `isAscii`: the text is known to be ASCII;
 * false is right for any text.
 */
export function textFrame(text: string, isAscii: boolean): string {
  const payload = isAscii ? text : Buffer.from(text, 'utf8').toString('latin1');
  const { length } = payload;
  if (length < 126) return `\x81${String.fromCharCode(length)}${payload}`;
  if (length < 65_536) return `\x81\x7e${String.fromCharCode(length >>> 8, length & 0xff)}${payload}`;
  const long = [24, 16, 8, 0].map((shift) => (length >>> shift) & 0xff);
  return `\x81\x7f\0\0\0\0${String.fromCharCode(...long)}${payload}`;
}
