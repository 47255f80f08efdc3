import { type TObject, type TSchema, Type } from 'typebox';

/** Callers: anybody, anybody (with the member when signed in), or members only. */
export type Access = 'public' | 'optional' | 'member';

/** One REST call as its subject declares it in `calls.ts`, under `METHOD path`. */
export interface HttpCall {
  tag: string;
  summary: string;
  access: Access;
  /** 200 unless it says otherwise. */
  status?: 201;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body is bytes, not JSON, and at most this many. */
  bytesMax?: number;
  /** No body at all means {}. */
  bodyOptional?: true;
  answer: TSchema;
}

/** Events that clients send, as their subject declares them in `events.ts`: the payload, and what the acknowledgement carries. */
export type ClientEvents = Record<string, { payload: TSchema; answer: TSchema }>;

/** Events that the server sends: the payload of each. */
export type ServerEvents = Record<string, TSchema>;

/** The version that a client holds of a part. */
export const Version = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'opaque: from an earlier answer; without it the part is answered',
});

/** A part that is new, as its own call answers it. Absent: what the client holds is up to date. */
export const Part = <T extends { properties: { data: Parameters<typeof Type.Object>[0][string] } }>(answer: T) =>
  Type.Optional(Type.Object({ version: Type.String(), data: answer.properties.data as T['properties']['data'] }));

type KeysOf<Table> = Table extends unknown ? keyof Table : never;

/** The keys that two of the tables declare. */
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

/** All tables as one. */
export type Joined<Tables extends readonly object[]> = { [K in keyof Merged<Tables>]: Merged<Tables>[K] };

/** What `join` requires of its tables: no two have a key in common. The compiler names a key that is declared twice. */
export type Distinct<Tables extends readonly object[]> = [Repeated<Tables>] extends [never]
  ? Tables
  : { declared_twice: Repeated<Tables> }[];

/** Joins what the subjects declare. It does not compile when two of them declare the same key. */
export const join = <Tables extends readonly object[]>(...tables: Tables & Distinct<Tables>): Joined<Tables> =>
  Object.assign({}, ...tables);
