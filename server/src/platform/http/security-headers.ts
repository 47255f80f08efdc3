import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../../config.js';
import { sendNotFound } from './error-handler.js';

/** The origins whose pages may call the API and open sockets. */
export const allowedOrigins = ({ publicUrl, corsOrigins }: Config): string[] => [publicUrl, ...corsOrigins];

/** Headers that such a page may read from an answer. */
export const exposedHeaders = ['Retry-After'];

/** CORS headers for an answer sent before the plugins see the request. */
export const corsHeaders = (config: Config, { origin }: IncomingHttpHeaders): Record<string, string> =>
  origin !== undefined && allowedOrigins(config).includes(origin)
    ? {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': exposedHeaders.join(', '),
        Vary: 'Origin',
      }
    : {};

/** Sets the security headers and CORS of every response. */
export async function registerSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const secure = config.publicUrl.startsWith('https:');
  // Safari before 15.4 does not take 'self' for ws: and wss: of the same host.
  const sockets = config.publicUrl.replace(/^http/u, 'ws');
  // Built once: helmet's Fastify plugin assembles all headers for each request, which takes 18 µs instead of one.
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Virtual lists, popovers and toasts set style attributes; toasts also add style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures in conversations are copies that the page holds, and drops with their message.
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", sockets],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  app.addHook('onRequest', (request, reply, next) =>
    // Helmet's type says less than it passes: an Error or nothing.
    setSecurityHeaders(request.raw, reply.raw, (error) => next(error as Error | undefined)),
  );
  // Without a preflight's headers, OPTIONS is a method like any other, and no path has it.
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    if (request.method === 'OPTIONS' && !(origin && method)) return sendNotFound(app, request, reply);
  });
  await app.register(cors, {
    origin: allowedOrigins(config),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders,
    maxAge: 600,
  });
  // JSON bodies only: a form on another site cannot send them without a preflight.
  app.removeContentTypeParser('text/plain');
}
