import type {
  Ack,
  AckError,
  ClientAnswer,
  ClientEvent,
  ClientPayload,
  ClientToServer,
  ServerToClient,
  WIRE_VERSION,
} from '@sangam/shared/app/socket';
import { coreLimits } from '@sangam/shared/core/limits';
import type { Socket } from 'socket.io-client';
import { noteAskedToWait } from '../../lib/asked-to-wait';
import { deviceMs, monotonicMs } from '../../lib/clock';
import { loadPart } from '../../lib/loading/load-part';
import { noteAnswer, noteNoAnswer } from '../../lib/network';
import { jitter } from '../../lib/retry';
import { proxyWaitS, type Result, retryAfterMs, type ServerError } from '../api/errors';
import { untilSessionEnd } from '../api/session-end';
import { createAttempts } from './attempts';
import { setConnection, useConnection } from './connection-status';
import { createTransports } from './transports';

export type SangamSocket = Socket<ServerToClient, ClientToServer>;

// Typed by the contract's constant, so that raising it there breaks compilation here, without bundling the contract's schemas.
const wireVersion: typeof WIRE_VERSION = 1;

/** The outcome counts as unknown without an acknowledgement within this time. */
const ACK_TIMEOUT_MS = 8_000;
/** The pause after the server ended a connection, so that a draining server isn't flooded. */
const REOPEN_MS = 1_000;

let socket: SangamSocket | null = null;
let attempts: ReturnType<typeof createAttempts> | null = null;

export const isConnected = (): boolean => socket?.connected === true;

let heardMs = 0;
/**
 * Whether a connection that seems open is dead: the server's pings are missing, because the device slept or the tab was frozen. Socket.IO
 * would notice only when its own timer ends, which stopped in the meantime.
 */
export const hasDied = (): boolean => isConnected() && deviceMs() - heardMs > coreLimits.pingMissedMs;

/**
 * Tries to connect at once, also where an attempt is under way, which may hang in a network that is gone; unless the server has ended the
 * connection or asked to wait.
 */
export function reconnectNow(): void {
  if (socket === null || !socket.active || (socket.connected && !hasDied())) return;
  attempts?.end();
  socket.disconnect();
  socket.connect();
}

/** Makes the next attempt to connect now instead of later: a member waits for it. */
export const connectNow = (): void => attempts?.now();

/** Makes it in a few seconds at most: the server has answered something else. */
export const connectSoon = (): void => attempts?.soon();

/** A failed connection: refused by the server, or before that in the answer to long-polling. */
interface ConnectError extends Error {
  data?: Pick<AckError, 'code' | 'retry_after'>;
  context?: Partial<Pick<XMLHttpRequest, 'status' | 'getResponseHeader'>>;
}

/** Returns the seconds that the server asked to wait, or 0. */
function retryAfterS({ data, context }: ConnectError): number {
  if (data?.retry_after !== undefined) return data.retry_after;
  // Without an answer there are no headers.
  return context?.status ? proxyWaitS(context.getResponseHeader?.('Retry-After')) || 0 : 0;
}

export interface SocketHooks {
  token: () => string | null;
  /** Registers the server's events on a new socket. */
  listen: (socket: SangamSocket) => void;
  onConnect: () => void;
  /** The connection was lost, or the first attempt failed. Called once each time. */
  onAway: () => void;
  /** The server refused or ended the session. Asks about it with a new request, and returns true unless that has ended it here, too. */
  checkSession: () => Promise<boolean>;
}

/** Opens the live connection and keeps it open until `signal` aborts. */
export async function openSocket(hooks: SocketHooks, signal: AbortSignal): Promise<void> {
  const goAway = () => {
    if (useConnection.getState().status === 'away') return;
    setConnection('away');
    hooks.onAway();
  };
  // In its own chunk. If it fails to load, the tab polls in the meantime.
  const part = await loadPart(() => import('socket.io-client'), signal, goAway);
  if (part === null || signal.aborted) return;
  const transports = createTransports(part);
  const manager = new part.Manager({
    // A getter, since Socket.IO reads it for each connection.
    get transportImplementations() {
      return transports.next();
    },
    tryAllTransports: true,
    // Socket.IO would try every five seconds for as long as there is no network.
    reconnection: false,
    timeout: 10_000,
  });
  const opened: SangamSocket = manager.socket('/', {
    auth: (send) => send({ token: hooks.token(), version: wireVersion, teams: true }),
  });
  const reopenAfter = (pauseMs: number) => setTimeout(() => !signal.aborted && opened.connect(), pauseMs);
  const planned = createAttempts(() => opened.connect(), signal);
  const reopen = async () => {
    // Later and later: the calls may know a session that the connection refuses.
    if ((await hooks.checkSession()) && !signal.aborted) planned.failed(REOPEN_MS);
  };
  socket = opened;
  attempts = planned;
  const hear = () => {
    heardMs = deviceMs();
    noteAnswer();
  };
  opened.io.on('open', hear);
  opened.io.on('ping', hear);
  transports.follow(opened.io, signal);
  hooks.listen(opened);
  opened.on('connect', () => {
    planned.succeeded();
    // First, since it sends the reads of the lost connection again, and not those that begin with this one.
    hooks.onConnect();
    setConnection('online');
  });
  opened.on('disconnect', (reason) => {
    goAway();
    if (reason === 'io server disconnect') void reopen();
    else if (reason !== 'io client disconnect') planned.failed();
  });
  opened.on('connect_error', (error: ConnectError) => {
    const { code } = error.data ?? {};
    const { status = 0 } = error.context ?? {};
    // No answer, or that of a proxy which can't reach the server.
    if (code === undefined && (status === 0 || status > 500)) noteNoAnswer();
    if (code === 'OUTDATED_CLIENT') {
      setConnection('outdated');
      opened.disconnect();
      return;
    }
    goAway();
    const askedMs = jitter(retryAfterS(error) * 1_000);
    if (code === 'UNAUTHORIZED') void reopen();
    else if (askedMs === 0) planned.failed();
    else {
      // Nothing may connect sooner.
      opened.disconnect();
      reopenAfter(Math.max(REOPEN_MS, askedMs));
    }
  });
  signal.addEventListener('abort', () => {
    opened.removeAllListeners();
    opened.disconnect();
    if (socket !== opened) return;
    socket = null;
    attempts = null;
  });
}

/**
 * Sends one event and waits for its acknowledgement. On a network error the outcome is unknown, so anything that must
 * not happen twice carries an idempotency key. Like `request`, it doesn't wait longer than the session.
 */
export const emit = <E extends ClientEvent>(event: E, payload: ClientPayload<E>): Promise<Result<ClientAnswer<E>>> =>
  untilSessionEnd(emitAndWait(event, payload));

async function emitAndWait<E extends ClientEvent>(
  event: E,
  payload: ClientPayload<E>,
): Promise<Result<ClientAnswer<E>>> {
  const used = socket;
  if (!used?.connected) return { ok: false, error: { kind: 'network' } };
  // Socket.IO's types can't follow an event name that is itself a parameter.
  const limited = used.timeout(ACK_TIMEOUT_MS);
  const send = limited.emitWithAck.bind(limited) as (name: E, body: ClientPayload<E>) => Promise<Ack<ClientAnswer<E>>>;
  const ack = await send(event, payload).catch(() => null);
  if (ack === null) return { ok: false, error: { kind: 'network' } };
  if (ack.ok) return { ok: true, value: ack.data };
  const error = fromAck(ack.error);
  if (event !== 'message:send') noteAskedToWait(retryAfterMs(error), error.code === 'RATE_LIMITED');
  return { ok: false, error };
}

let typingAfterMs = 0;
/** Sends a typing event. Drops it if there is no connection or the server has asked to wait. */
export function emitVolatile(payload: ClientPayload<'typing'>): void {
  if (!socket?.connected || monotonicMs() < typingAfterMs) return;
  socket.volatile.emit('typing', payload, (ack) => {
    if (!ack.ok) typingAfterMs = monotonicMs() + jitter((ack.error.retry_after ?? 0) * 1_000);
  });
}

const statuses: Partial<Record<AckError['code'], number>> = {
  UNAUTHORIZED: 401,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  BUSY: 503,
};

const fromAck = (error: AckError): ServerError => ({
  kind: 'server',
  status: statuses[error.code] ?? 400,
  code: error.code,
  message: error.message,
  ...(error.retry_after === undefined ? {} : { retryAfterS: error.retry_after }),
});
