import type { IncomingMessage } from 'node:http';
import type { Config } from '../../../config.js';

/**
 * Whether a page of this origin may open a socket. Browsers do not apply CORS to WebSockets, so the server checks itself:
 * against an exact list and, without PUBLIC_URL, the host that served the page. A request without Origin is not a
 * browser's.
 */
export function isAllowedOrigin(config: Config, request: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return config.allowNoOrigin;
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return !config.publicUrlSet && host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
