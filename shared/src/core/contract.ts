import { type TObject, type TSchema, Type } from 'typebox';

/**
 * Callers: anyone, anyone (with the member when signed in), members only, or members including suspended ones, for their own data.
 */
type Access = 'public' | 'optional' | 'member' | 'own-data';

/** One REST call as its subject declares it in `calls.ts`, under `METHOD path`. */
export interface HttpCall {
  tag: string;
  summary: string;
  access: Access;
  /** Defaults to 200. */
  status?: 201;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body is bytes, not JSON, and at most this many. */
  bytesMax?: number;
  /** A missing body means {}. */
  bodyOptional?: true;
  /** A GET whose answer has tokens or signed addresses, which must not be compressed. */
  holdsSecret?: true;
  answer: TSchema;
}

/** Events that clients send, as their subject declares them in `events.ts`: the payload, and the data of the acknowledgement. */
export type ClientEvents = Record<string, { payload: TSchema; answer: TSchema }>;

/** Events that the server sends: the payload of each. */
export type ServerEvents = Record<string, TSchema>;

/** The version of a part that a client holds. */
export const Version = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'opaque, from an earlier answer; without it the part is returned',
});

/** A part that has changed, in the shape that its own call answers. Absent: the client is up to date. */
export const Part = <Data extends TSchema>(answer: { properties: { data: Data } }) =>
  Type.Optional(Type.Object({ version: Type.String(), data: answer.properties.data }));

type KeysOf<Table> = Table extends unknown ? keyof Table : never;

/** Keys declared by two of the tables. */
type Repeated<Tables extends readonly object[]> = Tables extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? (keyof First & KeysOf<Rest[number]>) | Repeated<Rest>
  : never;

type Merged<Tables extends readonly object[]> = Tables extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Merged<Rest>
  : unknown;

/** All tables merged. */
type Joined<Tables extends readonly object[]> = { [K in keyof Merged<Tables>]: Merged<Tables>[K] };

/** The constraint on `join`: no two tables share a key. The compiler names a key that is declared twice. */
type Distinct<Tables extends readonly object[]> = [Repeated<Tables>] extends [never]
  ? Tables
  : { declared_twice: Repeated<Tables> }[];

/** Joins the subjects' declarations. It does not compile when two of them declare the same key. */
export const join = <Tables extends readonly object[]>(...tables: Tables & Distinct<Tables>): Joined<Tables> =>
  Object.assign({}, ...tables);
