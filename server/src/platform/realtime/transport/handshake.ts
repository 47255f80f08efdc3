import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../../config.js';
import { listenInFront } from '../../http/connections.js';
import { answerError, endWithError } from '../../http/raw-errors.js';
import { corsHeaders } from '../../http/security-headers.js';
import { clientAddress } from '../../lib/client-address.js';
import type { LimitName, RateLimits } from '../../lib/rate-limits.js';
import type { AppError, Fail } from '../../lib/result.js';
import type { Io } from './io.js';
import { isOpen } from './library-internals.js';

/** A sibling subdomain is another site too: one that may open sockets stands in CORS_ORIGINS, and its requests carry an Origin. */
const OTHER_SITES = ['cross-site', 'same-site'];

/**
 * Whether this request may open a socket. Browsers do not apply CORS to WebSockets, so the server checks the Origin itself:
 * against an exact list and, without PUBLIC_URL, the host that served the page. A page's own GET (long-polling) and
 * programs send no Origin. They pass unless the browser says that another site asks: a browser adds nothing to a
 * handshake that proves who the member is, only its payload's token does.
 */
export function isAllowedOrigin(config: Config, { headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return !OTHER_SITES.includes(String(headers['sec-fetch-site']).toLowerCase());
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return !config.publicUrlSet && host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

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

/**
 * The connection that a request to Socket.IO belongs to; null: it begins one. To Engine.IO the last name counts, and an empty
 * one is none.
 */
export const connectionNamed = (request: IncomingMessage): string | null =>
  new URL(request.url ?? '/', 'http://server').searchParams.getAll('sid').at(-1) || null;

/** Refuses a request to Socket.IO, of long-polling or for a WebSocket, and says when to come back. */
export function turnAway(
  request: IncomingMessage,
  response: unknown,
  { code, message, retryAfterS = 1 }: AppError,
  headers: Record<string, string> = {},
): void {
  const detail = { message, headers: { 'Retry-After': String(retryAfterS), ...headers } };
  // Engine.IO's middleware is given something else for a WebSocket, which writes nothing.
  if (response instanceof ServerResponse) answerError(response, code, detail);
  else endWithError(request.socket, code, detail);
}
