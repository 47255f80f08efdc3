import { keysOf } from '@sangam/shared/core/keys-of';
import { providerNames } from '@sangam/shared/people/account-messages';
import type { OauthError } from '@sangam/shared/people/auth';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import { randomToken } from '../../platform/lib/secrets.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import type { KnownDevices } from '../sign-in/known-devices.js';
import { logSignIn, signedInAnswer } from '../sign-in/routes.js';
import { originOf } from '../sign-in/session-origin.js';
import type { Linking } from './linking.js';
import type { OauthService } from './service.js';

const redirectSchema = (summary: string, target: string) => ({
  tags: ['auth'],
  summary,
  response: {
    302: { description: target, type: 'null', headers: { Location: { type: 'string', format: 'uri-reference' } } },
  },
});

/** The cookie that binds a flow to the browser that began it. */
export function flowCookie(secure: boolean) {
  // With this prefix, browsers refuse a cookie that another host of the same site has set.
  const name = secure ? '__Host-sangam_flow' : 'sangam_flow';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const maxAge = (peopleServerLimits.oauthFlowMs + peopleServerLimits.oauthCodeMs) / 1_000;
  return {
    /** The flow's browser id, or null. */
    read(request: FastifyRequest): string | null {
      const value = request.cookies[name];
      return value !== undefined && /^[\w-]{43}$/u.test(value) ? value : null;
    },
    keep: (reply: FastifyReply, browser: string) => reply.setCookie(name, browser, { ...options, maxAge }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  };
}
type FlowCookie = ReturnType<typeof flowCookie>;

/** Registers the redirect to each provider and its callback. */
export function registerOauthRoutes(
  app: FastifyInstance,
  { oauth, limits, cookie }: { oauth: Pick<OauthService, 'begin' | 'finish'>; limits: RateLimits; cookie: FlowCookie },
): void {
  for (const name of keysOf(providerNames)) {
    app.get(
      `/api/auth/${name}`,
      {
        schema: redirectSchema(
          `Sign in with ${providerNames[name]}`,
          `To ${providerNames[name]}, or to /oauth-success?error=…`,
        ),
      },
      async (request, reply) => {
        const refused = await limits.take('oauthByAddress', request.ip);
        if (refused) return toPage(reply.header('Retry-After', String(refused.error.retryAfterS ?? 1)), 'rate_limited');
        // All flows share the browser's cookie, so that two tabs can sign in at once.
        const browser = cookie.read(request) ?? randomToken();
        const providerUrl = await oauth.begin(name, browser);
        if (!providerUrl.ok) return toPage(reply, providerUrl.error);
        cookie.keep(reply, browser);
        return redirect(reply, providerUrl.value.href);
      },
    );
    app.get(
      `/api/auth/${name}/callback`,
      {
        schema: redirectSchema(
          `Callback from ${providerNames[name]}`,
          'To /oauth-success?token=… or ?error=…. For a member who links an account, to /settings?linked=… or ?error=…',
        ),
      },
      async (request, reply) => {
        const query = request.raw.url?.split('?').slice(1).join('?') ?? '';
        const landing = await oauth.finish(name, cookie.read(request), query, originOf(request));
        if (landing.for === 'linking')
          return redirect(reply, `/settings?${landing.error === null ? `linked=${name}` : `error=${landing.error}`}`);
        const { outcome } = landing;
        return outcome.ok
          ? redirect(reply, `/oauth-success?${new URLSearchParams({ token: outcome.value })}`)
          : toPage(reply, outcome.error);
      },
    );
  }
}

/** Links and unlinks providers, and exchanges a callback's code for a session. */
export function oauthCalls({
  oauth,
  linking,
  devices,
  limits,
  cookie,
}: {
  oauth: OauthService;
  linking: Linking;
  devices: Pick<KnownDevices, 'cookieName' | 'keep' | 'isKnown'>;
  limits: RateLimits;
  cookie: FlowCookie;
}) {
  return defineCalls({
    'POST /api/account/providers/:provider': async ({ member, params, body, request, reply }) => {
      const refused = await limits.take('passwordByMember', member.id);
      if (refused) return refused;
      const browser = cookie.read(request) ?? randomToken();
      const providerUrl = await linking.begin(member, params.provider, body.current_password, browser);
      if (!providerUrl.ok) return providerUrl;
      cookie.keep(reply, browser);
      return ok({ data: { url: providerUrl.value.href } });
    },
    'DELETE /api/account/providers/:provider': async ({ member, params, body, request }) => {
      const refused = await limits.take('passwordByMember', member.id);
      if (refused) return refused;
      const unlinked = await linking.unlink(member, params.provider, body.current_password, originOf(request));
      return unlinked.ok ? ok({}) : unlinked;
    },
    'POST /api/auth/oauth/exchange': async ({ body, request, reply }) => {
      const refused = await limits.take('oauthByAddress', request.ip);
      if (refused) return refused;
      const signedIn = await oauth.exchange(body.code, cookie.read(request), async (userId) => ({
        ...originOf(request),
        comesBack: body.come_back === true,
        isKnownDevice: await devices.isKnown(request.cookies[devices.cookieName], userId),
      }));
      if (signedIn.ok) {
        await devices.keep(reply, signedIn.value.user.id, signedIn.value.token);
        cookie.clear(reply);
        logSignIn(request, signedIn.value, 'social');
      }
      return signedInAnswer('Login successful!', signedIn);
    },
  });
}

// Relative, so that no request header can set the host.
const toPage = (reply: FastifyReply, error: OauthError) => redirect(reply, `/oauth-success?error=${error}`);

const redirect = (reply: FastifyReply, to: string) =>
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer').redirect(to, 302);
