import { Type } from 'typebox';
import { Part, Version } from '../core/contract.js';
import { PageQuery } from '../core/schemas.js';
import { InterestsAnswer } from './interests.js';
import { InvitationsAnswer } from './invitations.js';
import { JoinRequestsAnswer } from './join-requests.js';

const { limit } = PageQuery.properties;

export const requestsRefreshQuery = {
  incoming_requests: Type.Optional(Version),
  incoming_requests_limit: limit,
  my_requests: Type.Optional(Version),
  my_requests_limit: limit,
  incoming_interests: Type.Optional(Version),
  incoming_interests_limit: limit,
  my_invitations: Type.Optional(Version),
  my_invitations_limit: limit,
};

export const requestsRefreshAnswer = {
  incoming_requests: Part(JoinRequestsAnswer),
  my_requests: Part(JoinRequestsAnswer),
  incoming_interests: Part(InterestsAnswer),
  my_invitations: Part(InvitationsAnswer),
};
