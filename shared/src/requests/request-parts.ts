import { Type } from 'typebox';
import { Id, Instant, PageQuery, Strict } from '../core/schemas.js';
import { DECLINE_REASONS, END_REASONS } from '../projects/lifecycle.js';

/** A page of the requests or interests of all projects, or of one alone where it is named. */
export const IncomingQuery = Strict({ ...PageQuery.properties, project_id: Type.Optional(Id) });

/** Why a request or an interest ended without an answer. */
export const EndedBy = Type.Enum([...END_REASONS]);

/** Why a request was declined. */
export const DeclineReason = Type.Enum([...DECLINE_REASONS]);

/** Until when the creator answers. */
export const AnswerBy = Type.String({ description: 'until when the creator answers: ISO 8601, UTC' });

/** Where a pending request stands in line for a seat; once one is offered to it, until when. */
export const lined = {
  place: Type.Optional(Type.Integer({ minimum: 1, description: 'in line: the first is offered the next free seat' })),
  offered_until: Type.Optional(Type.String({ description: 'until when a seat is held for it: ISO 8601, UTC' })),
};

/** The fields that a declined request has in addition to its status. */
export const declined = {
  decline_reason: Type.Optional(DeclineReason),
  end_word: Type.Optional(Type.String({ description: "the creator's word to who was declined, or removed" })),
  ask_again_at: Type.Optional(Instant),
};
