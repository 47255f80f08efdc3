import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  type Ack,
  type ClientAnswer,
  type ClientEvent,
  type ClientPayload,
  type ServerEvent,
  type ServerPayload,
  WIRE_VERSION,
} from '@sangam/shared/contract/socket';
import { closeFrame, createFrameReader, pongFrame, textFrame } from '../frames.js';
import { upgrade } from '../upgrade.js';
import { createAnswers } from './answers.js';

/** What one Socket.IO connection tells its owner. */
export interface ConnectionSink {
  event<E extends ServerEvent>(event: E, payload: ServerPayload<E>): void;
  /** An acknowledgement came for something already acknowledged. */
  acknowledgedTwice(): void;
  /** It has gone, whoever ended it; what is unanswered is told so next. */
  closed(): void;
}

export interface Connection {
  /** `answered` is called once; null: no answer came, so the outcome is unknown. */
  emit<E extends ClientEvent>(
    event: E,
    payload: ClientPayload<E>,
    answered: (ack: Ack<ClientAnswer<E>> | null) => void,
  ): void;
  /** Leaves politely, as a page does that is closed. */
  close(): void;
  /** Breaks without a word, as a network does that is lost. */
  cut(): void;
  /** Resolves when it has gone. */
  gone: Promise<void>;
}

/** The server refused the connection (`connect_error`). */
export class RefusedConnection extends Error {
  constructor(
    readonly code: string,
    readonly retryAfterS: number | null,
  ) {
    super(`the server refused the connection: ${code}`);
  }
}

const CONNECT_WITHIN_MS = 10_000;
/** For how long a peer may hold open a connection that this side has left. */
const LEAVE_WITHIN_MS = 1_000;

/** A Socket.IO client in raw WebSocket frames: one process can hold thousands, and sees every packet as it came. */
export async function openConnection(
  target: { url: URL; origin: string; token: string },
  sink: ConnectionSink,
): Promise<Connection> {
  const { url } = target;
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const socket: Socket = secure
    ? connectTls({ host, port, servername: host })
    : connectTcp({ host, port, noDelay: true });
  // What goes wrong ends in `close`.
  socket.on('error', () => socket.destroy());
  let silence = setTimeout(() => socket.destroy(), CONNECT_WITHIN_MS);
  const early = await upgrade(socket, url.host, target.origin).catch((error) => {
    clearTimeout(silence);
    socket.destroy();
    throw error;
  });

  const write = (packet: string) => socket.write(textFrame(packet).frame);
  const answers = createAnswers();
  let opened = false;
  let settle: (error: Error | null) => void = () => undefined;
  const connected = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });

  const acknowledge = (text: string) => {
    const bracket = text.indexOf('[');
    const [ack] = JSON.parse(text.slice(bracket)) as [Ack<never>];
    if (!answers.came(Number(text.slice(2, bracket)), ack)) sink.acknowledgedTwice();
  };
  const socketPacket = (text: string) => {
    switch (text[1]) {
      case '2': {
        const [event, payload] = JSON.parse(text.slice(2)) as [ServerEvent, ServerPayload<ServerEvent>];
        return sink.event(event, payload);
      }
      case '3':
        return acknowledge(text);
      case '0':
        opened = true;
        return settle(null);
      case '1':
        return close();
      case '4': {
        const { data } = JSON.parse(text.slice(2)) as { data?: { code?: string; retry_after?: number } };
        settle(new RefusedConnection(data?.code ?? 'UNKNOWN', data?.retry_after ?? null));
        return close();
      }
    }
  };
  const hello = (text: string) => {
    const { pingInterval, pingTimeout } = JSON.parse(text.slice(1)) as { pingInterval: number; pingTimeout: number };
    clearTimeout(silence);
    // Every ping starts it anew: a server that sends none for longer has gone.
    silence = setTimeout(() => socket.destroy(), pingInterval + pingTimeout);
    write(`40${JSON.stringify({ token: target.token, version: WIRE_VERSION })}`);
  };
  const pong = () => {
    silence.refresh();
    write('3');
  };
  const read = createFrameReader({
    ping: (payload) => void socket.write(pongFrame(payload)),
    close: () => close(),
    text(bytes, from, to) {
      const text = bytes.toString('utf8', from, to);
      if (text[0] === '4') socketPacket(text);
      else if (text[0] === '2') pong();
      else if (text[0] === '0') hello(text);
      else if (text[0] === '1') close();
    },
  });
  const close = () => {
    if (!socket.writable) return;
    if (opened) write('41');
    socket.end(closeFrame());
    socket.setTimeout(LEAVE_WITHIN_MS, () => socket.destroy());
  };

  let leave: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  socket.on('data', read);
  socket.on('close', () => {
    clearTimeout(silence);
    settle(new Error('the connection was closed before it stood'));
    if (opened) sink.closed();
    answers.end();
    leave();
  });
  read(early);
  await connected;

  return {
    emit(event, payload, answered) {
      write(`42${answers.expect(answered)}${JSON.stringify([event, payload])}`);
    },
    close,
    cut: () => void socket.destroy(),
    gone,
  };
}
