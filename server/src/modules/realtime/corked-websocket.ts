import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

/** A socket that has this much unread is closed; its client recovers by refresh (realtime contract, promise 8). */
const UNSENT_MAX_BYTES = 1_000_000;

/**
 * The WebSocket engine under Socket.IO. What one turn of the event loop sends to a connection (an acknowledgement and
 * the pushes of the same commit) leaves in one system call; and a client that does not read is cut off, here, where the
 * bytes pile up.
 */
export class CorkedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super(options);
  }

  override handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    done: (client: WebSocket, request: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(request, socket, head, (client, upgraded) => {
      cork(client, socket);
      done(client, upgraded);
    });
  }
}

const corked: Duplex[] = [];

function uncorkAll(): void {
  for (const socket of corked) socket.uncork();
  corked.length = 0;
}

function cork(client: WebSocket, socket: Duplex): void {
  const send = client.send.bind(client) as (data: string | Buffer, done?: (error?: Error) => void) => void;
  let turn = -1;
  client.send = (data: string | Buffer, ...rest: unknown[]) => {
    if (socket.writableLength > UNSENT_MAX_BYTES) {
      client.terminate();
      return;
    }
    if (turn !== currentTurn) {
      turn = currentTurn;
      socket.cork();
      if (corked.push(socket) === 1) process.nextTick(endTurn);
    }
    send(data);
    // Said to be sent at once, so that Engine.IO hands on the next packet in the same turn; the bound above is ours.
    const done = rest.at(-1);
    if (typeof done === 'function') done();
  };
}

let currentTurn = 0;

function endTurn(): void {
  currentTurn += 1;
  uncorkAll();
}
