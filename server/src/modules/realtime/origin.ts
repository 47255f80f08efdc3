import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.js';

/**
 * Whether a page of this origin may open a socket. Browsers do not ask CORS for WebSockets, so the server checks itself:
 * an exact list, and without PUBLIC_URL also the host that the page was served from. No Origin means no browser.
 */
export function isAllowedOrigin(config: Config, request: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return config.allowNoOrigin;
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return !config.publicUrlSet && host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
