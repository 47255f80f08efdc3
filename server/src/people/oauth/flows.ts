import { createHmac } from 'node:crypto';
import type { OauthError } from '@sangam/shared/people/auth';
import type { Logger } from 'pino';
import { withTimeout } from '../../platform/lib/with-timeout.js';
import type { FlowSecrets, Identity, Provider, ProviderName } from './provider.js';

/** What comes of a way to a provider and back: never the provider's own words. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: OauthError };
export const failed = (error: OauthError) => ({ ok: false, error }) as const;

/** The two ends of every way to a provider and back, whatever the person wants there. */
export interface Flows {
  /** Where a browser goes first, for the state that its flow is stored with. */
  begin(name: ProviderName, browser: string, state: string): Promise<Outcome<URL>>;
  /** Whom the provider named that sent the browser back with this query (without `?`), for a flow that was just used up. */
  land(name: ProviderName, browser: string, state: string, query: string): Promise<Outcome<Identity>>;
}

export function createFlows(deps: {
  log: Logger;
  providers: Record<ProviderName, Provider | null>;
  publicUrl: string;
  /** However slow a provider is, the browser is answered after this time. */
  providerAnswersWithinMs: number;
}): Flows {
  const { log, providers, publicUrl, providerAnswersWithinMs } = deps;

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
    async begin(name, browser, state) {
      const provider = providers[name];
      if (!provider) return failed('not_configured');
      const url = await ask(name, provider.authorizationUrl(secretsOf(browser, state)));
      return url ? { ok: true, value: url } : failed('provider_failed');
    },

    async land(name, browser, state, query) {
      const provider = providers[name];
      if (!provider) return failed('not_configured');
      const refusal = new URLSearchParams(query).get('error');
      if (refusal !== null) return failed(refusal === 'access_denied' ? 'access_denied' : 'provider_failed');
      const answer = new URL(`${callbackUrl(publicUrl, name)}?${query}`);
      const identity = await ask(name, provider.identify(answer, secretsOf(browser, state)));
      return identity ? { ok: true, value: identity } : failed('provider_failed');
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
