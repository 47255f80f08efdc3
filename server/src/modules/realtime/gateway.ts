import type { Server as HttpServer } from 'node:http';
import { type Ack, type AckError, type ClientEvent, clientEvents } from '@sangam/shared/contract/socket';
import { limits as bounds } from '@sangam/shared/rules/limits';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Config } from '../../config.js';
import { toAppError } from '../../http/error-handler.js';
import { compile, fieldErrors } from '../../http/validation.js';
import { clientAddress } from '../../lib/client-address.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { type AppError, appError, type Result } from '../../lib/result.js';
import { BatchingWebSocketServer } from './batching-websocket.js';
import { boundPolling } from './bound-polling.js';
import type { Device, Io } from './devices.js';
import type { Handlers } from './handlers.js';
import { isAllowedOrigin } from './origin.js';
import { createSerial } from './serial.js';
import { parser, RawJson } from './wire.js';

const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const WAITING_EVENTS_MAX = 256;

/** Socket.IO on the HTTP server, bounded: origins, sizes, time to sign in, dead connections, and what is unread. */
export function createIo(http: HttpServer, config: Config, limits: RateLimits): Io {
  const io: Io = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    parser,
    wsEngine: BatchingWebSocketServer,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: bounds.bodyMaxBytes,
    connectTimeout: CONNECT_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    cors: { origin: [config.publicUrl, ...config.corsOrigins] },
    // Recovery is ours (sequence numbers): Socket.IO's own skips the sign-in and may lose events.
    allowRequest: (request, answer) => {
      if (!isAllowedOrigin(config, request)) return answer(null, false);
      const refused = limits.spend('handshakeByAddress', clientAddress(request, config.proxies));
      if (refused instanceof Promise) void refused.then((late) => answer(null, late === null));
      else answer(null, refused === null);
    },
  });
  io.engine.on('connection', boundPolling);
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['X-Content-Type-Options'] = 'nosniff';
  });
  return io;
}

const validators = Object.fromEntries(
  Object.entries(clientEvents).map(([event, { payload }]) => [event, compile(payload)]),
) as Record<ClientEvent, ReturnType<typeof compile>>;

const toAckError = (error: AppError): AckError => ({
  code: error.code,
  message: error.message,
  ...(error.retryAfterS === undefined ? {} : { retry_after: error.retryAfterS }),
});

type Answer = (result: Result<unknown>) => void;

/** Answers an event once, whatever stands where its acknowledgement should; what is JSON already goes as it is. */
const answerTo =
  (acknowledge: unknown): Answer =>
  (result) => {
    if (typeof acknowledge !== 'function') return;
    if (!result.ok) return acknowledge({ ok: false, error: toAckError(result.error) } satisfies Ack<never>);
    const { value } = result;
    acknowledge(value instanceof RawJson ? new RawJson(`{"ok":true,"data":${value.text}}`) : { ok: true, data: value });
  };

function invalidPayload(validate: ReturnType<typeof compile>): AppError {
  const [first] = fieldErrors(validate);
  return appError('INVALID', first ? { message: `${first.field}: ${first.message}` } : {});
}

/**
 * Lets a signed-in device's events reach the handlers. Whatever arrives, the one wrapper here validates, limits, catches
 * and answers, and keeps the order in which one socket's events came.
 */
export function serveDevice(device: Device, deps: { handlers: Handlers; limits: RateLimits; log: Logger }): void {
  const { handlers, limits, log } = deps;
  const inOrder = createSerial(WAITING_EVENTS_MAX);

  const serve = <E extends ClientEvent>(event: E) => {
    const { limit, handle } = handlers[event];
    const validate = validators[event];

    const failed = (error: unknown, answer: Answer) => {
      const known = toAppError(error);
      if (known.code === 'INTERNAL') log.error({ err: error, event }, 'an event failed');
      answer({ ok: false, error: known });
    };
    const attempt = (payload: unknown, answer: Answer): void | Promise<void> => {
      const run = () => handle(device, payload as Parameters<typeof handle>[1], answer);
      try {
        const refused = limits.spend(limit, device.data.member.id);
        if (refused === null) return run()?.catch((error) => failed(error, answer));
        if (!(refused instanceof Promise)) return answer(refused);
        return refused.then((late) => (late ? answer(late) : run())).catch((error) => failed(error, answer));
      } catch (error) {
        failed(error, answer);
      }
    };
    const receive = (payload: unknown, acknowledge: unknown) => {
      const answer = answerTo(acknowledge);
      if (!validate(payload)) return answer({ ok: false, error: invalidPayload(validate) });
      if (!inOrder(() => attempt(payload, answer))) answer({ ok: false, error: appError('BUSY', { retryAfterS: 1 }) });
    };
    (device.on as (event: string, listener: typeof receive) => void).call(device, event, receive);
  };
  for (const event of Object.keys(handlers) as ClientEvent[]) serve(event);

  // What cannot be decoded ends the connection; without a listener Socket.IO prints it.
  device.on('error', (error) => log.debug({ err: error }, 'a packet could not be read'));
  device.onAny((event: string, ...rest: unknown[]) => {
    if (Object.hasOwn(handlers, event)) return;
    const acknowledge = rest.at(-1);
    if (typeof acknowledge === 'function') acknowledge({ ok: false, error: toAckError(appError('INVALID')) });
  });
}
