import type { Ack, ClientAnswer, ClientEvent, ClientPayload } from '@sangam/shared/contract/socket';
import { sleep } from '../rest.js';
import { type Connection, type ConnectionSink, openConnection, RefusedConnection } from './connection.js';

/** A user's connection, kept open: it comes back by itself, at the next server, as a Socket.IO client does. */
export interface Session {
  /** Until the first connection stands. */
  open(): Promise<void>;
  /** The connection that stands now: 1, 2, 3 …; null while there is none. */
  connection(): number | null;
  /** null: no answer, so the outcome is unknown. */
  emit<E extends ClientEvent>(event: E, payload: ClientPayload<E>): Promise<Ack<ClientAnswer<E>> | null>;
  /** Whether it is away because `drop` made it so. */
  isDropped(): boolean;
  /** Drops the connection, politely or not, and comes back at once. */
  drop(politely: boolean): Promise<void>;
  close(): void;
}

export interface SessionHooks extends Pick<ConnectionSink, 'event' | 'acknowledgedTwice'> {
  /** A connection stands; `number` counts from 1. The session is open once this is done. */
  connected(number: number): Promise<void>;
  away(): void;
  failed(code: string): void;
}

const RETRY_MS = 500;
const RETRY_MAX_MS = 5_000;

export function createSession(
  user: { token: string; index: number },
  servers: { urls: readonly string[]; origin: string | null },
  hooks: SessionHooks,
): Session {
  let current: Connection | null = null;
  let count = 0;
  let opens = user.index;
  let stopped = false;
  let dropped: Connection | null = null;
  let opening: Promise<void> | null = null;

  const openOnce = async (): Promise<void> => {
    const url = new URL(servers.urls[opens % servers.urls.length] ?? '');
    opens += 1;
    const opened = await openConnection(
      { url, origin: servers.origin ?? url.origin, token: user.token },
      {
        event: hooks.event,
        acknowledgedTwice: hooks.acknowledgedTwice,
        closed() {
          current = null;
          hooks.away();
          if (stopped) return;
          if (dropped !== opened) hooks.failed('LOST');
          void reopen();
        },
      },
    );
    current = opened;
    count += 1;
    await hooks.connected(count);
  };

  const openUntilOpen = async (): Promise<void> => {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        await openOnce();
        // It may have gone again while it was refreshed.
        if (current) return;
      } catch (error) {
        const refused = error instanceof RefusedConnection ? error : null;
        hooks.failed(refused?.code ?? 'NETWORK');
        const pauseMs = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** tries) * (0.5 + Math.random());
        await sleep(Math.max((refused?.retryAfterS ?? 0) * 1_000, pauseMs));
      }
    }
  };
  /** A single way back, however many ask for it. */
  const reopen = (): Promise<void> => {
    opening ??= openUntilOpen().finally(() => {
      opening = null;
    });
    return opening;
  };

  return {
    open: reopen,
    connection: () => (current === null ? null : count),
    emit: (event, payload) =>
      new Promise((resolve) => {
        if (current) current.emit(event, payload, resolve);
        else resolve(null);
      }),
    isDropped: () => dropped !== null,
    async drop(politely) {
      const leaving = current;
      if (!leaving) return reopen();
      dropped = leaving;
      if (politely) leaving.close();
      else leaving.cut();
      await leaving.gone;
      await reopen();
      if (dropped === leaving) dropped = null;
    },
    close() {
      stopped = true;
      current?.close();
    },
  };
}
