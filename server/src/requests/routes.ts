import type { requestsCalls as contract } from '@sangam/shared/requests/calls';
import { answer, type Calls, defineAliasedCall, defineCalls } from '../platform/http/contract-route.js';
import { mapResult, ok, type Result } from '../platform/lib/result.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
import { chargeForEach } from '../platform/limits/work.js';
import type { JoinRequestsService } from './acts/service.js';
import type { InterestsService } from './interests/service.js';
import type { InvitationsService } from './invitations/service.js';

interface Services {
  joinRequests: JoinRequestsService;
  interests: InterestsService;
  invitations: InvitationsService;
  limits: RateLimits;
}

const answerRequest = <T>(result: Result<T>) => mapResult(result, (request) => ({ data: { request } }));
const answerRequests = <T>(result: Result<T>) => mapResult(result, (requests) => ({ data: { requests } }));
const answerInvitation = <T>(result: Result<T>) => mapResult(result, (invitation) => ({ data: { invitation } }));

export const requestsCalls = ({
  joinRequests,
  interests,
  invitations,
  limits,
}: Services): Calls<keyof typeof contract> => ({
  ...defineCalls({
    'POST /api/project-requests': async ({ member, body }) =>
      (await limits.take('requestByMember', member.id)) ??
      mapResult(await joinRequests.ask(member, body), (request) => ({
        message: 'Join request sent successfully!',
        data: { request },
      })),
    'GET /api/project-requests/incoming': async ({ member, query }) =>
      ok({ data: await joinRequests.incoming(member.id, query) }),
    'GET /api/project-requests/decided': async ({ member, query }) =>
      ok({ data: await joinRequests.decided(member.id, query) }),
    'GET /api/project-requests/mine': async ({ member, query }) =>
      ok({ data: await joinRequests.mine(member.id, query) }),
    'PUT /api/project-requests/:id/status': async ({ member, params, body }) =>
      answer(await joinRequests.decide(member, params.id, body)),
    'POST /api/project-requests/:id/reopen': async ({ member, params }) =>
      answerRequest(await joinRequests.reopen(member, params.id)),
    'PUT /api/project-requests/:id/line': async ({ member, params }) =>
      answerRequest(await joinRequests.addToWaitlist(member, params.id)),
    'PUT /api/project-requests/:id/wait': async ({ member, params }) =>
      answerRequest(await joinRequests.stay(member, params.id)),
    'PUT /api/project-requests/:id/offer': async ({ member, params, body }) =>
      answer(await joinRequests.answerSeatOffer(member, params.id, body)),
    'DELETE /api/projects/:id/members/me': async ({ member, params }) =>
      answer(await joinRequests.leave(member, params.id)),
    'DELETE /api/project-requests/:id': async ({ member, params }) =>
      answerRequest(await joinRequests.withdraw(member, params.id)),
    'POST /api/project-requests/withdrawals': async ({ member, body }) =>
      (await chargeForEach(limits, member.id, body.request_ids.length)) ??
      answerRequests(await joinRequests.withdrawSeveral(member, body.request_ids)),
    'POST /api/project-requests/rejections': async ({ member, body }) =>
      (await chargeForEach(limits, member.id, body.request_ids.length)) ??
      answerRequests(await joinRequests.rejectSeveral(member, body)),
    'POST /api/project-requests/line': async ({ member, body }) =>
      (await chargeForEach(limits, member.id, body.request_ids.length)) ??
      answerRequests(await joinRequests.addSeveralToWaitlist(member, body.request_ids)),
    'POST /api/projects/:id/invitations': async ({ member, params, body }) =>
      (await limits.take('requestByMember', member.id)) ??
      answerInvitation(await invitations.invite(member, params.id, body)),
    'GET /api/invitations/received': async ({ member, query }) =>
      ok({ data: await invitations.received(member.id, query) }),
    'GET /api/invitations/sent': async ({ member, query }) => ok({ data: await invitations.sent(member.id, query) }),
    'PUT /api/invitations/:id/status': async ({ member, params, body }) =>
      answer(await invitations.answer(member, params.id, body)),
    'DELETE /api/invitations/:id': async ({ member, params }) =>
      answerInvitation(await invitations.withdraw(member, params.id)),
    'GET /api/projects/connections/incoming': async ({ member, query }) =>
      ok({ data: await interests.incoming(member.id, query) }),
    'GET /api/projects/connections/mine': async ({ member, query }) =>
      ok({ data: await interests.mine(member.id, query) }),
  }),

  ...defineAliasedCall(
    'POST /api/projects/:id/connect',
    '/projects/:id/connect',
    async ({ member, params }) =>
      (await limits.take('requestByMember', member.id)) ??
      mapResult(await interests.show(member, params.id), (connection) => ({
        message: 'Interest sent successfully!',
        data: { connection },
      })),
  ),

  ...defineAliasedCall(
    'PUT /api/projects/connections/:id',
    '/projects/connections/:id',
    async ({ member, params, body }) =>
      mapResult(await interests.decide(member, params.id, body.status), (connection) => ({
        message: `Connection ${body.status}`,
        data: { connection },
      })),
  ),

  ...defineAliasedCall(
    'DELETE /api/projects/connections/:id',
    '/projects/connections/:id',
    async ({ member, params }) =>
      mapResult(await interests.withdraw(member, params.id), (connection) => ({ data: { connection } })),
  ),
});
