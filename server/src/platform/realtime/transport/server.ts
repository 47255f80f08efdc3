import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http';
import { coreServerLimits } from '@sangam/shared/core/limits';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Config } from '../../../config.js';
import { answerError, endWithError } from '../../http/raw-errors.js';
import { allowedOrigins, exposedHeaders } from '../../http/security-headers.js';
import { clientAddress } from '../../limits/client-address.js';
import type { RateLimits } from '../../limits/rate-limits.js';
import type { Timings } from '../../timings.js';
import { batchingWebSocketServer } from './batching.js';
import { boundUnsent, createReceivedBounds } from './cut-floods.js';
import { dropGoneUpgrades } from './gone-clients.js';
import { isAllowedOrigin, limitHandshakes } from './handshake.js';
import type { Io } from './io.js';
import { parser } from './packets.js';

/** Engine.IO's code for a request that `allowRequest` has refused. */
const FORBIDDEN = 4;

/** Creates Socket.IO on the HTTP server, with limits on origins, sizes, time to authenticate, silence and unsent data. */
export function createSocketServer(
  http: HttpServer,
  deps: { config: Config; limits: RateLimits; timings: Timings['sockets']; log: Logger },
): Io {
  const { config, limits, timings, log } = deps;
  const bounds = createReceivedBounds(config.rateLimitFactor, (request) =>
    log.info({ address: clientAddress(request, config.proxies) }, 'connection closed: it sent too much'),
  );
  const io: Io = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    parser,
    wsEngine: batchingWebSocketServer(timings.closeFrameWithinMs, bounds.webSocket),
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: coreServerLimits.bodyMaxBytes,
    connectTimeout: timings.authenticatedWithinMs,
    pingInterval: timings.pingIntervalMs,
    pingTimeout: timings.pingTimeoutMs,
    cors: { origin: allowedOrigins(config), exposedHeaders },
    // Clients recover by sequence number. Socket.IO's connection state recovery skips authentication and may lose events.
    allowRequest: (request, answer) => answer(null, isAllowedOrigin(config, request)),
  });
  dropGoneUpgrades(http);
  // Until `ws` takes over the connection, nothing else listens: a client that disconnects meanwhile would end the process.
  http.prependListener('upgrade', (_request, connection) => connection.on('error', () => connection.destroy()));
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    if (!(response instanceof ServerResponse) || request.method === 'GET' || request.method === 'POST') return next();
    answerError(response, 'METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, POST' } });
  });
  // Engine.IO would answer a refused WebSocket in HTML; it ignores a connection that has already ended.
  io.engine.on('connection_error', ({ req, code }: { req: IncomingMessage & { res?: unknown }; code: number }) => {
    if (req.res === undefined) endWithError(req.socket, code === FORBIDDEN ? 'FORBIDDEN' : 'MALFORMED');
  });
  limitHandshakes(io, http, { limits, config });
  bounds.longPolling(io.engine);
  io.engine.on('connection', boundUnsent);
  // There is one namespace: a client that leaves it no longer needs the connection, and its session would not be watched.
  io.on('connection', (socket) => {
    socket.once('disconnect', () => socket.conn.close(true));
  });
  // For accepted WebSockets; `refuseUnreadable` covers all other answers.
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['X-Content-Type-Options'] = 'nosniff';
  });
  return io;
}
