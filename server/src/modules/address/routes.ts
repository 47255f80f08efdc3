import type { Route } from '../../http/contract-route.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { ok } from '../../lib/result.js';
import type { Addresses } from './service.js';

export function registerAddressRoutes(
  route: Route,
  { addresses, limits }: { addresses: Addresses; limits: RateLimits },
): void {
  route('POST /api/auth/verify-email', async ({ body, request }) => {
    const refused = await limits.take('resetByAddress', request.ip);
    if (refused) return refused;
    const confirmed = await addresses.confirm(body.token);
    return confirmed.ok ? ok({ message: 'Your email address is confirmed.' }) : confirmed;
  });

  route('POST /api/account/verification', async ({ member }) => {
    const refused = await limits.take('verificationByMember', member.id);
    if (refused) return refused;
    const sent = await addresses.sendAgain(member.id);
    if (!sent.ok) return sent;
    return ok({ message: sent.value ? 'A link is on its way to your address.' : 'Your email address is confirmed.' });
  });
}
