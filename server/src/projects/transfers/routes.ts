import type { transferCalls } from '@sangam/shared/projects/transfers';
import { type Calls, defineCalls } from '../../platform/http/contract-route.js';
import { mapResult, ok, type Result } from '../../platform/lib/result.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import type { TransfersService } from './service.js';

const answerOffer = <T>(result: Result<T>) => mapResult(result, (offer) => ({ data: { offer } }));

export const transfersCalls = (transfers: TransfersService, limits: RateLimits): Calls<keyof typeof transferCalls> =>
  defineCalls({
    'GET /api/projects/offers': async ({ member, query }) => ok({ data: await transfers.mine(member.id, query) }),
    'PUT /api/projects/:id/offer': async ({ member, params, body }) =>
      (await limits.take('projectChangeByMember', member.id)) ??
      answerOffer(await transfers.offer(member, params.id, body.user_id)),
    'DELETE /api/projects/:id/offer': async ({ member, params }) =>
      answerOffer(await transfers.takeBack(member, params.id)),
    'PUT /api/projects/:id/offer/status': async ({ member, params, body }) =>
      mapResult(await transfers.answer(member, params.id, body.status), (project) => ({ data: { project } })),
  });
