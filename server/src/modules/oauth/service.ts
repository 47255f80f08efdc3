import { createHmac } from 'node:crypto';
import type { OauthError } from '@sangam/shared/contract/auth';
import { serverLimits } from '@sangam/shared/rules/limits';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import { randomToken, tokenHash } from '../../lib/crypto.js';
import { fail, type Result } from '../../lib/result.js';
import { withTimeout } from '../../lib/with-timeout.js';
import type { AuthService, SessionOrigin, SignedIn, SignInOrigin } from '../auth/auth.js';
import type { AccountOf } from './accounts.js';
import type { FlowSecrets, Provider, ProviderName } from './provider.js';
import * as queries from './queries.js';

type Outcome<T> = { ok: true; value: T } | { ok: false; error: OauthError };

/** From where a member signs in; whether the device is known depends on who it is. */
type OriginFor = (userId: number) => Promise<SignInOrigin>;

export interface OauthService {
  /** Where to send the browser whose cookie holds `browser`. */
  begin(name: ProviderName, browser: string): Promise<Outcome<URL>>;
  /** Answers a one-time code for the browser that the provider sent back with this query (without `?`). */
  finish(name: ProviderName, browser: string | null, query: string, origin: SessionOrigin): Promise<Outcome<string>>;
  /** Turns the code into a session, once, in the same browser; INVALID_OAUTH_CODE otherwise. */
  exchange(code: string, browser: string | null, origin: OriginFor): Promise<Result<SignedIn>>;
}

export function createOauthService(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  auth: AuthService;
  accountOf: AccountOf;
  providers: Record<ProviderName, Provider | null>;
  publicUrl: string;
  /** However slow a provider is, the browser is answered after this time. */
  providerAnswersWithinMs: number;
}): OauthService {
  const { db, clock, log, auth, accountOf, providers, publicUrl, providerAnswersWithinMs } = deps;
  const now = () => new Date(clock.nowMs());
  const after = (ms: number) => new Date(clock.nowMs() + ms);
  const codeOf = (code: string, browser: string, user_id: number) => ({
    ...{ code_hash: tokenHash(code), browser_hash: tokenHash(browser) },
    ...{ user_id, expires_at: after(serverLimits.oauthCodeMs) },
  });
  const failed = (error: OauthError) => ({ ok: false, error }) as const;

  /** A provider's answer, or null when it fails or is late. The log has the reason, and nothing that the provider sent. */
  const ask = async <T>(name: ProviderName, work: Promise<T>): Promise<T | null> => {
    try {
      return await withTimeout(work, providerAnswersWithinMs, 'the provider did not answer in time');
    } catch (error) {
      const { message, code } = error as { message?: string; code?: string };
      log.warn({ provider: name, reason: message, code }, 'a sign-in through a provider failed');
      return null;
    }
  };

  return {
    async begin(name, browser) {
      const provider = providers[name];
      if (!provider) return failed('not_configured');
      const state = randomToken();
      const url = await ask(name, provider.authorizationUrl(secretsOf(browser, state)));
      if (!url) return failed('provider_failed');
      await queries.putFlow(
        db,
        {
          state_hash: tokenHash(state),
          browser_hash: tokenHash(browser),
          provider: name,
          expires_at: after(serverLimits.oauthFlowMs),
        },
        now(),
      );
      return { ok: true, value: url };
    },

    async finish(name, browser, query, origin) {
      const provider = providers[name];
      if (!provider) return failed('not_configured');
      const parameters = new URLSearchParams(query);
      const state = parameters.get('state');
      if (browser === null || state === null) return failed('expired');
      const begun = { state_hash: tokenHash(state), browser_hash: tokenHash(browser), provider: name };
      if (!(await queries.takeFlow(db, begun, now()))) return failed('expired');
      if (parameters.has('error'))
        return failed(parameters.get('error') === 'access_denied' ? 'access_denied' : 'provider_failed');

      const answer = new URL(`${callbackUrl(publicUrl, name)}?${query}`);
      const identity = await ask(name, provider.identify(answer, secretsOf(browser, state)));
      if (!identity) return failed('provider_failed');
      const userId = await accountOf(name, provider, identity, origin);
      if (userId === null) return failed('email_unverified');
      const code = randomToken();
      await queries.putCode(db, codeOf(code, browser, userId), now());
      return { ok: true, value: code };
    },

    async exchange(code, browser, originFor) {
      if (browser === null) return fail('INVALID_OAUTH_CODE');
      const taken = await queries.takeCode(db, { code_hash: tokenHash(code), browser_hash: tokenHash(browser) }, now());
      if (!taken) return fail('INVALID_OAUTH_CODE');
      const signedIn = await auth.signIn(taken.user_id, 'social', await originFor(taken.user_id));
      // The same code once more is who comes back.
      if (!signedIn.ok && signedIn.error.code === 'ACCOUNT_DELETED')
        await queries.putCode(db, codeOf(code, browser, taken.user_id), now());
      return signedIn;
    },
  };
}

/** The redirect address: one per provider, so that an answer cannot be passed off as another provider's. */
export const callbackUrl = (publicUrl: string, name: ProviderName): string => `${publicUrl}/api/auth/${name}/callback`;

/**
 * The flow's secrets are derived from the browser's cookie: with what the database holds, no flow can be completed
 * elsewhere.
 */
const secretsOf = (browser: string, state: string): FlowSecrets => {
  const derive = (purpose: string) => createHmac('sha256', browser).update(`${purpose}:${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('pkce') };
};
