import { keysOf } from '@sangam/shared/core/keys-of';

/** The push services of browser vendors, by the hosts of their endpoints. */
const services = {
  google: /^(?:fcm|android|jmt17)\.google(?:apis)?\.com$/u,
  mozilla: /(?:^|\.)push\.services\.mozilla\.com$/u,
  microsoft: /(?:^|\.)notify\.windows\.com$/u,
  apple: /(?:^|\.)push\.apple\.com$/u,
};

type PushService = keyof typeof services;

/** The vendor's service that an endpoint belongs to; null for any other host. */
function pushServiceOf(endpoint: string): PushService | null {
  const { hostname } = new URL(endpoint);
  const found = keysOf(services).find((name) => services[name].test(hostname));
  return found ?? null;
}

/**
 * Whether the service's browsers accept a push that shows nothing. Safari ends a subscription after three of them. Chromium and
 * Firefox accept them in moderation.
 */
export const allowsSilentPush = (endpoint: string): boolean => pushServiceOf(endpoint) !== 'apple';

/** The budget of all hosts that belong to no browser vendor: a member can name any number of them. */
const OTHER_HOSTS = 'other hosts';

/** The budget of the endpoint's host; all hosts of one vendor's service share it. */
export const hostBudgetOf = (endpoint: string): string => `host ${pushServiceOf(endpoint) ?? new URL(endpoint).host}`;

/** The budget that all devices of a member share. */
export const memberBudgetOf = (userId: number): string => `member ${userId}`;

/** The budgets of a push to a member's device. */
export const pushBudgetsOf = (userId: number, endpoint: string): string[] => [
  memberBudgetOf(userId),
  hostBudgetOf(endpoint),
  ...(pushServiceOf(endpoint) === null ? [OTHER_HOSTS] : []),
];

/** How many pushes one server sends concurrently within each budget. */
export const pushesAtOnce = { member: 4, service: 6, host: 4, otherHosts: 8 } as const;

/** How many pushes of one budget a server sends concurrently. */
export function pushesAtOnceOf(budget: string): number {
  if (budget === OTHER_HOSTS) return pushesAtOnce.otherHosts;
  if (budget.startsWith('member ')) return pushesAtOnce.member;
  return budget.slice('host '.length) in services ? pushesAtOnce.service : pushesAtOnce.host;
}
