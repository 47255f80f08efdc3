import { defineAliasedCall, defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { InterestsService } from './service.js';

export const interestCalls = ({ interests, limits }: { interests: InterestsService; limits: RateLimits }) => ({
  ...defineCalls({
    'GET /api/projects/connections/incoming': async ({ member, query }) =>
      ok({ data: await interests.incoming(member.id, query) }),
    'GET /api/projects/connections/mine': async ({ member, query }) =>
      ok({ data: await interests.mine(member.id, query) }),
  }),

  ...defineAliasedCall('POST /api/projects/:id/connect', '/projects/:id/connect', async ({ member, params }) => {
    const refused = await limits.take('requestByMember', member.id);
    if (refused) return refused;
    const interest = await interests.show(member, params.id);
    return interest.ok
      ? ok({ message: 'Interest sent successfully!', data: { connection: interest.value } })
      : interest;
  }),

  ...defineAliasedCall(
    'PUT /api/projects/connections/:id',
    '/projects/connections/:id',
    async ({ member, params, body }) => {
      const interest = await interests.decide(member, params.id, body.status);
      return interest.ok
        ? ok({ message: `Connection ${body.status}`, data: { connection: interest.value } })
        : interest;
    },
  ),
});
