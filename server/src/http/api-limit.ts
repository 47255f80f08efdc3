import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import { clientAddress } from '../lib/client-address.js';
import type { RateLimits } from '../lib/rate-limits.js';
import { bearerOf } from './bearer.js';
import { corsHeaders } from './cors.js';
import { sendError } from './error-handler.js';
import { answerError } from './raw-errors.js';
import { listenInFront } from './request-listeners.js';

interface Deps {
  config: Config;
  limits: RateLimits;
  /** Whom a token was signed for, without asking whether its session has ended. */
  signedFor: (token: string) => number | null;
}

const isCounted = (url: string): boolean => /^\/(api|projects)\//u.test(url);

/** Whose request this seems to be; null: a stranger's. */
function memberOf({ headers }: Pick<IncomingMessage, 'headers'>, { signedFor }: Deps): number | null {
  const token = bearerOf(headers.authorization ?? '');
  return token === null ? null : signedFor(token);
}

/**
 * Limits all API calls, besides the limits of single calls: of a member by who they are, since a whole campus may share
 * their address, and of everybody else by address. Pages and health checks are not counted.
 */
export function registerApiLimit(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    // By the matched route: a URL may spell it differently (%61pi).
    if (!isCounted(request.routeOptions.url ?? request.url)) return;
    const member = memberOf(request, deps);
    const refused = await (member === null
      ? deps.limits.spend('apiByAddress', request.ip)
      : deps.limits.spend('apiByMember', member));
    if (refused) return sendError(reply, refused.error);
  });
}

/**
 * Refuses a stranger's calls at once while their address has to wait: Fastify's way to the same answer, with its headers
 * and its line in the log, costs several times as much, and a flood consists of nothing else.
 */
export function refuseFloods(server: Server, deps: Deps): void {
  const { config, limits } = deps;
  listenInFront(server, 'request', (passOn) => (request, response) => {
    const { url = '/', method, headers } = request;
    if (!isCounted(url) || method === 'OPTIONS') return passOn(request, response);
    const address = clientAddress(request, config.proxies);
    const isStrangers = () => memberOf(request, deps) === null;
    const refused =
      limits.hasToWait('apiByAddress', address) && isStrangers() ? limits.refused('apiByAddress', address) : null;
    if (refused === null) return passOn(request, response);
    const { code, message, retryAfterS = 1 } = refused.error;
    answerError(response, code, {
      message,
      headers: { 'Retry-After': String(retryAfterS), ...corsHeaders(config, headers) },
    });
  });
}
