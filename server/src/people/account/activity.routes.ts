import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { AccountActivityService } from './activity.js';

export const activityCalls = (activity: AccountActivityService) =>
  defineCalls({
    'GET /api/account/activity': async ({ member, query }) => {
      const page = await activity.own(member.id, query);
      return page.ok ? ok({ data: page.value }) : page;
    },
  });
