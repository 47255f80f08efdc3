import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { DECLINE_REASONS, END_REASONS } from '../projects/lifecycle.js';
import { requestLimits } from '../requests/limits.js';
import type { clean } from './text.js';

/** A row's id: an integer from 1 to 2^53 - 1. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const ID_MAX_CHARS = 15;
/** Ids of a query, separated by commas: at least one. */
export const IdList = (maximum: number, description: string) =>
  Type.String({
    maxLength: (ID_MAX_CHARS + 1) * maximum,
    pattern: `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${maximum - 1}}$`,
    description,
  });
/** A conversation's message number; 0 stands for "before the first". */
export const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** An instant: ISO 8601, UTC, with milliseconds. */
export const Instant = Type.String({ description: 'ISO 8601, UTC, with milliseconds' });
export const Uuid = Type.String({ format: 'uuid' });

/** Text from a client: no NUL, no lone surrogate (format `text` is checked on the server). */
export const Text = (maxLength: number, minLength = 0) => Type.String({ format: 'text', minLength, maxLength });

/**
 * Text that the server cleans as `rules/text.ts` names it, before it counts its code points: `maxLength` is the limit of
 * what is stored. Handlers get it cleaned.
 */
export const CleanText = (how: keyof typeof clean, maxLength: number) =>
  Type.String({ format: 'text', maxLength, 'x-clean': how });
export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A body or payload; unknown fields are refused. */
export const Strict = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** A success body: `{ success: true, message?, … }`. */
export const Success = <T extends TProperties>(properties: T) =>
  Type.Object({ success: Type.Literal(true), message: Type.Optional(Type.String()), ...properties });

/** A success body with its answer under `data`. */
export const Data = <T extends TObject | ReturnType<typeof Type.Array>>(data: T) => Success({ data });

export const Limit = (fallback: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: fallback }));

/** A page of requests or interests: the first, or the one below the row with the id `before`. */
export const RequestsQuery = Strict({
  before: Type.Optional(Id),
  limit: Limit(requestLimits.requestsPage, requestLimits.requestsPageMax),
});

/** The same, of one project alone where one is named. */
export const IncomingQuery = Strict({ ...RequestsQuery.properties, project_id: Type.Optional(Id) });

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

/** What a declined request says beside its status. */
export const declined = {
  decline_reason: Type.Optional(DeclineReason),
  end_word: Type.Optional(Type.String({ description: "the creator's word to who was declined, or removed" })),
  ask_again_at: Type.Optional(Instant),
};

/** What follows a page of a list. */
export const more = {
  has_more: Type.Boolean(),
  total: Type.Integer({ minimum: 0, description: 'how many there are on all pages' }),
};

export const IdParams = Type.Object({ id: Id });
export const UserIdParams = Type.Object({ userId: Id });

export const FieldErrors = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }));
export type FieldErrors = Static<typeof FieldErrors>;
