import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../lib/rate-limits.js';
import { sendError } from './error-handler.js';

/** Limits all API calls of one address, besides the limits of single calls. Pages and health checks are not counted. */
export function registerApiLimit(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    // By the matched route: a URL may spell it differently (%61pi).
    if (!/^\/(api|projects)\//u.test(request.routeOptions.url ?? request.url)) return;
    const refused = await limits.spend('apiByAddress', request.ip);
    if (refused) return sendError(reply, refused.error);
  });
}
