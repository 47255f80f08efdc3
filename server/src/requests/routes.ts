import type { requestsCalls as contract } from '@sangam/shared/requests/calls';
import { type Calls, defineAliasedCall, defineCalls } from '../platform/http/contract-route.js';
import type { RateLimits } from '../platform/lib/rate-limits.js';
import { ok } from '../platform/lib/result.js';
import type { InterestsService } from './interests/service.js';
import type { InvitationsService } from './invitations/service.js';
import type { JoinRequestsService } from './join-requests/service.js';

interface Services {
  joinRequests: JoinRequestsService;
  interests: InterestsService;
  invitations: InvitationsService;
  limits: RateLimits;
}

export const requestsCalls = ({
  joinRequests,
  interests,
  invitations,
  limits,
}: Services): Calls<keyof typeof contract> => ({
  ...defineCalls({
    'POST /api/project-requests': async ({ member, body }) => {
      const refused = await limits.take('requestByMember', member.id);
      if (refused) return refused;
      const request = await joinRequests.ask(member, body);
      return request.ok
        ? ok({ message: 'Join request sent successfully!', data: { request: request.value } })
        : request;
    },
    'GET /api/project-requests/incoming': async ({ member, query }) =>
      ok({ data: await joinRequests.incoming(member.id, query) }),
    'GET /api/project-requests/decided': async ({ member, query }) =>
      ok({ data: await joinRequests.decided(member.id, query) }),
    'GET /api/project-requests/mine': async ({ member, query }) =>
      ok({ data: await joinRequests.mine(member.id, query) }),
    'PUT /api/project-requests/:id/status': async ({ member, params, body }) => {
      const decided = await joinRequests.decide(member, params.id, body);
      return decided.ok ? ok({ data: decided.value }) : decided;
    },
    'POST /api/project-requests/:id/reopen': async ({ member, params }) => {
      const request = await joinRequests.reopen(member, params.id);
      return request.ok ? ok({ data: { request: request.value } }) : request;
    },
    'PUT /api/project-requests/:id/line': async ({ member, params }) => {
      const request = await joinRequests.addToWaitlist(member, params.id);
      return request.ok ? ok({ data: { request: request.value } }) : request;
    },
    'PUT /api/project-requests/:id/wait': async ({ member, params }) => {
      const request = await joinRequests.stay(member, params.id);
      return request.ok ? ok({ data: { request: request.value } }) : request;
    },
    'PUT /api/project-requests/:id/offer': async ({ member, params, body }) => {
      const answered = await joinRequests.answerSeatOffer(member, params.id, body);
      return answered.ok ? ok({ data: answered.value }) : answered;
    },
    'DELETE /api/projects/:id/members/me': async ({ member, params }) => {
      const left = await joinRequests.leave(member, params.id);
      return left.ok ? ok({ data: left.value }) : left;
    },
    'DELETE /api/project-requests/:id': async ({ member, params }) => {
      const request = await joinRequests.withdraw(member, params.id);
      return request.ok ? ok({ data: { request: request.value } }) : request;
    },
    'POST /api/project-requests/withdrawals': async ({ member, body }) => {
      const requests = await joinRequests.withdrawSeveral(member, body.request_ids);
      return requests.ok ? ok({ data: { requests: requests.value } }) : requests;
    },
    'POST /api/projects/:id/invitations': async ({ member, params, body }) => {
      const refused = await limits.take('requestByMember', member.id);
      if (refused) return refused;
      const invitation = await invitations.invite(member, params.id, body);
      return invitation.ok ? ok({ data: { invitation: invitation.value } }) : invitation;
    },
    'GET /api/invitations/received': async ({ member, query }) =>
      ok({ data: await invitations.received(member.id, query) }),
    'GET /api/invitations/sent': async ({ member, query }) => ok({ data: await invitations.sent(member.id, query) }),
    'PUT /api/invitations/:id/status': async ({ member, params, body }) => {
      const answered = await invitations.answer(member, params.id, body);
      return answered.ok ? ok({ data: answered.value }) : answered;
    },
    'DELETE /api/invitations/:id': async ({ member, params }) => {
      const invitation = await invitations.withdraw(member, params.id);
      return invitation.ok ? ok({ data: { invitation: invitation.value } }) : invitation;
    },
    'GET /api/projects/connections/incoming': async ({ member, query }) =>
      ok({ data: await interests.incoming(member.id, query) }),
    'GET /api/projects/connections/mine': async ({ member, query }) =>
      ok({ data: await interests.mine(member.id, query) }),
  }),

  ...defineAliasedCall('POST /api/projects/:id/connect', '/projects/:id/connect', async ({ member, params }) => {
    const refused = await limits.take('requestByMember', member.id);
    if (refused) return refused;
    const interest = await interests.show(member, params.id);
    return interest.ok
      ? ok({ message: 'Interest sent successfully!', data: { connection: interest.value } })
      : interest;
  }),

  ...defineAliasedCall(
    'PUT /api/projects/connections/:id',
    '/projects/connections/:id',
    async ({ member, params, body }) => {
      const interest = await interests.decide(member, params.id, body.status);
      return interest.ok
        ? ok({ message: `Connection ${body.status}`, data: { connection: interest.value } })
        : interest;
    },
  ),

  ...defineAliasedCall(
    'DELETE /api/projects/connections/:id',
    '/projects/connections/:id',
    async ({ member, params }) => {
      const interest = await interests.withdraw(member, params.id);
      return interest.ok ? ok({ data: { connection: interest.value } }) : interest;
    },
  ),
});
