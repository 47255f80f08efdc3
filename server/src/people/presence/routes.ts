import { defineCalls } from '../../platform/http/contract-route.js';
import { fail, ok } from '../../platform/lib/result.js';
import type { PresenceService } from './service.js';

export function presenceCalls(presence: PresenceService) {
  return defineCalls({
    'POST /api/users/update-status': async ({ member, body }) =>
      ok({ data: await presence.reportFromSession(member.sessionId, member.id, body) }),
    'POST /api/users/status': async ({ member, body }) =>
      ok({ data: (await presence.shownTo(member.id, body.userIds)).presences }),
    'GET /api/users/:id/status': async ({ member, params }) => {
      const { presences } = await presence.shownTo(member.id, [params.id]);
      const [found] = presences;
      return found ? ok({ data: found }) : fail('USER_NOT_FOUND');
    },
  });
}
