import { type Static, Type } from 'typebox';
import { Data, Id, Instant, more, Nullable, Strict } from '../core/schemas.js';
import { AnswerBy, CreatorName, EndedBy } from './request-parts.js';

const InterestStatus = Type.Enum(['pending', 'approved', 'denied']);

/** An interest in a project, a connection request on the wire, as the project's creator sees it. */
export const Interest = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  status: InterestStatus,
  ended_by: Type.Optional(EndedBy),
  answer_by: Type.Optional(AnswerBy),
  ask_again_at: Type.Optional(Instant),
  creator_id: Id,
  creator_name: CreatorName,
  requester_id: Id,
  requester_name: Type.String(),
  requester_gone: Type.Optional(
    Type.Literal(true, {
      description: 'the applicant is suspended or has deleted their account',
    }),
  ),
  requester_college: Type.String(),
  requester_email: Type.String({
    description: "'' before the interest is approved, except for teammates",
  }),
  requester_skills: Type.Array(Type.String()),
  requester_github: Nullable(Type.String()),
  created_at: Instant,
});
export type Interest = Static<typeof Interest>;

/** An interest, as the applicant sees it. */
export const MyInterest = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  status: InterestStatus,
  ended_by: Type.Optional(EndedBy),
  answer_by: Type.Optional(AnswerBy),
  ask_again_at: Type.Optional(Instant),
  creator_id: Type.Integer({ ...Id, description: "the project's creator" }),
  creator_name: CreatorName,
  created_at: Instant,
});
export type MyInterest = Static<typeof MyInterest>;

/** The viewer's latest interest in a project; null when there is none. */
export const InterestState = Nullable(
  Type.Object({
    id: Id,
    status: InterestStatus,
    created_at: Instant,
    ended_by: Type.Optional(EndedBy),
    answer_by: Type.Optional(AnswerBy),
    ask_again_at: Type.Optional(Instant),
  }),
);
export type InterestState = Static<typeof InterestState>;

/** A decision, as both sides see it. */
export const InterestDecision = Type.Object({ ...MyInterest.properties, requester_id: Id });
export type InterestDecision = Static<typeof InterestDecision>;

export const InterestDecisionBody = Strict({ status: Type.Enum(['approved', 'denied']) });
export const InterestAnswer = Data(Type.Object({ connection: Interest }));
export const InterestsAnswer = Data(Type.Object({ connections: Type.Array(Interest), ...more }));
export const MyInterestsAnswer = Data(Type.Object({ connections: Type.Array(MyInterest), ...more }));
export const MyInterestAnswer = Data(Type.Object({ connection: MyInterest }));
