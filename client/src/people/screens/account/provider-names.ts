import type { SignInProvider } from '@sangam/shared/people/account';

/** Providers as people know them. */
export const providerNames: Record<SignInProvider, string> = { google: 'Google', github: 'GitHub' };
