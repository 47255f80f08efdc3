import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { WIRE_VERSION } from '@sangam/shared/app/socket';
import { closeFrame, createFrameReader, pongFrame, textFrame, upgrade } from './websocket.js';

/**
 * The events of a raw client. `bytes[from..to)` is a Socket.IO packet with Engine.IO's `4` in front (`42["event",payload]`,
 * `43<id>[answer]`), valid until the call returns, so that handlers can parse only the fields they need.
 */
interface RawClientHandlers {
  event(bytes: Buffer, from: number, to: number): void;
  acknowledgement(bytes: Buffer, from: number, to: number): void;
  /** The socket has closed, on either side. Not called if the server never accepted it. */
  closed(): void;
}

export interface RawClientTarget {
  url: URL;
  /** The `Origin` header; null: none, as programs other than browsers connect. */
  origin: string | null;
  token: string;
  /** Fields of the handshake in addition to the token; absent: the version of the contract. */
  announced?: { version?: number; teams?: true };
}

export interface RawClient {
  /** Sends a packet given as text, such as `420["typing",{…}]`, of Latin-1. */
  send(packet: string): void;
  /** Disconnects like a closed page: Socket.IO's disconnect, then a WebSocket close frame. */
  close(): void;
  /** Drops the TCP connection without a close frame, like a lost network. */
  disconnect(): void;
  /** Resolves when the socket has closed. */
  closed: Promise<void>;
}

/** The server refused the connection (`connect_error`). */
export class ConnectionRefused extends Error {
  constructor(
    /** A code of the contract, or UNKNOWN. */
    readonly code: string,
    readonly retryAfterS: number | null,
  ) {
    super(`the server refused the connection: ${code}`);
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
/** How long the server may keep a socket open that this side has closed. */
const CLOSE_TIMEOUT_MS = 1_000;
const ENGINE = { open: code('0'), close: code('1'), ping: code('2'), message: code('4') };
const PACKET = {
  connect: code('0'),
  disconnect: code('1'),
  event: code('2'),
  acknowledgement: code('3'),
  error: code('4'),
};
const PONG = textFrame('3');

/**
 * A Socket.IO client over raw WebSocket frames: cheap enough that thousands fit in a process, and that a run measures the
 * server and not its own client. Resolves when the server has accepted the connection; throws ConnectionRefused, or an
 * Error when the network failed.
 */
export async function openRawClient(
  { url, origin, token, announced = { version: WIRE_VERSION } }: RawClientTarget,
  handlers: RawClientHandlers,
): Promise<RawClient> {
  let read: (chunk: Buffer) => void = () => undefined;
  const socket = connectTo(url, (chunk) => read(chunk));
  // Every network error ends in `close`.
  socket.on('error', () => socket.destroy());
  let silenceTimer = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);

  let accepted = false;
  let respond: (error?: Error) => void = () => undefined;
  const connected = new Promise<void>((resolve, reject) => {
    respond = (error) => (error ? reject(error) : resolve());
  });

  const send = (packet: string) => void socket.write(textFrame(packet), 'latin1');
  const close = () => {
    if (!socket.writable) return;
    if (accepted) send('41');
    socket.end(closeFrame());
    socket.setTimeout(CLOSE_TIMEOUT_MS, () => socket.destroy());
  };
  const opened = (text: string) => {
    const { pingInterval, pingTimeout } = JSON.parse(text) as { pingInterval: number; pingTimeout: number };
    clearTimeout(silenceTimer);
    // Each ping restarts it: a server that sends none for longer is gone.
    silenceTimer = setTimeout(() => socket.destroy(), pingInterval + pingTimeout);
    send(`40${JSON.stringify({ token, ...announced })}`);
  };
  const refused = (text: string) => {
    const { data } = JSON.parse(text) as { data?: { code?: string; retry_after?: number } };
    respond(new ConnectionRefused(data?.code ?? 'UNKNOWN', data?.retry_after ?? null));
    close();
  };
  const packet = (bytes: Buffer, from: number, to: number) => {
    const kind = bytes[from + 1];
    if (kind === PACKET.event) handlers.event(bytes, from, to);
    else if (kind === PACKET.acknowledgement) handlers.acknowledgement(bytes, from, to);
    else if (kind === PACKET.connect) {
      accepted = true;
      respond();
    } else if (kind === PACKET.disconnect) close();
    else if (kind === PACKET.error) refused(bytes.toString('utf8', from + 2, to));
  };
  const readFrames = createFrameReader({
    ping: (payload) => void socket.write(pongFrame(payload)),
    close,
    text(bytes, from, to) {
      const kind = bytes[from];
      if (kind === ENGINE.message) packet(bytes, from, to);
      else if (kind === ENGINE.ping) {
        silenceTimer.refresh();
        socket.write(PONG, 'latin1');
      } else if (kind === ENGINE.open) opened(bytes.toString('utf8', from + 1, to));
      else if (kind === ENGINE.close) close();
    },
  });

  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      clearTimeout(silenceTimer);
      respond(new Error('the connection was lost before the server accepted it'));
      if (accepted) handlers.closed();
      resolve();
    });
  });

  const upgrading = upgrade(socket, url.host, origin);
  read = (chunk) => {
    const firstFrames = upgrading.receive(chunk);
    if (firstFrames === null) return;
    read = readFrames;
    read(firstFrames);
  };
  try {
    await upgrading.opened;
  } catch (error) {
    // The upgrade fails as well, with a better error.
    connected.catch(() => undefined);
    clearTimeout(silenceTimer);
    socket.destroy();
    throw error;
  }
  await connected;
  return { send, close, disconnect: () => void socket.destroy(), closed };
}

/** The read buffer of all sockets without TLS: each chunk is consumed before the next read. */
const receiveBuffer = Buffer.allocUnsafeSlow(65_536);

/** `receive` gets the server's data; a chunk is valid until it returns. */
function connectTo({ protocol, port, hostname }: URL, receive: (chunk: Buffer) => void): Socket {
  const host = hostname.replace(/^\[|\]$/gu, '');
  if (protocol === 'https:')
    return connectTls({ host, port: Number(port || 443), servername: host }).on('data', receive);
  const callback = (length: number) => {
    receive(receiveBuffer.subarray(0, length));
    return true;
  };
  // A stream would allocate a buffer for each read.
  return connectTcp({ host, port: Number(port || 80), noDelay: true, onread: { buffer: receiveBuffer, callback } });
}

function code(char: string): number {
  return char.charCodeAt(0);
}
