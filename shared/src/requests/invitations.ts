import { type Static, Type } from 'typebox';
import { CleanText, Data, Id, Instant, more, PageQuery, Strict } from '../core/schemas.js';
import { requestLimits } from './limits.js';
import { EndedBy, IncomingQuery } from './request-parts.js';

const InvitationStatus = Type.Enum(['pending', 'accepted', 'declined', 'withdrawn']);

/** An invitation to join a project, as its creator and the invited member see it. */
export const Invitation = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  creator_id: Type.Integer({ ...Id, description: 'the member who sent it' }),
  creator_name: Type.String(),
  user_id: Type.Integer({ ...Id, description: 'the invited member' }),
  user_name: Type.String(),
  role_id: Type.Optional(Type.Integer({ ...Id, description: 'the role of the seat; absent without one' })),
  role_name: Type.Optional(Type.String()),
  message: Type.String({ description: "the creator's message; '' without one" }),
  status: InvitationStatus,
  ended_by: Type.Optional(EndedBy),
  answer_by: Type.Optional(
    Type.String({ description: 'only for the invited member, while pending: the deadline, ISO 8601, UTC' }),
  ),
  created_at: Instant,
});
export type Invitation = Static<typeof Invitation>;

export const InvitationBody = Strict({
  user_id: Id,
  role_id: Type.Optional(Id),
  message: Type.Optional(CleanText('text', requestLimits.invitationMessageMaxChars)),
});
export const InvitationDecisionBody = Strict({ status: Type.Enum(['accepted', 'declined']) });
export const ReceivedInvitationsQuery = Strict({
  ...PageQuery.properties,
  ended: Type.Optional(
    Type.Literal('yes', { description: 'those that were declined, withdrawn or have ended, instead of pending ones' }),
  ),
});
export const SentInvitationsQuery = IncomingQuery;

export const InvitationAnswer = Data(Type.Object({ invitation: Invitation }));
export const InvitationsAnswer = Data(Type.Object({ invitations: Type.Array(Invitation), ...more }));
export const InvitationDecisionAnswer = Data(Type.Object({ invitation: Invitation, current_members: Type.Integer() }));
