import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { ContactLimits } from './service.js';

export const contactLimitCalls = (contactLimits: ContactLimits) =>
  defineCalls({
    'GET /api/knocks': async ({ member, query }) => ok({ data: await contactLimits.left(member.id, query.user_id) }),
  });
