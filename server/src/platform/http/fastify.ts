import { randomUUID } from 'node:crypto';
import accepts from '@fastify/accepts';
import cookie from '@fastify/cookie';
import { coreServerLimits } from '@sangam/shared/core/limits';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { Clock } from '../lib/clock.js';
import type { Timings } from '../timings.js';
import { registerOpenapi } from './api-docs.js';
import { registerBodies, registerSerializer, registerValidator } from './bodies.js';
import { answerFrameworkError, registerErrorHandling, rememberRoutes } from './error-handler.js';
import { readableUrl } from './pages.js';
import { answerClientError } from './raw-errors.js';
import { registerSecurityHeaders } from './security-headers.js';

/** Creates Fastify with everything routes rely on: limits, error envelope, bodies, schemas, headers, and the API documentation. */
export async function createFastify({
  config,
  clock,
  log,
  timings,
}: {
  config: Config;
  clock: Clock;
  log: Logger;
  timings: Timings;
}): Promise<FastifyInstance> {
  // Pino's own type would become part of the instance's type.
  const loggerInstance: FastifyBaseLogger = log;
  const fastify: FastifyInstance = Fastify({
    loggerInstance,
    trustProxy: (_address, hop) => hop < config.proxies,
    bodyLimit: coreServerLimits.bodyMaxBytes,
    requestTimeout: timings.http.requestTimeoutMs,
    http: {
      headersTimeout: timings.http.headersTimeoutMs,
      connectionsCheckingInterval: timings.http.timeoutCheckMs,
      // Checked by refuseUnreadable, which answers with a body.
      requireHostHeader: false,
    },
    // Requests that arrive on an open connection while the listener closes are served.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    rewriteUrl: readableUrl,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 64, ignoreTrailingSlash: true },
    logController: new LogController({ disableRequestLogging: true }),
  });
  // Clients whose clock is wrong take the time from this header.
  fastify.addHook('onRequest', async (_request, reply) => {
    reply.header('Date', clock.now().toUTCString());
  });
  rememberRoutes(fastify);
  registerErrorHandling(fastify);
  registerValidator(fastify);
  registerSerializer(fastify);
  registerBodies(fastify);
  await registerSecurityHeaders(fastify, config);
  await fastify.register(accepts);
  await fastify.register(cookie);
  await registerOpenapi(fastify);
  return fastify;
}
