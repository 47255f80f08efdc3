import { setTimeout as sleep } from 'node:timers/promises';
import type { Ack, ClientAnswer, ClientEvent, ClientPayload } from '@sangam/shared/app/socket';
import { ConnectionRefused } from '../socket/raw-client.js';
import { openSocket, type SocketHandlers, type TypedSocket } from './socket.js';

/** A member's socket. When it closes, it reconnects to the next server, like a Socket.IO client. */
export interface ReconnectingSocket {
  /** Resolves once it is connected for the first time. */
  open(): Promise<void>;
  /** The connection's number: 1, 2, 3 …; null: not connected. */
  connectionNumber(): number | null;
  /** null: no answer, so the outcome is unknown. */
  emit<E extends ClientEvent>(event: E, payload: ClientPayload<E>): Promise<Ack<ClientAnswer<E>> | null>;
  /** Whether it is disconnected because of `reconnect`. */
  isReconnecting(): boolean;
  /** Disconnects, with a close frame (`politely`) or without, and reconnects at once; resolves when connected again. */
  reconnect(politely: boolean): Promise<void>;
  close(): void;
}

export interface ReconnectingSocketHandlers extends Pick<SocketHandlers, 'event' | 'acknowledgedTwice'> {
  /** Connected; `number` counts from 1. `open` and `reconnect` resolve after the returned promise. */
  connected(number: number): Promise<void>;
  disconnected(): void;
  /** A connection was refused (its code), could not be made (NETWORK), or was lost (LOST). */
  failed(code: string): void;
}

const RETRY_MS = 500;
const RETRY_MAX_MS = 5_000;

/** `user.index` spreads members over the servers. */
export function createReconnectingSocket(
  user: { token: string; index: number },
  servers: { urls: readonly string[]; origin: string | null },
  handlers: ReconnectingSocketHandlers,
): ReconnectingSocket {
  let current: TypedSocket | null = null;
  let connections = 0;
  let attempts = user.index;
  let stopped = false;
  /** The socket that `reconnect` closed. */
  let lostSocket: TypedSocket | null = null;
  let connecting: Promise<void> | null = null;

  const connectOnce = async (): Promise<void> => {
    const url = new URL(servers.urls[attempts % servers.urls.length] ?? '');
    attempts += 1;
    const socket = await openSocket(
      { url, origin: servers.origin ?? url.origin, token: user.token },
      {
        event: handlers.event,
        acknowledgedTwice: handlers.acknowledgedTwice,
        closed() {
          current = null;
          handlers.disconnected();
          if (stopped) return;
          if (lostSocket !== socket) handlers.failed('LOST');
          void connect();
        },
      },
    );
    current = socket;
    connections += 1;
    await handlers.connected(connections);
  };

  const connectUntilConnected = async (): Promise<void> => {
    for (let attempt = 0; !stopped; attempt += 1) {
      try {
        await connectOnce();
        // It may have closed again during `connected`.
        if (current) return;
      } catch (error) {
        const refused = error instanceof ConnectionRefused ? error : null;
        handlers.failed(refused?.code ?? 'NETWORK');
        const delayMs = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** attempt) * (0.5 + Math.random());
        await sleep(Math.max((refused?.retryAfterS ?? 0) * 1_000, delayMs));
      }
    }
  };
  /** One attempt at a time, however many callers wait for it. */
  const connect = (): Promise<void> => {
    connecting ??= connectUntilConnected().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  return {
    open: connect,
    connectionNumber: () => (current === null ? null : connections),
    emit: (event, payload) =>
      new Promise((resolve) => {
        if (current) current.emit(event, payload, resolve);
        else resolve(null);
      }),
    isReconnecting: () => lostSocket !== null,
    async reconnect(politely) {
      const leaving = current;
      if (!leaving) return connect();
      lostSocket = leaving;
      if (politely) leaving.close();
      else leaving.disconnect();
      await leaving.closed;
      await connect();
      if (lostSocket === leaving) lostSocket = null;
    },
    close() {
      stopped = true;
      current?.close();
    },
  };
}
