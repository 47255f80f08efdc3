import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../lib/rate-limits.js';
import { sendError } from './error-handler.js';

/** Bounds what one address may ask of the API altogether, beside the limits of single calls. Pages and health are free. */
export function registerApiLimit(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    // By the route that was found: the address may spell it in other ways (%61pi).
    if (!/^\/(api|projects)\//u.test(request.routeOptions.url ?? request.url)) return;
    const refused = await limits.spend('apiByAddress', request.ip);
    if (refused) return sendError(reply, refused.error);
  });
}
