import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { isStalePreparation, spoilsConnection } from './pg-errors.js';

/** One statement outside of a transaction, with values. */
export type RunStatement = <R extends unknown[]>(statement: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<R>>;

interface Statement {
  text: string;
  values: unknown[];
  rowMode?: 'array';
  name?: string;
}

const opens = /^(?:begin|start transaction)\b/iu;
const ends = /^(?:commit|rollback)$/iu;

/** A connection while it is lent: what it asks has names, and what spoils it is noted. */
function lend(client: pg.PoolClient, nameOf: NameOf) {
  let spoilt = false;
  let inTransaction = false;

  const ask = async (statement: Statement): Promise<pg.QueryResult> => {
    try {
      return await client.query(statement);
    } catch (error) {
      spoilt ||= spoilsConnection(error);
      throw error;
    }
  };

  return {
    async query({ text, values, rowMode }: Omit<Statement, 'name'>): Promise<pg.QueryResult> {
      const statement = rowMode === undefined ? { text, values } : { text, values, rowMode };
      // Without values it goes by the simple protocol, which knows no names.
      const name = values.length === 0 ? undefined : nameOf(text);
      if (name === undefined) {
        const answer = await ask(statement);
        if (opens.test(text)) inTransaction = true;
        else if (ends.test(text)) inTransaction = false;
        return answer;
      }
      try {
        return await ask({ ...statement, name });
      } catch (error) {
        // Refused before it ran, so it may be repeated; but a transaction is over with the error.
        if (inTransaction || !isStalePreparation(error)) throw error;
        return ask(statement);
      }
    },
    release: () => client.release(spoilt),
  };
}

/**
 * The pool for Kysely, which gives every connection back as if it were good: those that an error has spoilt are dropped.
 */
export const namingPool = (pool: pg.Pool, nameOf: NameOf): PostgresPool => ({
  async connect() {
    const lent = lend(await pool.connect(), nameOf);
    const query = (text: string, values: readonly unknown[]) => lent.query({ text, values: [...values] });
    return { query: query as unknown as PostgresPoolClient['query'], release: lent.release };
  },
  end: () => pool.end(),
});

/**
 * Runs single statements past Kysely. `pool.query` would drop the connection, with its prepared statements, after every error of
 * the database, such as a unique violation.
 */
export const statementRunner =
  (pool: pg.Pool, nameOf: NameOf): RunStatement =>
  async ({ text, values = [], rowMode }) => {
    const lent = lend(await pool.connect(), nameOf);
    try {
      return (await lent.query({ text, values, rowMode })) as never;
    } finally {
      lent.release();
    }
  };

/** The name under which connections prepare a statement; undefined: it is parsed and planned at each use. */
export type NameOf = (text: string) => string | undefined;

/** More than the server has texts; a bound for what a connection keeps, should one ever be built from values. */
const NAMES_MAX = 300;

/** With its prefix within the 63 bytes of a name. */
const NAME_DIGITS = 32;

const PLANNED_BY_VALUE = '/* planned by value */';

/** Stands in a statement whose best plan hangs on its values: it is planned at each use. */
export const plannedByValue = sql.raw(PLANNED_BY_VALUE);

export const isPlannedByValue = (text: string): boolean => text.includes(PLANNED_BY_VALUE);

/**
 * Names statements from the second time that they are seen, so that what is asked once takes no name. After `max` names,
 * further texts stay without. A name is a hash of the text: behind a pooler that hands sessions around, no server can find
 * another statement under it.
 */
export function createStatementNames(max = NAMES_MAX): NameOf {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size === max || isPlannedByValue(text)) return known;
    if (seenOnce.delete(text)) {
      const name = `sangam_${createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS)}`;
      names.set(text, name);
      return name;
    }
    if (seenOnce.size === max) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  };
}

/** No statement is named, for poolers between here and PostgreSQL that lose what a connection has prepared. */
export const unnamed: NameOf = () => undefined;
