import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { coreLimits } from './limits.js';
import type { clean } from './text.js';

/** A row's id: an integer from 1 to 2^53 - 1. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const ID_MAX_CHARS = 15;
/** Ids in a query, separated by commas: at least one. */
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
/** A day of this century. */
export const Day = Type.String({ format: 'date', pattern: '^20', description: 'YYYY-MM-DD' });
export const Uuid = Type.String({ format: 'uuid' });

/** Text from a client: no NUL, no lone surrogate (format `text` is checked on the server). */
export const Text = (maxLength: number, minLength = 0) => Type.String({ format: 'text', minLength, maxLength });

/**
 * Text that the server cleans as `text.ts` names it, before it counts its code points: `maxLength` limits the stored text.
 * Handlers receive it cleaned.
 */
export const CleanText = (cleaning: keyof typeof clean, maxLength: number) =>
  Type.String({ format: 'text', maxLength, 'x-clean': cleaning });
export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A body or payload; unknown fields are refused. */
export const Strict = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** A body or payload that names its subject by exactly one of two fields; without either, the first counts as missing. */
export const StrictNaming = <T extends TProperties>(
  alternatives: readonly [keyof T & string, keyof T & string],
  properties: T,
) => Type.Object(properties, { additionalProperties: false, 'x-either': alternatives });

/** A success body: `{ success: true, message?, … }`. */
export const Success = <T extends TProperties>(properties: T) =>
  Type.Object({ success: Type.Literal(true), message: Type.Optional(Type.String()), ...properties });

/** The fields of a body in which members write freely: texts, lists of texts, and lists of parts that have a name. */
export type FreeTexts<Body> = {
  [K in keyof Body]-?: string extends Body[K]
    ? K
    : string[] extends Body[K]
      ? K
      : NonNullable<Body[K]> extends { name: string }[]
        ? K
        : never;
}[keyof Body];

/** A success body without data. */
export const Done = Success({});

/** A success body with its data under `data`. */
export const Data = <T extends TObject | ReturnType<typeof Type.Array>>(data: T) => Success({ data });

export const Limit = (fallback: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: fallback }));

/** Counts a member's changes to something that they may change on several devices at once. Absent in data of an earlier release. */
export const ChangeCount = Type.Integer({ minimum: 0, description: 'grows with each change' });

/** Names the version that a change was made on, so that one that arrives late replaces none that was made after it. */
export const ChangeQuery = Strict({
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'the version that the change was made on: a later one refuses it with CHOICES_CHANGED',
    }),
  ),
});

/** A page of a list: the first, or the one below the row with the id `before`. */
export const PageQuery = Strict({
  before: Type.Optional(Id),
  limit: Limit(coreLimits.listPage, coreLimits.listPageMax),
});

/** The fields after the rows of a page. */
export const more = {
  has_more: Type.Boolean(),
  total: Type.Integer({ minimum: 0, description: 'the number on all pages' }),
};

export const IdParams = Type.Object({ id: Id });
export const UserIdParams = Type.Object({ userId: Id });
export const ConversationIdParams = Type.Object({ conversationId: Id });

export const FieldErrors = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }));
export type FieldErrors = Static<typeof FieldErrors>;
