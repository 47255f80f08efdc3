import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../lib/rate-limits.js';
import { bearerOf } from './bearer.js';
import { sendError } from './error-handler.js';

/**
 * Limits all API calls, besides the limits of single calls: of a member by who they are, since a whole campus may share
 * their address, and of everybody else by address. Pages and health checks are not counted. `signedFor` tells whom a token
 * was signed for, without asking whether its session has ended.
 */
export function registerApiLimit(
  app: FastifyInstance,
  limits: RateLimits,
  signedFor: (token: string) => number | null,
): void {
  app.addHook('onRequest', async (request, reply) => {
    // By the matched route: a URL may spell it differently (%61pi).
    if (!/^\/(api|projects)\//u.test(request.routeOptions.url ?? request.url)) return;
    const token = bearerOf(request.headers.authorization ?? '');
    const member = token === null ? null : signedFor(token);
    const refused = await (member === null
      ? limits.spend('apiByAddress', request.ip)
      : limits.spend('apiByMember', member));
    if (refused) return sendError(reply, refused.error);
  });
}
