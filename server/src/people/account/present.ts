import type { LinkedSignIn, SignInProvider } from '@sangam/shared/people/account';

/** The providers that are linked, and those that the installation offers, by name. */
export const signInsOf = (
  linked: readonly { provider: SignInProvider; at: Date }[],
  offered: readonly SignInProvider[],
): LinkedSignIn[] =>
  [...new Set([...linked.map(({ provider }) => provider), ...offered])].sort().map((provider) => ({
    provider,
    linked_at: linked.find((one) => one.provider === provider)?.at.toISOString() ?? null,
    is_offered: offered.includes(provider),
  }));
