import { createHmac } from 'node:crypto';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import type { SignInProvider } from '@sangam/shared/people/account';
import type { OauthError } from '@sangam/shared/people/auth';
import type { Logger } from 'pino';
import { ok } from '../../platform/lib/result.js';
import { withTimeout } from '../../platform/lib/timers.js';
import { callbackUrl, type FlowSecrets, type Identity, type Provider } from './providers.js';

/** The result of a flow. It never contains the provider's own text. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: OauthError };
export const failed = (error: OauthError) => ({ ok: false, error }) as const;

/** Both ends of an authorization, for sign-ins and for linking. */
export interface Flows {
  /** Returns the provider's address for the browser. The caller stores `state` with the flow. */
  begin(name: SignInProvider, browser: string, state: string): Promise<Outcome<URL>>;
  /** Returns the identity from the provider's redirect. `query` is without `?`. The caller has just used up the flow. */
  land(name: SignInProvider, browser: string, state: string, query: string): Promise<Outcome<Identity>>;
}

export function createFlows(deps: {
  log: Logger;
  providers: Record<SignInProvider, Provider | null>;
  publicUrl: string;
  /** The timeout for the provider, after which the browser gets an error. */
  providerAnswersWithinMs: number;
}): Flows {
  const { log, providers, publicUrl, providerAnswersWithinMs } = deps;

  /** Null if the provider fails or is late. The log gets the reason, but nothing that the provider sent. */
  const awaitProvider = async <T>(name: SignInProvider, work: Promise<T>): Promise<T | null> => {
    try {
      return await withTimeout(work, providerAnswersWithinMs, 'the provider did not answer in time');
    } catch (error) {
      const { message, code } = fieldsOf(error);
      log.warn({ provider: name, reason: message, code }, 'a sign-in through a provider failed');
      return null;
    }
  };

  return {
    async begin(name, browser, state) {
      const provider = providers[name];
      if (!provider) return failed('not_configured');
      const url = await awaitProvider(name, provider.authorizationUrl(secretsOf(browser, state)));
      return url ? ok(url) : failed('provider_failed');
    },

    async land(name, browser, state, query) {
      const provider = providers[name];
      if (!provider) return failed('not_configured');
      const refusal = new URLSearchParams(query).get('error');
      if (refusal !== null) return failed(refusal === 'access_denied' ? 'access_denied' : 'provider_failed');
      const answer = new URL(`${callbackUrl(publicUrl, name)}?${query}`);
      const identity = await awaitProvider(name, provider.identify(answer, secretsOf(browser, state)));
      return identity ? ok(identity) : failed('provider_failed');
    },
  };
}

/**
 * Derived from the browser's cookie, so that the database's content isn't enough to complete a flow elsewhere.
 */
const secretsOf = (browser: string, state: string): FlowSecrets => {
  const derive = (purpose: string) => createHmac('sha256', browser).update(`${purpose}:${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('pkce') };
};
