import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { ReportsService } from './service.js';

export const reportCalls = ({ reports, limits }: { reports: ReportsService; limits: RateLimits }) =>
  defineCalls({
    'POST /api/reports': async ({ member, body }) => {
      const refused = await limits.take('reportByMember', member.id);
      if (refused) return refused;
      const reported = await reports.report(member.id, body);
      return reported.ok ? ok({ data: reported.value }) : reported;
    },
  });
