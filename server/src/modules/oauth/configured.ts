import type { Config } from '../../config.js';
import { createGithub } from './github.js';
import { createGoogle } from './google.js';
import type { Provider, ProviderName } from './provider.js';
import { callbackUrl } from './service.js';

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
