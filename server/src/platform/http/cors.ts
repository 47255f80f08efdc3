import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.js';

/** The origins whose pages may call the API and open sockets. */
export const allowedOrigins = ({ publicUrl, corsOrigins }: Config): string[] => [publicUrl, ...corsOrigins];

/** What such a page may read of an answer's headers. */
export const exposedHeaders = ['Retry-After'];

/** The same for an answer that is given before the plugins see the request. */
export const corsHeaders = (config: Config, { origin }: IncomingHttpHeaders): Record<string, string> =>
  origin !== undefined && allowedOrigins(config).includes(origin)
    ? {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': exposedHeaders.join(', '),
        Vary: 'Origin',
      }
    : {};
