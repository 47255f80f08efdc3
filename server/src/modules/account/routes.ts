import type { Route } from '../../http/contract-route.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { ok, type Result } from '../../lib/result.js';
import { type Devices, originOf } from '../auth/auth.js';
import type { AccountService } from './service.js';

export function registerAccountRoutes(
  route: Route,
  { account, devices, limits }: { account: AccountService; devices: Devices; limits: RateLimits },
): void {
  const answer = <T>(result: Result<T>) => (result.ok ? ok({ data: result.value }) : result);

  route('GET /api/account', async ({ member }) => answer(await account.get(member)));

  route('PUT /api/account/password', async ({ member, body, request, reply }) => {
    const refused = await limits.take('passwordByMember', member.id);
    if (refused) return refused;
    const changed = await account.changePassword(member, body, originOf(request));
    // The cookie is signed with the password.
    if (changed.ok) reply.setCookie(devices.cookie.name, await devices.remember(member.id), devices.cookie.options);
    return answer(changed);
  });

  route('DELETE /api/account/sessions/:sessionId', async ({ member, params, request }) =>
    answer(await account.endSession(member, params.sessionId, originOf(request))),
  );
  route('DELETE /api/account/sessions', async ({ member, request }) =>
    answer(await account.endOthers(member, originOf(request))),
  );
}
