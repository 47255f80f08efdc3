import type { Server as HttpServer } from 'node:http';
import { limits as bounds } from '@sangam/shared/rules/limits';
import { Server } from 'socket.io';
import type { Config } from '../../config.js';
import { clientAddress } from '../../lib/client-address.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { BatchingWebSocketServer } from './batching-websocket.js';
import { boundPolling } from './bound-polling.js';
import type { Io } from './devices.js';
import { isAllowedOrigin } from './origin.js';
import { parser } from './wire.js';

const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;

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
