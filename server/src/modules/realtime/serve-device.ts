import { type Ack, type AckError, type ClientEvent, clientEvents } from '@sangam/shared/contract/socket';
import type { Logger } from 'pino';
import { toAppError } from '../../http/error-handler.js';
import { compile, fieldErrors } from '../../http/validation.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { type AppError, appError, type Result } from '../../lib/result.js';
import type { Measure } from '../../measurements.js';
import type { Device } from './devices.js';
import type { Handlers } from './handlers.js';
import { createSerial } from './serial.js';
import { createStrikes } from './strikes.js';
import { ackPacket, RawJson, receiveEvents, writePacket } from './wire.js';

const WAITING_EVENTS_MAX = 256;

type Answer = (result: Result<unknown>) => void;
/** Answers with a bound that the socket has gone over, and counts it. */
type Refuse = (answer: Answer, error: AppError) => void;

/** An event of the contract, with what it takes to serve it. */
interface Served {
  event: ClientEvent;
  limit: Handlers[ClientEvent]['limit'];
  validate: ReturnType<typeof compile>;
  handle(device: Device, payload: unknown, answer: Answer): void | Promise<void>;
}

/**
 * Lets signed-in devices' events reach the handlers. Whatever arrives, the one wrapper here validates, limits, catches
 * and answers once, and keeps the order in which one socket's events came.
 */
export function createDeviceServer(deps: { handlers: Handlers; limits: RateLimits; log: Logger; measure: Measure }) {
  const { handlers, limits, log, measure } = deps;
  const served = new Map<unknown, Served>(
    (Object.keys(handlers) as ClientEvent[]).map((event) => [
      event,
      // A handler is given only what its own schema let through.
      { event, validate: compile(clientEvents[event].payload), ...handlers[event] } as Served,
    ]),
  );

  const failed = ({ id }: Device, event: ClientEvent, error: unknown, answer: Answer) => {
    const known = toAppError(error);
    if (known.code === 'INTERNAL') log.error({ err: error, event, socket: id }, 'an event failed');
    answer({ ok: false, error: known });
  };

  const handle = (
    { event, limit, handle: run }: Served,
    { device, payload, answer, refuse }: { device: Device; payload: unknown; answer: Answer; refuse: Refuse },
  ) => {
    try {
      const refused = limits.spend(limit, device.data.member.id);
      if (refused === null) return run(device, payload, answer)?.catch((error) => failed(device, event, error, answer));
      if (!(refused instanceof Promise)) return refuse(answer, refused.error);
      return refused
        .then((late) => (late ? refuse(answer, late.error) : run(device, payload, answer)))
        .catch((error) => failed(device, event, error, answer));
    } catch (error) {
      failed(device, event, error, answer);
    }
  };

  return (device: Device): void => {
    const inOrder = createSerial(WAITING_EVENTS_MAX);
    const strike = createStrikes(() => performance.now());
    // Going over a bound is answered, and going on nevertheless ends the connection.
    const refuse: Refuse = (answer, error) => {
      answer({ ok: false, error });
      if (!strike()) return;
      log.info({ socket: device.id, code: error.code }, 'a socket that would not slow down was closed');
      device.disconnect(true);
    };
    receiveEvents(device, ([event, payload], ackId) => {
      const answer = answerTo(device, ackId, measure);
      const known = served.get(event);
      if (!known) return refuse(answer, appError('INVALID'));
      if (!known.validate(payload)) return refuse(answer, invalidPayload(known.validate));
      if (!inOrder(() => handle(known, { device, payload, answer, refuse })))
        refuse(answer, appError('BUSY', { retryAfterS: 1 }));
    });
    // What cannot be decoded ends the connection; without a listener Socket.IO prints it.
    device.on('error', (error) => log.debug({ err: error, socket: device.id }, 'a packet could not be read'));
    // What comes in another form than our clients' (with binary parts, say) is none of the contract's events.
    device.onAny((...args: unknown[]) => {
      const acknowledge = args.at(-1);
      if (typeof acknowledge === 'function') acknowledge({ ok: false, error: toAckError(appError('INVALID')) });
    });
  };
}

const unanswered: Answer = () => undefined;

/** Answers an event once, if its sender asked for an answer; what is JSON already goes as it is. */
function answerTo(device: Device, ackId: string | null, measure: Measure): Answer {
  if (ackId === null) return unanswered;
  let answered = false;
  return (result) => {
    if (answered) return;
    answered = true;
    if (!result.ok) measure('event:refused', result.error.code);
    writePacket(device, ackPacket(ackId, ackJson(result)));
  };
}

function ackJson(result: Result<unknown>): string {
  if (!result.ok) return JSON.stringify({ ok: false, error: toAckError(result.error) } satisfies Ack<never>);
  return `{"ok":true,"data":${result.value instanceof RawJson ? result.value.text : JSON.stringify(result.value)}}`;
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
