import type { Server as HttpServer } from 'node:http';
import { limits as bounds } from '@sangam/shared/rules/limits';
import { Server } from 'socket.io';
import type { Config } from '../../../config.js';
import { clientAddress } from '../../../lib/client-address.js';
import type { RateLimits } from '../../../lib/rate-limits.js';
import { BatchingWebSocketServer } from './batching.js';
import { boundPolling } from './bound-polling.js';
import type { Io } from './io.js';
import { isAllowedOrigin } from './origin.js';
import { parser } from './packets.js';

const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Socket.IO on the HTTP server, with limits on origins, sizes, time to authenticate, silence and unsent data. */
export function createSocketServer(http: HttpServer, config: Config, limits: RateLimits): Io {
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
    // Clients recover by sequence number. Socket.IO's connection state recovery skips authentication and may lose events.
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
