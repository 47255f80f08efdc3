import type { OwnSuspension } from '@sangam/shared/trust/moderation';
import { originOf } from '../people/people.js';
import { answer, defineCalls } from '../platform/http/contract-route.js';
import { fail, mapResult, ok, type Result } from '../platform/lib/result.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
import type { ModerationService } from './moderation/service.js';
import type { ReportsService } from './reports/service.js';

export const reportCalls = ({ reports, limits }: { reports: ReportsService; limits: RateLimits }) =>
  defineCalls({
    'POST /api/reports': async ({ member, body }) =>
      (await limits.take('reportByMember', member.id)) ?? answer(await reports.report(member.id, body)),
    'GET /api/reports/members': async ({ member, query }) => answer(await reports.listMembers(member.id, query)),
  });

/** `contact`: the operator's address. */
export const suspensionCalls = (
  findOwn: (userId: number) => Promise<Omit<OwnSuspension, 'contact'> | undefined>,
  contact: string | null,
) =>
  defineCalls({
    'GET /api/account/suspension': async ({ member }) => {
      const ownSuspension = await findOwn(member.id);
      return ownSuspension ? ok({ data: { ...ownSuspension, contact } }) : fail('NOT_FOUND');
    },
  });

export function moderationCalls(moderation: ModerationService) {
  const done = (result: Result<null>) => mapResult(result, () => ({}));

  return defineCalls({
    'GET /api/moderation/reports': async ({ member, query }) => answer(await moderation.list(member, query)),
    'GET /api/moderation/reports/:id': async ({ member, params, request }) =>
      answer(await moderation.find(member, params.id, originOf(request))),
    'GET /api/moderation/reports/:id/context': async ({ member, params, query, request }) =>
      answer(await moderation.context(member, params.id, query, originOf(request))),
    'PUT /api/moderation/reports/:id/decision': async ({ member, params, body, request }) =>
      answer(await moderation.decide(member, params.id, body, originOf(request))),
    'DELETE /api/moderation/members/:userId/suspension': async ({ member, params, body, request }) =>
      done(await moderation.liftSuspension(member, params.userId, body.note, originOf(request))),
    'DELETE /api/moderation/projects/:id/hiding': async ({ member, params, body, request }) =>
      done(await moderation.show(member, params.id, body.note, originOf(request))),
  });
}
