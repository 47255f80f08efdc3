import { type Static, Type } from 'typebox';
import { CleanText, Data, Id, Instant, more, Nullable, PageQuery, Strict } from '../core/schemas.js';
import { projectLimits } from '../projects/limits.js';
import { ofRole } from '../projects/role-parts.js';
import { requestLimits } from './limits.js';
import {
  AnswerBy,
  CreatorName,
  EndedBy,
  IncomingQuery,
  LeftTeam,
  RejectReason,
  rejectionFields,
  waitlistFields,
} from './request-parts.js';

const JoinRequestStatus = Type.Enum(['pending', 'accepted', 'rejected', 'withdrawn']);

/** A join request (project request), as the project's creator and its requester see it. */
export const JoinRequest = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  project_hidden: Type.Optional(
    Type.Literal(true, { description: 'a moderator hid the project; only in an accepted request' }),
  ),
  project_finished: Type.Optional(
    Type.Literal(true, { description: 'the project is finished; only in an accepted request' }),
  ),
  creator_id: Type.Integer({ ...Id, description: "the project's creator" }),
  creator_name: CreatorName,
  user_id: Id,
  user_name: Type.String(),
  user_gone: Type.Optional(
    Type.Literal(true, {
      description: 'the applicant is suspended or has deleted their account',
    }),
  ),
  user_skills: Type.Array(Type.String()),
  ...ofRole,
  message: Type.String(),
  answers: Type.Optional(
    Type.Array(Type.Object({ question: Type.String(), answer: Type.String() }), {
      description: "answers to the creator's questions as they were asked; absent if there are none",
    }),
  ),
  status: JoinRequestStatus,
  ended_by: Type.Optional(EndedBy),
  ...rejectionFields,
  answer_by: Type.Optional(AnswerBy),
  ...waitlistFields,
  decided_at: Type.Optional(Instant),
  offer_declined: Type.Optional(Type.Literal(true, { description: 'withdrawn by declining a seat offer' })),
  left_team: LeftTeam,
  unasked: Type.Optional(
    Type.Literal(true, {
      description: "created for the seat of an invited member or a former creator, who didn't ask; absent otherwise",
    }),
  ),
  created_at: Instant,
});
export type JoinRequest = Static<typeof JoinRequest>;

/** The viewer's latest join request to a project; null when there is none. */
export const JoinRequestState = Nullable(
  Type.Object({
    id: Id,
    status: JoinRequestStatus,
    created_at: Instant,
    ...ofRole,
    ended_by: Type.Optional(EndedBy),
    left_team: LeftTeam,
    answer_by: Type.Optional(AnswerBy),
    ...waitlistFields,
    ...rejectionFields,
  }),
);
export type JoinRequestState = Static<typeof JoinRequestState>;

/** The viewer's request to a listed project. */
export const MyJoinRequest = Type.Object({
  id: Id,
  project_id: Id,
  status: JoinRequestStatus,
  created_at: Instant,
  ask_again_at: Type.Optional(Instant),
});
export type MyJoinRequest = Static<typeof MyJoinRequest>;

export const JoinRequestDecision = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  status: Type.Enum(['accepted', 'rejected']),
  current_members: Type.Integer(),
  took_offer: Type.Optional(Type.Literal(true, { description: 'the applicant accepted a seat offer' })),
  ...rejectionFields,
});
export type JoinRequestDecision = Static<typeof JoinRequestDecision>;

/** A request that ended without an answer: withdrawn by the applicant, or for the named reason. */
export const JoinRequestEnd = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  ended_by: Type.Optional(EndedBy),
  left_team: LeftTeam,
  end_word: Type.Optional(Type.String()),
  ask_again_at: Type.Optional(Instant),
});
export type JoinRequestEnd = Static<typeof JoinRequestEnd>;

/** Requests of one project with new places on the waitlist: all of them for the creator, their own for applicants. */
export const WaitlistMoves = Type.Object({
  project_id: Id,
  project_title: Type.String(),
  moved: Type.Array(Type.Object({ id: Id, ...waitlistFields })),
});
export type WaitlistMoves = Static<typeof WaitlistMoves>;

export const JoinRequestBody = Strict({
  project_id: Id,
  message: Type.Optional(CleanText('text', requestLimits.requestMessageMaxChars)),
  answers: Type.Optional(
    Type.Array(
      Strict({
        question: CleanText('line', projectLimits.questionMaxChars),
        answer: CleanText('text', requestLimits.questionAnswerMaxChars),
      }),
      {
        maxItems: projectLimits.questionsMax,
        description: "one for each of the project's questions, in order; may be missing",
      },
    ),
  ),
  role_id: Type.Optional(
    Type.Integer({ ...Id, description: 'asks for a seat with this role; otherwise for one without a role' }),
  ),
  waitlist: Type.Optional(
    Type.Boolean({
      description: 'true: if no seat is free, asks for the waitlist instead of failing with PROJECT_FULL',
    }),
  ),
});
/** Pending requests of all own projects, or of one. */
export const IncomingRequestsQuery = Strict({
  ...IncomingQuery.properties,
  waitlist: Type.Optional(
    Type.Enum(['yes', 'no'], {
      description:
        'yes: only requests on the waitlist or with a seat offer; no: only those that need an answer; without it both, and `total` counts the latter',
    }),
  ),
});
/** The member's own requests, optionally only in one state. */
export const MyRequestsQuery = Strict({ ...PageQuery.properties, status: Type.Optional(JoinRequestStatus) });
/** The answer to a request. A rejection may give a reason. */
export const JoinRequestDecisionBody = Strict({
  status: Type.Enum(['accepted', 'rejected']),
  reason: Type.Optional(RejectReason),
  word: Type.Optional(CleanText('text', requestLimits.declineWordMaxChars)),
});

/** The answer to a seat offer. */
export const SeatOfferBody = Strict({ status: Type.Enum(['accepted', 'declined']) });

/** Several of the member's own requests, to be withdrawn at once. */
export const WithdrawalsBody = Strict({
  request_ids: Type.Array(Id, { minItems: 1, maxItems: requestLimits.withdrawnAtOnceMax, uniqueItems: true }),
});

const answeredAtOnce = Type.Array(Id, { minItems: 1, maxItems: requestLimits.answeredAtOnceMax, uniqueItems: true });
/** Several requests to the member's projects, to be rejected at once with one reason. */
export const RejectionsBody = Strict({
  request_ids: answeredAtOnce,
  reason: Type.Optional(RejectReason),
  word: Type.Optional(CleanText('text', requestLimits.declineWordMaxChars)),
});
/** Several requests to the member's projects, to be added to the waitlist at once. */
export const ToWaitlistBody = Strict({ request_ids: answeredAtOnce });

export const JoinRequestAnswer = Data(Type.Object({ request: JoinRequest }));
export const JoinRequestsAnswer = Data(Type.Object({ requests: Type.Array(JoinRequest), ...more }));
/** Several requests, all as they are after the act. */
export const SeveralAnswer = Data(Type.Object({ requests: Type.Array(JoinRequest) }));
export const JoinRequestDecisionAnswer = Data(Type.Object({ request: JoinRequest, current_members: Type.Integer() }));
export const LeaveAnswer = Data(Type.Object({ project_id: Id, current_members: Type.Integer() }));
