import { Type } from 'typebox';
import { Id, Instant, PageQuery, Strict } from '../core/schemas.js';
import { END_REASONS } from '../projects/lifecycle.js';
import { DECLINE_REASONS } from './decline-reasons.js';

/** A page of the requests or interests of all own projects, or of one. */
export const IncomingQuery = Strict({ ...PageQuery.properties, project_id: Type.Optional(Id) });

/** Why a request or an interest ended without an answer. */
export const EndedBy = Type.Enum([...END_REASONS]);

/** Why a request was rejected. */
export const DeclineReason = Type.Enum([...DECLINE_REASONS]);

/** The deadline of a request. */
export const AnswerBy = Type.String({ description: 'until when the creator answers: ISO 8601, UTC' });

/** A pending request's place on the waitlist, or the end of its seat offer. */
export const lined = {
  place: Type.Optional(Type.Integer({ minimum: 1, description: 'in line: the first is offered the next free seat' })),
  offered_until: Type.Optional(Type.String({ description: 'until when a seat is held for it: ISO 8601, UTC' })),
};

/** The fields of a rejected request in addition to its status. */
export const declined = {
  decline_reason: Type.Optional(DeclineReason),
  end_word: Type.Optional(Type.String({ description: "the creator's word to who was declined, or removed" })),
  ask_again_at: Type.Optional(Instant),
  reopen_until: Type.Optional(Type.String({ description: 'until when the creator may reopen it: ISO 8601, UTC' })),
};
