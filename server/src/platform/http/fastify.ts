import { randomUUID } from 'node:crypto';
import { coreServerLimits } from '@sangam/shared/core/limits';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { Timings } from '../timings.js';
import { registerBodies } from './bodies.js';
import { answerClientError } from './client-errors.js';
import { answerFrameworkError, registerErrorHandling, rememberRoutes } from './error-handler.js';
import { registerOpenapi } from './openapi.js';
import { registerPlugins } from './plugins.js';
import { registerSerializer } from './serializer.js';
import { registerValidator } from './validator.js';

/** Fastify as every route finds it: bounds, errors with the envelope, bodies, schemas, headers, and the list of calls. */
export async function createFastify({
  config,
  log,
  timings,
}: {
  config: Config;
  log: Logger;
  timings: Timings;
}): Promise<FastifyInstance> {
  const fastify = Fastify({
    loggerInstance: log,
    trustProxy: (_address, hop) => hop < config.proxies,
    bodyLimit: coreServerLimits.bodyMaxBytes,
    requestTimeout: timings.http.requestTimeoutMs,
    http: {
      headersTimeout: timings.http.headersTimeoutMs,
      connectionsCheckingInterval: timings.http.timeoutCheckMs,
      // Checked by refuseUnreadable, which answers with a body.
      requireHostHeader: false,
    },
    // What arrives on an open connection while the listener closes is served.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 64, ignoreTrailingSlash: true },
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  rememberRoutes(fastify);
  registerErrorHandling(fastify);
  registerValidator(fastify);
  registerSerializer(fastify);
  registerBodies(fastify);
  await registerPlugins(fastify, config);
  await registerOpenapi(fastify);
  return fastify;
}
