import { type Server as HttpServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../../config.js';
import { listenInFront } from '../../http/connections.js';
import { answerError, endWithError } from '../../http/raw-errors.js';
import { corsHeaders } from '../../http/security-headers.js';
import type { AppError, Fail } from '../../lib/result.js';
import { clientAddress } from '../../limits/client-address.js';
import type { LimitName } from '../../limits/policies.js';
import type { RateLimits } from '../../limits/rate-limits.js';
import type { Io } from './io.js';
import { isOpen } from './library-internals.js';

/** A sibling subdomain is another site, too: one that may open sockets is listed in CORS_ORIGINS, and its requests carry an Origin. */
const OTHER_SITES = ['cross-site', 'same-site'];

/**
 * Whether this request may open a socket. Browsers do not apply CORS to WebSockets, so the server checks the Origin itself:
 * against an exact list and, without PUBLIC_URL, the host that served the page. A page's own GET (long-polling) and programs send
 * no Origin. They pass unless the browser reports another site: a handshake carries no cookie that identifies the member, only
 * the token in its payload does.
 */
export function isAllowedOrigin(config: Config, { headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return !OTHER_SITES.includes(String(headers['sec-fetch-site']).toLowerCase());
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return !config.publicUrlSet && host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * Limits how often an address may begin a connection, and how often it may name one that does not exist. The member is not known
 * yet: a browser sends its token once the connection is open. A refusal says when to retry, like that of any other call. A
 * refused address is answered before Engine.IO sees the request, until the limit's window ends, so that a flood costs little.
 */
export function limitHandshakes(
  io: Io,
  http: HttpServer,
  { limits, config }: { limits: RateLimits; config: Config },
): void {
  /** null: the connection exists, and limits its own traffic. */
  const limitOf = (request: IncomingMessage): LimitName | null => {
    const connectionId = connectionNamed(request);
    if (connectionId === null) return 'handshakeByAddress';
    return isOpen(io, connectionId) ? null : 'strayPollByAddress';
  };
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    const limit = limitOf(request);
    if (limit === null) return next();
    void Promise.resolve(limits.spend(limit, clientAddress(request, config.proxies))).then((refused) => {
      if (refused) refuseRequest(request, response, refused.error);
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
    if (refused) refuseRequest(request, response, refused.error, corsHeaders(config, request.headers));
    else passOn(request, response);
  });
  listenInFront(http, 'upgrade', (passOn) => (request, connection, head) => {
    const refused = refusedAlready(request);
    if (refused) refuseRequest(request, connection, refused.error);
    else passOn(request, connection, head);
  });
}

/** Returns the connection that a request to Socket.IO names; null: it begins one. Engine.IO uses the last name, and treats an empty one as none. */
export const connectionNamed = (request: IncomingMessage): string | null =>
  new URL(request.url ?? '/', 'http://server').searchParams.getAll('sid').at(-1) || null;

/** Refuses a request to Socket.IO, by long-polling or for a WebSocket, and says when to retry. */
export function refuseRequest(
  request: IncomingMessage,
  response: unknown,
  { code, message, retryAfterS = 1 }: AppError,
  headers: Record<string, string> = {},
): void {
  const detail = { message, headers: { 'Retry-After': String(retryAfterS), ...headers } };
  // For a WebSocket, Engine.IO passes its middleware another object, which writes nothing.
  if (response instanceof ServerResponse) answerError(response, code, detail);
  else endWithError(request.socket, code, detail);
}
