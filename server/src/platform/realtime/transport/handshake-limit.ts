import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Config } from '../../../config.js';
import { corsHeaders } from '../../http/cors.js';
import { listenInFront } from '../../http/request-listeners.js';
import { clientAddress } from '../../lib/client-address.js';
import type { LimitName, RateLimits } from '../../lib/rate-limits.js';
import type { Fail } from '../../lib/result.js';
import type { Io } from './io.js';
import { isOpen } from './library-internals.js';
import { connectionNamed, turnAway } from './turn-away.js';

/**
 * Limits how often an address may begin a connection, and how often it may name one that does not exist. Who it is only shows
 * later: a browser sends its token once the connection is open. A refusal says when to come back, in the form of any other call's. Who was refused is answered
 * before Engine.IO sees the request, until the limit's window ends: a flood shall cost little.
 */
export function limitHandshakes(
  io: Io,
  http: HttpServer,
  { limits, config }: { limits: RateLimits; config: Config },
): void {
  /** null: the connection is there, and bounds what it takes itself. */
  const limitOf = (request: IncomingMessage): LimitName | null => {
    const named = connectionNamed(request);
    if (named === null) return 'handshakeByAddress';
    return isOpen(io, named) ? null : 'strayPollByAddress';
  };
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    const limit = limitOf(request);
    if (limit === null) return next();
    void Promise.resolve(limits.spend(limit, clientAddress(request, config.proxies))).then((refused) => {
      if (refused) turnAway(request, response, refused.error);
      else next();
    });
  });

  const refusedAlready = (request: IncomingMessage): Fail | null => {
    if (!request.url?.startsWith('/socket.io/') || request.method === 'OPTIONS') return null;
    const limit = limitOf(request);
    return limit === null ? null : limits.refused(limit, clientAddress(request, config.proxies));
  };
  listenInFront(http, 'request', (passOn) => (request, response) => {
    const refused = refusedAlready(request);
    if (refused) turnAway(request, response, refused.error, corsHeaders(config, request.headers));
    else passOn(request, response);
  });
  listenInFront(http, 'upgrade', (passOn) => (request, connection, head) => {
    const refused = refusedAlready(request);
    if (refused) turnAway(request, connection, refused.error);
    else passOn(request, connection, head);
  });
}
