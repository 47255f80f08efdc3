import type { IncomingMessage } from 'node:http';
import type { Config } from '../../../config.js';

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
