import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { OffersService } from './service.js';

export const transferCalls = (offers: OffersService) =>
  defineCalls({
    'GET /api/projects/offers': async ({ member, query }) => ok({ data: await offers.mine(member.id, query) }),
  });
