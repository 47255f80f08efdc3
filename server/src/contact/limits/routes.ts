import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { Knocks } from './service.js';

export const contactLimitCalls = (knocks: Knocks) =>
  defineCalls({
    'GET /api/knocks': async ({ member, query }) => ok({ data: await knocks.left(member.id, query.user_id) }),
  });
