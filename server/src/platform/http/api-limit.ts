import type { IncomingMessage, Server } from 'node:http';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.js';
import { bearerOf, type SessionChecks } from '../lib/member.js';
import type { Fail } from '../lib/result.js';
import { clientAddress } from '../limits/client-address.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { USUAL_WORK_MS } from '../limits/work.js';
import { listenInFront } from './connections.js';
import { sendError } from './error-handler.js';
import { prefersPage } from './pages.js';
import { answerError } from './raw-errors.js';
import { corsHeaders } from './security-headers.js';

interface Deps {
  config: Config;
  limits: RateLimits;
  sessions: Pick<SessionChecks, 'signedFor'>;
}

const isApi = (url: string): boolean => /^\/(api|projects)\//u.test(url);
/** The route's own path: a URL may spell it differently (%61pi). */
const pathOfRoute = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url;
/** Balancers check health from one address; Socket.IO has its own limits. */
const isUnlimited = (url: string): boolean => /^\/(socket\.io\/|(healthz|readyz)(?=[/?]|$))/u.test(url);
/** Browsers cache these: a first visit loads more than a hundred. */
const isFile = (url: string): boolean => /^\/(assets\/|[^?]+\.\w+(?=\?|$))/u.test(url);

/** The limits of all calls without a session. */
const strangersLimits = ['apiByAddress', 'workByAddress'] as const;

/** Returns the apparent member; null for a stranger. */
function memberOf({ headers }: Pick<IncomingMessage, 'headers'>, { sessions }: Pick<Deps, 'sessions'>): number | null {
  const token = bearerOf(headers.authorization ?? '');
  return token === null ? null : sessions.signedFor(token);
}

type CallDeps = Deps & { sessions: Pick<SessionChecks, 'authenticate'> };

/**
 * Returns the member that a call counts for; null for a stranger. Checks the session if the call itself doesn't: the token may have been
 * stolen, and its session ended.
 */
async function memberToCharge(request: FastifyRequest, deps: CallDeps): Promise<number | null> {
  const member = memberOf(request, deps);
  if (member === null || request.routeOptions.config.checksSession) return member;
  const live = await deps.sessions.authenticate(bearerOf(request.headers.authorization ?? '') ?? '');
  return live.ok ? member : null;
}

/**
 * Limits all API calls and their work, in addition to the limits of single calls: by member, since a whole campus may share an
 * address, and by address for everyone else.
 */
export function registerApiLimit(app: FastifyInstance, deps: CallDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(pathOfRoute(request))) return;
    const refused = await spendFor(request, deps);
    if (refused) return sendError(reply, refused.error);
  });
}

async function spendFor(request: FastifyRequest, deps: CallDeps): Promise<Fail | null> {
  const { limits } = deps;
  const member = await memberToCharge(request, deps);
  const workMs = request.routeOptions.config.workMs?.(fieldsOf(request.query)) ?? USUAL_WORK_MS;
  if (member !== null)
    return (await limits.spend('apiByMember', member)) ?? limits.spend('workByMember', member, workMs);
  const isPage = !pathOfRoute(request).startsWith('/api/') && prefersPage(request);
  if (isPage) return limits.spend('pageByAddress', request.ip);
  return (await limits.spend('apiByAddress', request.ip)) ?? limits.spend('workByAddress', request.ip, workMs);
}

/**
 * Limits pages and files by address, and refuses a stranger's calls at once while their address has to wait: the same answer
 * through Fastify, with its headers and log line, costs several times as much, and a flood consists of nothing else.
 */
export function refuseFloods(server: Server, deps: Deps): void {
  const { config, limits } = deps;
  const check = (request: IncomingMessage): Fail | null | Promise<Fail | null> => {
    const { url = '/', method, headers } = request;
    if (isUnlimited(url) && method !== 'OPTIONS') return null;
    const address = clientAddress(request, config.proxies);
    if (!isApi(url) || method === 'OPTIONS')
      return limits.spend(isFile(url) ? 'fileByAddress' : 'pageByAddress', address);
    // A page that shares its path with a call is counted in `registerApiLimit`.
    if (!url.startsWith('/api/') && headers.accept?.includes('html')) return null;
    const exceeded = strangersLimits.find((limit) => limits.hasToWait(limit, address));
    return exceeded && memberOf(request, deps) === null ? limits.refused(exceeded, address) : null;
  };
  listenInFront(server, 'request', (passOn) => (request, response) => {
    const decide = (refused: Fail | null) => {
      if (refused === null) return passOn(request, response);
      const { code, message, retryAfterS = 1 } = refused.error;
      answerError(response, code, {
        message,
        headers: { 'Retry-After': String(retryAfterS), ...corsHeaders(config, request.headers) },
      });
    };
    const checked = check(request);
    if (checked instanceof Promise) void checked.then(decide);
    else decide(checked);
  });
}
