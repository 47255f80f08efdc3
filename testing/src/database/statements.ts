import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@sangam/server/platform/db/database';
import { hourMs } from '@sangam/shared/core/limits';
import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

const bracketOfATransaction = /^(begin|start transaction|commit|rollback)\b/iu;

/**
 * Statements that aren't recorded: the embedded database's upkeep (db/embedded/upkeep.ts) may wait for the connection and then run in
 * another context, and a new connection is set up once.
 */
const upkeep = /^(discard plans|analyze|vacuum|set jit)\b/iu;

/**
 * Timings for servers whose statements are compared, which keep them the same however long the test takes: after one lease without an older
 * server, a server writes messages with another statement.
 */
export const steadyTimings = { presence: { leaseMs: hourMs } };

const recording = new AsyncLocalStorage<Statement[]>();

/**
 * Runs `work` and returns its result and database statements in order. A statement belongs to the asynchronous context that sends it, so
 * statements of timers do not count, and `work` must stay in this process (`fastify.inject`, not `fetch`).
 */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const originalQuery = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const statement =
      typeof first === 'string'
        ? { text: first, values: Array.isArray(second) ? second : [] }
        : { text: first.text, values: first.values ?? (Array.isArray(second) ? second : []) };
    if (!bracketOfATransaction.test(statement.text) && !upkeep.test(statement.text))
      recording.getStore()?.push(statement);
    return Reflect.apply(originalQuery, this, args);
  } as typeof originalQuery;
  try {
    return { result: await recording.run(statements, work), statements };
  } finally {
    pg.Client.prototype.query = originalQuery;
  }
}

interface PlanNode {
  'Node Type': string;
  /** Set once the plan was executed. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** Explains a statement with the plan for its values. */
async function explain(
  database: Database,
  { text, values }: Statement,
  options = 'FORMAT JSON',
): Promise<ExplainRow[]> {
  const { rows } = await database.pool.query<ExplainRow>(`EXPLAIN (${options}) ${text}`, values);
  return rows;
}

/** Returns the plan of a statement for its values, as JSON, without executing it. */
export const planOf = async (database: Database, statement: Statement): Promise<string> =>
  JSON.stringify(await explain(database, statement));

/** Returns the tables that the plan for its values scans, without executing it. */
export const scannedTables = async (database: Database, statement: Statement): Promise<string[]> =>
  scansOf(await explain(database, statement));

/** Like `scannedTables`, for the generic plan that PostgreSQL may cache for a prepared statement. */
export async function scannedByGenericPlan(database: Database, { text, values }: Statement): Promise<string[]> {
  const any = values.map(() => 'NULL').join(', ');
  const rows = await explainPrepared(database, text, `EXPLAIN (FORMAT JSON) EXECUTE generic${any && `(${any})`}`);
  return scansOf(rows);
}

/** Explains a statement with its generic plan. */
async function explainPrepared(database: Database, text: string, explainStatement: string): Promise<ExplainRow[]> {
  const client = await database.pool.connect();
  try {
    await client.query(`SET plan_cache_mode = force_generic_plan`);
    await client.query(`PREPARE generic AS ${text}`);
    const { rows } = await client.query<ExplainRow>(explainStatement);
    await client.query('DEALLOCATE generic');
    return rows;
  } finally {
    client.release();
  }
}

/** Executes a statement with the plan for its values, and returns the largest number of rows of a step. */
export const mostRowsOfAStep = async (database: Database, statement: Statement): Promise<number> =>
  mostRows(await explain(database, statement, 'ANALYZE, FORMAT JSON'));

/** Executes a statement with the plan for its values, and returns the largest number of rows that a step read and discarded. */
export async function mostRowsRemoved(database: Database, statement: Statement): Promise<number> {
  const mostRemoved = (node: PlanNode): number =>
    Math.max(
      node['Rows Removed by Filter'] ?? 0,
      node['Rows Removed by Join Filter'] ?? 0,
      ...(node.Plans ?? []).map(mostRemoved),
    );
  const [row] = await explain(database, statement, 'ANALYZE, FORMAT JSON');
  return row ? mostRemoved(row['QUERY PLAN'][0].Plan) : 0;
}

/** Executes a statement with the plan for its values, and returns how often it looked into a table. */
export async function looksInto(database: Database, statement: Statement, table: string): Promise<number> {
  const lookups = (node: PlanNode): number =>
    (node['Relation Name'] === table ? (node['Actual Loops'] ?? 0) : 0) +
    (node.Plans ?? []).reduce((sum, plan) => sum + lookups(plan), 0);
  const [row] = await explain(database, statement, 'ANALYZE, FORMAT JSON');
  return row ? lookups(row['QUERY PLAN'][0].Plan) : 0;
}

/** Like `mostRowsOfAStep`, for the generic plan. */
export const mostRowsByGenericPlan = async (database: Database, statement: Statement): Promise<number> =>
  mostRows(await explainGeneric(database, statement, 'ANALYZE, FORMAT JSON'));

/** Executes a statement with the plan for its values, and returns how many blocks it read, in memory or from disk. */
export const blocksOf = async (database: Database, statement: Statement): Promise<number> =>
  blocksRead(await explain(database, statement, 'ANALYZE, BUFFERS, FORMAT JSON'));

/** Like `blocksOf`, for the generic plan. */
export const blocksByGenericPlan = async (database: Database, statement: Statement): Promise<number> =>
  blocksRead(await explainGeneric(database, statement, 'ANALYZE, BUFFERS, FORMAT JSON'));

const blocksRead = ([row]: ExplainRow[]): number => {
  const plan = row?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
};

/** Explains a statement with its generic plan for its values. */
function explainGeneric(database: Database, { text, values }: Statement, options: string): Promise<ExplainRow[]> {
  const parameters = values.map((value) => pg.escapeLiteral(textOf(value))).join(', ');
  return explainPrepared(database, text, `EXPLAIN (${options}) EXECUTE generic${parameters && `(${parameters})`}`);
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value);
}

function mostRows([row]: ExplainRow[]): number {
  const mostActual = (node: PlanNode): number =>
    Math.max(node['Actual Rows'] ?? 0, ...(node.Plans ?? []).map(mostActual));
  return row ? mostActual(row['QUERY PLAN'][0].Plan) : 0;
}

interface ExplainRow {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

const scansOf = ([row]: ExplainRow[]): string[] => (row ? scans(row['QUERY PLAN'][0].Plan) : []);

const scans = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : []),
  ...(node.Plans ?? []).flatMap(scans),
];
