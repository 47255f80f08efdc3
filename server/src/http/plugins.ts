import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';

/** Headers that every answer carries, and cookies for the OAuth flow. */
export async function registerPlugins(app: FastifyInstance, config: Config): Promise<void> {
  const secure = config.publicUrl.startsWith('https:');
  // Chrome and Firefox let 'self' stand for ws: and wss: of the same host, Safari before 15.4 does not.
  const sockets = config.publicUrl.replace(/^http/u, 'ws');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Positions of virtual lists, popovers and toasts are style attributes; style elements come from the toasts.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", sockets],
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
  await app.register(cors, {
    origin: [config.publicUrl, ...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['Retry-After'],
    maxAge: 600,
  });
  // Bodies are JSON and nothing else: a form of another site cannot send that without asking first.
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
}
