import { type Compilable, type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from './database.js';

/** A value, or the placeholder for one, in a condition that statements of both kinds share. */
export type Value<T> = T | RawBuilder<T>;

type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Exclude<Values[Name], undefined>> };

class Placeholder {
  constructor(readonly name: string) {}
}

/** A query of Kysely's builders, or text, whose rows only its author knows. */
type Query<Row> = (Expression<Row> & Compilable) | RawBuilder<unknown>;

/**
 * Makes a statement that Kysely builds once for each set of present values. Building it at each use took a sixth of the server's CPU in a
 * refresh, and more than that to show a member's presence. `build` gets placeholders, so the text can't depend on a value, only on which
 * values are `undefined`.
 */
export function builtOnce<Values extends object, Row>(
  build: (values: Placeholders<Values>, db: Db | Trx) => Query<Row>,
) {
  const builtBySet = new Map<string, CompiledQuery>();
  return async (db: Db | Trx, values: Values): Promise<Row[]> => {
    const given = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
    const set = [...given.keys()].join();
    let built = builtBySet.get(set);
    if (!built) {
      const placeholders = [...given.keys()].map((name) => [name, sql`${new Placeholder(name)}`]);
      // The type of the entries doesn't say which value belongs to which name.
      built = build(Object.fromEntries(placeholders) as Placeholders<Values>, db).compile(db);
      builtBySet.set(set, built);
    }
    const parameters = built.parameters.map((one) => (one instanceof Placeholder ? given.get(one.name) : one));
    // The builder's rows are of this type.
    return (await db.executeQuery({ ...built, parameters })).rows as Row[];
  };
}
