import type { HttpCall } from '../core/contract.js';
import { IdParams, PageQuery } from '../core/schemas.js';
import * as interests from './interests.js';
import * as invitations from './invitations.js';
import * as joinRequests from './join-requests.js';
import { IncomingQuery } from './request-parts.js';

/** Join requests, interest, invitations, and leaving a team. */
export const requestsCalls = {
  'DELETE /api/projects/:id/members/me': {
    tag: 'projects',
    summary: 'Leave a project',
    access: 'member',
    params: IdParams,
    answer: joinRequests.LeaveAnswer,
  },

  'POST /api/projects/:id/connect': {
    tag: 'interests',
    summary: 'Show interest in a project',
    access: 'member',
    status: 201,
    params: IdParams,
    answer: interests.MyInterestAnswer,
  },
  'GET /api/projects/connections/incoming': {
    tag: 'interests',
    summary: "List pending interest in the member's projects, newest first",
    access: 'member',
    query: IncomingQuery,
    answer: interests.InterestsAnswer,
  },
  'GET /api/projects/connections/mine': {
    tag: 'interests',
    summary: "List the member's interest in projects, newest first",
    access: 'member',
    query: PageQuery,
    answer: interests.MyInterestsAnswer,
  },
  'PUT /api/projects/connections/:id': {
    tag: 'interests',
    summary: 'Approve or deny interest',
    access: 'member',
    params: IdParams,
    body: interests.InterestDecisionBody,
    answer: interests.InterestAnswer,
  },
  'DELETE /api/projects/connections/:id': {
    tag: 'interests',
    summary: 'Withdraw pending interest: it is denied, with `ended_by` `withdrawn`',
    access: 'member',
    params: IdParams,
    answer: interests.MyInterestAnswer,
  },

  'POST /api/project-requests': {
    tag: 'join requests',
    summary: 'Ask to join a project',
    access: 'member',
    status: 201,
    body: joinRequests.JoinRequestBody,
    answer: joinRequests.JoinRequestAnswer,
  },
  'GET /api/project-requests/incoming': {
    tag: 'join requests',
    summary: "List pending requests to the member's projects",
    access: 'member',
    query: joinRequests.IncomingRequestsQuery,
    answer: joinRequests.JoinRequestsAnswer,
  },
  'GET /api/project-requests/decided': {
    tag: 'join requests',
    summary: "List decided and ended requests to the member's projects, newest first",
    access: 'member',
    query: IncomingQuery,
    answer: joinRequests.JoinRequestsAnswer,
  },
  'GET /api/project-requests/mine': {
    tag: 'join requests',
    summary: "List the member's join requests",
    access: 'member',
    query: joinRequests.MyRequestsQuery,
    answer: joinRequests.JoinRequestsAnswer,
  },
  'PUT /api/project-requests/:id/status': {
    tag: 'join requests',
    summary: 'Accept or reject a request',
    access: 'member',
    params: IdParams,
    body: joinRequests.JoinRequestDecisionBody,
    answer: joinRequests.JoinRequestDecisionAnswer,
  },
  'POST /api/project-requests/:id/reopen': {
    tag: 'join requests',
    summary: 'Reopen a request that was rejected in the last 7 days',
    access: 'member',
    params: IdParams,
    answer: joinRequests.JoinRequestAnswer,
  },
  'PUT /api/project-requests/:id/line': {
    tag: 'join requests',
    summary: 'Add a pending request to the waitlist',
    access: 'member',
    params: IdParams,
    answer: joinRequests.JoinRequestAnswer,
  },
  'PUT /api/project-requests/:id/wait': {
    tag: 'join requests',
    summary: 'Stay on the waitlist for another 30 days',
    access: 'member',
    params: IdParams,
    answer: joinRequests.JoinRequestAnswer,
  },
  'PUT /api/project-requests/:id/offer': {
    tag: 'join requests',
    summary: 'Accept or decline a seat offer',
    access: 'member',
    params: IdParams,
    body: joinRequests.SeatOfferBody,
    answer: joinRequests.JoinRequestDecisionAnswer,
  },
  'DELETE /api/project-requests/:id': {
    tag: 'join requests',
    summary: 'Withdraw a pending request',
    access: 'member',
    params: IdParams,
    answer: joinRequests.JoinRequestAnswer,
  },
  'POST /api/project-requests/withdrawals': {
    tag: 'join requests',
    summary: 'Withdraw several requests; returns all of them, also those that had ended before',
    access: 'member',
    body: joinRequests.WithdrawalsBody,
    answer: joinRequests.SeveralAnswer,
  },
  'POST /api/project-requests/rejections': {
    tag: 'join requests',
    summary: 'Reject several requests; returns all of them, also those that had ended before',
    access: 'member',
    body: joinRequests.RejectionsBody,
    answer: joinRequests.SeveralAnswer,
  },
  'POST /api/project-requests/line': {
    tag: 'join requests',
    summary: 'Add several pending requests to the waitlist; returns all of them, also those that found it full',
    access: 'member',
    body: joinRequests.ToWaitlistBody,
    answer: joinRequests.SeveralAnswer,
  },

  'POST /api/projects/:id/invitations': {
    tag: 'invitations',
    summary: 'Invite a member to an open project, once per project and member',
    access: 'member',
    status: 201,
    params: IdParams,
    body: invitations.InvitationBody,
    answer: invitations.InvitationAnswer,
  },
  'GET /api/invitations/received': {
    tag: 'invitations',
    summary: 'List pending or ended invitations to the member, newest first',
    access: 'member',
    query: invitations.ReceivedInvitationsQuery,
    answer: invitations.InvitationsAnswer,
  },
  'GET /api/invitations/sent': {
    tag: 'invitations',
    summary: "List invitations to the member's projects in every state, newest first",
    access: 'member',
    query: invitations.SentInvitationsQuery,
    answer: invitations.InvitationsAnswer,
  },
  'PUT /api/invitations/:id/status': {
    tag: 'invitations',
    summary: 'Accept or decline an invitation',
    access: 'member',
    params: IdParams,
    body: invitations.InvitationDecisionBody,
    answer: invitations.InvitationDecisionAnswer,
  },
  'DELETE /api/invitations/:id': {
    tag: 'invitations',
    summary: 'Withdraw a pending invitation',
    access: 'member',
    params: IdParams,
    answer: invitations.InvitationAnswer,
  },
} as const satisfies Record<string, HttpCall>;
