import { originOf } from '../../people/people.js';
import { defineCalls } from '../../platform/http/contract-route.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { ModerationService } from './service.js';

export function moderationCalls(moderation: ModerationService) {
  const answer = <T>(result: Result<T>) => (result.ok ? ok({ data: result.value }) : result);
  const done = (result: Result<null>) => (result.ok ? ok({}) : result);

  return defineCalls({
    'GET /api/moderation/reports': async ({ member, query }) => answer(await moderation.list(member, query)),
    'GET /api/moderation/reports/:id': async ({ member, params }) => answer(await moderation.find(member, params.id)),
    'PUT /api/moderation/reports/:id/decision': async ({ member, params, body, request }) =>
      answer(await moderation.decide(member, params.id, body, originOf(request))),
    'DELETE /api/moderation/members/:userId/suspension': async ({ member, params, body, request }) =>
      done(await moderation.liftSuspension(member, params.userId, body.note, originOf(request))),
    'DELETE /api/moderation/projects/:id/hiding': async ({ member, params, body, request }) =>
      done(await moderation.show(member, params.id, body.note, originOf(request))),
  });
}
