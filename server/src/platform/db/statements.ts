import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { isStalePreparation, spoilsConnection } from './pg-errors.js';
import { repeatRolledBack } from './repeat.js';
import type { Lender } from './turns.js';

/** Runs one statement with values outside a transaction. */
export type RunStatement = <R extends unknown[]>(statement: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<R>>;

interface Statement {
  text: string;
  values: unknown[];
  rowMode?: 'array';
  name?: string;
}

const opens = /^(?:begin|start transaction)\b/iu;
const ends = /^(?:commit|rollback)$/iu;
const commits = /^commit$/iu;
const writes = /\b(?:insert into|update|delete from)\b/iu;
/** `CREATE INDEX CONCURRENTLY` leaves an invalid index after an error, which `IF NOT EXISTS` would take for the index. */
const commitsInSteps = /\bconcurrently\b/iu;

/** How a pool's connections are used. */
interface ConnectionUse {
  nameOf: NameOf;
  /** Called when a write may have been committed although its answer was lost, with its connection or by a timeout. */
  onLostAnswer: () => void;
  /** Called with each error of a connection. */
  note: (error: unknown) => void;
}

/** Borrows a connection and wraps it: names its statements, and notes errors that make it unusable. */
async function borrowConnection(lender: Lender, { nameOf, onLostAnswer, note }: ConnectionUse) {
  const client = await lender.borrow().catch((error: unknown) => {
    note(error);
    throw error;
  });
  let isUnusable = false;
  let inTransaction = false;

  const runStatement = async (statement: Statement): Promise<pg.QueryResult> => {
    try {
      return await client.query(statement);
    } catch (error) {
      note(error);
      const makesUnusable = spoilsConnection(error);
      isUnusable ||= makesUnusable;
      if (makesUnusable && !isStalePreparation(error) && (inTransaction ? commits : writes).test(statement.text))
        onLostAnswer();
      throw error;
    }
  };

  const command = (text: string) => runStatement({ text, values: [] });

  const runByValue = async (statement: Statement): Promise<pg.QueryResult> => {
    // Within a transaction in any case, so that a pooler that shares connections keeps the setting with its statement.
    await command(inTransaction ? planByValue(true) : `BEGIN; ${planByValue(true)}`);
    try {
      const answer = await runStatement(statement);
      await command(inTransaction ? planByValue(false) : 'COMMIT');
      return answer;
    } catch (error) {
      if (!inTransaction && !isUnusable) await command('ROLLBACK');
      throw error;
    }
  };

  const run = async ({ text, values, rowMode }: Omit<Statement, 'name'>): Promise<pg.QueryResult> => {
    const statement = rowMode === undefined ? { text, values } : { text, values, rowMode };
    // Without values it uses the simple protocol, which has no names.
    const name = values.length === 0 ? undefined : nameOf(text);
    if (name === undefined) {
      if (isPlannedByValue(text) && nameOf !== unnamed) return runByValue(statement);
      const answer = await runStatement(statement);
      if (opens.test(text)) inTransaction = true;
      else if (ends.test(text)) inTransaction = false;
      return answer;
    }
    try {
      return await runStatement({ ...statement, name });
    } catch (error) {
      // Refused before it ran, so it can be repeated; but a transaction ends with the error.
      if (inTransaction || !isStalePreparation(error)) throw error;
      return runStatement(statement);
    }
  };

  return {
    // Outside a transaction, nearly every statement is its own transaction, and repeated here. A transaction is repeated as a whole
    // (`transaction.ts`).
    query: (statement: Omit<Statement, 'name'>): Promise<pg.QueryResult> =>
      inTransaction
        ? run(statement)
        : repeatRolledBack(
            () => run(statement),
            () => !commitsInSteps.test(statement.text),
          ),
    release: () => lender.giveBack(client, isUnusable),
  };
}

/** The pool for Kysely, which returns every connection as usable: those that an error made unusable are dropped. */
export const namingPool = (pool: pg.Pool, lender: Lender, lending: ConnectionUse): PostgresPool => ({
  async connect() {
    const connection = await borrowConnection(lender, lending);
    const query = (text: string, values: readonly unknown[]) => connection.query({ text, values: [...values] });
    // Kysely also declares cursors, which need another package.
    return { query: query as unknown as PostgresPoolClient['query'], release: connection.release };
  },
  end: () => pool.end(),
});

/**
 * Runs single statements without Kysely. `pool.query` would drop the connection, with its prepared statements, after every
 * database error, such as a unique violation.
 */
export const statementRunner =
  (lender: Lender, lending: ConnectionUse): RunStatement =>
  async ({ text, values = [], rowMode }) => {
    const connection = await borrowConnection(lender, lending);
    try {
      // The caller names the type of the rows.
      return (await connection.query({ text, values, rowMode })) as never;
    } finally {
      connection.release();
    }
  };

/** Returns the name under which connections prepare a statement; undefined: it is parsed and planned at each use. */
export type NameOf = (text: string) => string | undefined;

/**
 * More names than the server's statements need, of which about 500 run twice. Bounds a connection's memory, at 65 KB for each name, should
 * a statement ever be built from values.
 */
const NAMES_MAX = 800;

/** Fits, with the prefix, into the 63 bytes of a name. */
const NAME_DIGITS = 32;

/**
 * For connections that name their statements: each is planned once, instead of for each of its first five values and once more, which was
 * up to half of PostgreSQL's work after a restart.
 */
export const plannedOnce = 'SET plan_cache_mode = force_generic_plan';

const planByValue = (isOn: boolean) => `SET LOCAL plan_cache_mode = force_${isOn ? 'custom' : 'generic'}_plan`;

const PLANNED_BY_VALUE = '/* planned by value */';

/** Marks a statement whose best plan depends on its values: it is planned at each use. */
export const plannedByValue = sql.raw(PLANNED_BY_VALUE);

export const isPlannedByValue = (text: string): boolean => text.includes(PLANNED_BY_VALUE);

/**
 * Names statements from their second use on, so that a single use takes no name. After `max` names, further statements stay
 * unnamed. A name is a hash of the text: behind a pooler that shares sessions, no server can find another statement under it.
 */
export function createStatementNames(max = NAMES_MAX): NameOf {
  const names = new Map<string, string>();
  const usedOnce = new Set<string>();
  return (text) => {
    const knownName = names.get(text);
    if (knownName !== undefined || names.size === max || isPlannedByValue(text)) return knownName;
    if (usedOnce.delete(text)) {
      const name = `sangam_${createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS)}`;
      names.set(text, name);
      return name;
    }
    if (usedOnce.size === max) usedOnce.clear();
    usedOnce.add(text);
    return undefined;
  };
}

/** Names no statement, for poolers in front of PostgreSQL that lose a connection's prepared statements. */
export const unnamed: NameOf = () => undefined;
