import {
  type Ack,
  type AckError,
  type ClientAnswer,
  type ClientEvent,
  type ClientPayload,
  clientEvents,
} from '@sangam/shared/app/socket';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { Logger } from 'pino';
import { toAppError } from '../../http/error-handler.js';
import { type AppError, appError, type Result } from '../../lib/result.js';
import { compile, fieldErrors } from '../../lib/validation.js';
import { jsonText, WireText } from '../../lib/wire-text.js';
import type { LimitName } from '../../limits/policies.js';
import type { RateLimits } from '../../limits/rate-limits.js';
import { workMsOf } from '../../limits/work.js';
import type { Measure } from '../../metrics.js';
import { createAbuseLimit } from '../transport/cut-floods.js';
import type { MemberSocket } from '../transport/io.js';
import { ackPacket, receiveEvents, writePacket } from '../transport/packets.js';

interface Handler<E extends ClientEvent> {
  limit: LimitName;
  /**
   * Handled in an order of its own with the other such events, so that on a busy server messages don't wait behind a reconnecting client's
   * reads and marks. Only for events whose outcome doesn't depend on the rest of the socket's events.
   */
  isAside?: true;
  /**
   * Responds once, now or later, with the acknowledgement's data or the same as serialized JSON. A returned promise delays the
   * socket's next event of the same order until it settles.
   */
  handle(
    socket: MemberSocket,
    payload: ClientPayload<E>,
    respond: (result: Result<ClientAnswer<E> | WireText>) => void,
  ): void | Promise<void>;
}

export type Handlers = { [E in ClientEvent]: Handler<E> };

/** During an update, a newer client repeats such an event until a server knows it. */
const UNKNOWN_EVENT = 'event: This server has no such event';
const WAITING_EVENTS_MAX = 256;
/** Refusals within ten seconds before a socket is closed: a client with a bug, or one that ignores rate limits, may collect this many. */
const REFUSALS_MAX = 200;

type Respond = (result: Result<unknown>) => void;
/** Responds with the exceeded limit, and counts the refusal. */
type Refuse = (respond: Respond, error: AppError) => void;

/** An event of the contract, with everything needed to serve it. */
interface Served {
  event: ClientEvent;
  limit: LimitName;
  isAside?: true;
  validate: ReturnType<typeof compile>;
  handle(socket: MemberSocket, payload: unknown, respond: Respond): void | Promise<void>;
}

/**
 * Wraps all handlers. The returned function serves an authenticated socket: it validates and rate-limits each event, runs the
 * handlers in order of arrival, catches, and responds once.
 */
export function createServeSocket(deps: {
  handlers: Handlers;
  limits: RateLimits;
  log: Logger;
  measure: Measure;
  /** Once this returns true, events that still wait are dropped: nobody would receive their answers. */
  isClosing: () => boolean;
}) {
  const { handlers, limits, log, measure, isClosing } = deps;
  const served = new Map<unknown, Served>(
    keysOf(handlers).map((event) => [
      event,
      // A handler only receives what its own schema has accepted.
      { event, validate: compile(clientEvents[event].payload), ...handlers[event] } as Served,
    ]),
  );

  const failed = ({ id }: MemberSocket, event: ClientEvent, error: unknown, respond: Respond) => {
    const appFailure = toAppError(error);
    if (appFailure.code === 'INTERNAL') log.error({ err: error, event, socket: id }, 'event failed');
    respond({ ok: false, error: appFailure });
  };

  const count = (limit: LimitName, event: ClientEvent, member: number) => {
    const workMs = workMsOf(event);
    const spendWork = () => (workMs === 0 ? null : limits.spend('workByMember', member, workMs));
    const refused = limits.spend(limit, member);
    return refused instanceof Promise ? refused.then((late) => late ?? spendWork()) : (refused ?? spendWork());
  };

  const handle = (
    { event, limit, handle: serve }: Served,
    call: { socket: MemberSocket; payload: unknown; respond: Respond; refuse: Refuse },
  ) => {
    const { socket, payload, respond, refuse } = call;
    if (isClosing()) return;
    // Checked last: the session may have ended while the event waited.
    const run = () =>
      socket.data.hasEnded ? respond({ ok: false, error: appError('UNAUTHORIZED') }) : serve(socket, payload, respond);
    try {
      const refused = count(limit, event, socket.data.member.id);
      if (refused === null) return run()?.catch((error) => failed(socket, event, error, respond));
      if (!(refused instanceof Promise)) return refuse(respond, refused.error);
      return refused
        .then((late) => (late ? refuse(respond, late.error) : run()))
        .catch((error) => failed(socket, event, error, respond));
    } catch (error) {
      failed(socket, event, error, respond);
    }
  };

  return (socket: MemberSocket): void => {
    const inOrder = createOrderedQueue(WAITING_EVENTS_MAX);
    const asideQueue = createOrderedQueue(WAITING_EVENTS_MAX);
    const isAbuse = createAbuseLimit(REFUSALS_MAX, () => performance.now());
    const refuse: Refuse = (respond, error) => {
      respond({ ok: false, error });
      if (!isAbuse(1)) return;
      log.info({ socket: socket.id, code: error.code }, 'socket closed: too many refused events');
      socket.disconnect(true);
    };
    receiveEvents(socket, ([event, payload], ackId) => {
      const respond = responder(socket, ackId, measure);
      const handler = served.get(event);
      if (!handler) return refuse(respond, appError('INVALID', { message: UNKNOWN_EVENT }));
      if (!handler.validate(payload)) return refuse(respond, invalidPayload(handler.validate));
      const enqueue = handler.isAside ? asideQueue : inOrder;
      if (!enqueue(() => handle(handler, { socket, payload, respond, refuse })))
        refuse(respond, appError('BUSY', { retryAfterS: 1 }));
    });
    // An undecodable packet ends the connection. Without a listener, Socket.IO prints the error.
    socket.on('error', (error) => log.debug({ err: error, socket: socket.id }, 'undecodable packet'));
    // Events that still take Socket.IO's own path (with binary attachments, for example) are not in the contract.
    socket.onAny((...args: unknown[]) => {
      const acknowledge = args.at(-1);
      if (typeof acknowledge === 'function') acknowledge({ ok: false, error: toAckError(appError('INVALID')) });
    });
  };
}

const ignore: Respond = () => undefined;

/** Acknowledges an event once, if its sender asked for an acknowledgement. */
function responder(socket: MemberSocket, ackId: string | null, measure: Measure): Respond {
  if (ackId === null) return ignore;
  let responded = false;
  return (result) => {
    if (responded) return;
    responded = true;
    if (!result.ok) measure('event:refused', result.error.code);
    writePacket(socket, ackPacket(ackId, ackJson(result)));
  };
}

function ackJson(result: Result<unknown>): WireText {
  if (!result.ok) return jsonText({ ok: false, error: toAckError(result.error) } satisfies Ack<never>);
  const { text, isAscii } = result.value instanceof WireText ? result.value : jsonText(result.value);
  return new WireText(`{"ok":true,"data":${text}}`, isAscii);
}

const toAckError = (error: AppError): AckError => ({
  code: error.code,
  message: error.message,
  ...(error.retryAfterS === undefined ? {} : { retry_after: error.retryAfterS }),
});

function invalidPayload(validate: ReturnType<typeof compile>): AppError {
  const [first] = fieldErrors(validate);
  return appError('INVALID', first ? { message: `${first.field}: ${first.message}` } : {});
}

type Task = () => void | Promise<void>;

/**
 * Runs one socket's tasks in order. A task that returns a promise blocks the next one until it settles; one that returns nothing
 * costs no promise. The returned function returns false, and drops the task, when `waitingMax` are waiting.
 */
function createOrderedQueue(waitingMax: number): (task: Task) => boolean {
  const waiting: Task[] = [];
  let busy = false;

  const runNext = () => {
    busy = false;
    while (!busy) {
      const task = waiting.shift();
      if (!task) return;
      run(task);
    }
  };
  const run = (task: Task) => {
    const running = task();
    if (!running) return;
    busy = true;
    void running.finally(runNext);
  };

  return (task) => {
    if (waiting.length >= waitingMax) return false;
    if (busy) waiting.push(task);
    else run(task);
    return true;
  };
}
