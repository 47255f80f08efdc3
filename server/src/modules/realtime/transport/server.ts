import type { Server as HttpServer } from 'node:http';
import { limits as bounds } from '@sangam/shared/rules/limits';
import { Server } from 'socket.io';
import type { Config } from '../../../config.js';
import { clientAddress } from '../../../lib/client-address.js';
import type { RateLimits } from '../../../lib/rate-limits.js';
import type { Timings } from '../../../timings.js';
import { batchingWebSocketServer } from './batching.js';
import { boundUnsent } from './bound-unsent.js';
import type { Io } from './io.js';
import { isAllowedOrigin } from './origin.js';
import { parser } from './packets.js';

/** Socket.IO on the HTTP server, with limits on origins, sizes, time to authenticate, silence and unsent data. */
export function createSocketServer(
  http: HttpServer,
  { config, limits, timings }: { config: Config; limits: RateLimits; timings: Timings['sockets'] },
): Io {
  const io: Io = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    parser,
    wsEngine: batchingWebSocketServer(timings.closeFrameWithinMs),
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: bounds.bodyMaxBytes,
    connectTimeout: timings.authenticatedWithinMs,
    pingInterval: timings.pingIntervalMs,
    pingTimeout: timings.pingTimeoutMs,
    cors: { origin: [config.publicUrl, ...config.corsOrigins] },
    // Clients recover by sequence number. Socket.IO's connection state recovery skips authentication and may lose events.
    allowRequest: (request, answer) => {
      if (!isAllowedOrigin(config, request)) return answer(null, false);
      const refused = limits.spend('handshakeByAddress', clientAddress(request, config.proxies));
      if (refused instanceof Promise) void refused.then((late) => answer(null, late === null));
      else answer(null, refused === null);
    },
  });
  io.engine.on('connection', boundUnsent);
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['X-Content-Type-Options'] = 'nosniff';
  });
  return io;
}
