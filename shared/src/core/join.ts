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
