import type { Config } from '../../config.js';
import { callbackUrl } from './flows.js';
import { createGithub } from './github.js';
import { createGoogle } from './google.js';
import type { Provider, ProviderName } from './provider.js';

/** The providers that the settings hold keys for. */
export const configuredProviders = (config: Config): Record<ProviderName, Provider | null> => ({
  google: config.google && createGoogle(config.google, config.googleIssuer, callbackUrl(config.publicUrl, 'google')),
  github:
    config.github &&
    createGithub(
      config.github,
      { web: config.githubUrl, api: config.githubApiUrl },
      callbackUrl(config.publicUrl, 'github'),
    ),
});

/** Their names. */
export const offeredProviders = (providers: Record<ProviderName, Provider | null>): ProviderName[] =>
  (Object.keys(providers) as ProviderName[]).filter((name) => providers[name] !== null);
