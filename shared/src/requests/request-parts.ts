import { Type } from 'typebox';
import { Id, Instant, PageQuery, Strict } from '../core/schemas.js';
import { END_REASONS } from '../projects/lifecycle.js';
import { REJECT_REASONS } from './reject-reasons.js';

/** A page of the requests or interests of all own projects, or of one. */
export const IncomingQuery = Strict({ ...PageQuery.properties, project_id: Type.Optional(Id) });

/** Why a request or an interest ended without an answer. */
export const EndedBy = Type.Enum([...END_REASONS]);

/** Tells the end of a seat from a withdrawal, since both have the status `withdrawn`. */
export const LeftTeam = Type.Optional(
  Type.Literal(true, { description: 'the request was accepted, and the member has left the team' }),
);

/** Why a request was rejected. */
export const RejectReason = Type.Enum([...REJECT_REASONS]);

/** The deadline of a pending request or interest; the last one once it has ended. */
export const AnswerBy = Type.String({ description: 'the deadline for the answer: ISO 8601, UTC' });

/** The member who answers; a pending entry names them, an ended one does not reveal whether they are still there. */
export const CreatorName = Type.Optional(
  Type.String({ description: "the project's creator, while the request or interest is pending" }),
);

/** A pending request's place on the waitlist, or the end of its seat offer. */
export const waitlistFields = {
  waitlist: Type.Optional(
    Type.Literal(true, {
      description: 'asks for the waitlist, since no seat was free; not decided yet',
    }),
  ),
  place: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'the place on the waitlist, in the order of asking; the first is offered the next seat',
    }),
  ),
  waits_until: Type.Optional(
    Type.String({ description: 'when its time on the waitlist ends, unless the member stays: ISO 8601, UTC' }),
  ),
  offered_until: Type.Optional(Type.String({ description: 'when its seat offer ends: ISO 8601, UTC' })),
  waitlist_change: Type.Optional(
    Type.Integer({
      description: 'grows with each change to these fields; ignore an event with a lower number',
    }),
  ),
};

/** The fields of a rejected request in addition to its status. */
export const rejectionFields = {
  decline_reason: Type.Optional(RejectReason),
  end_word: Type.Optional(Type.String({ description: "the creator's note to the rejected or removed applicant" })),
  ask_again_at: Type.Optional(Instant),
  reopen_until: Type.Optional(Type.String({ description: 'when the time to reopen it ends: ISO 8601, UTC' })),
};
