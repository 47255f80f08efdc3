import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isStalePreparation, spoilsConnection } from './pg-errors.js';
import type { NameOf } from './statement-names.js';

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
