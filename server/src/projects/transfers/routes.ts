import type { transferCalls } from '@sangam/shared/projects/transfers';
import { type Calls, defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { TransfersService } from './service.js';

export const transfersCalls = (transfers: TransfersService, limits: RateLimits): Calls<keyof typeof transferCalls> =>
  defineCalls({
    'GET /api/projects/offers': async ({ member, query }) => ok({ data: await transfers.mine(member.id, query) }),
    'PUT /api/projects/:id/offer': async ({ member, params, body }) => {
      const refused = await limits.take('projectChangeByMember', member.id);
      if (refused) return refused;
      const offer = await transfers.offer(member, params.id, body.user_id);
      return offer.ok ? ok({ data: { offer: offer.value } }) : offer;
    },
    'DELETE /api/projects/:id/offer': async ({ member, params }) => {
      const offer = await transfers.takeBack(member, params.id);
      return offer.ok ? ok({ data: { offer: offer.value } }) : offer;
    },
    'PUT /api/projects/:id/offer/status': async ({ member, params, body }) => {
      const project = await transfers.answer(member, params.id, body.status);
      return project.ok ? ok({ data: { project: project.value } }) : project;
    },
  });
