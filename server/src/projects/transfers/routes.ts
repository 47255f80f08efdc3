import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { TransfersService } from './service.js';

export const transferCalls = (offers: TransfersService) =>
  defineCalls({
    'GET /api/projects/offers': async ({ member, query }) => ok({ data: await offers.mine(member.id, query) }),
  });
