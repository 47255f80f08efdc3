import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@sangam/server/platform/db/database';
import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

const bracketOfATransaction = /^(begin|start transaction|commit|rollback)\b/iu;

/** The embedded database's own (db/embedded/upkeep.ts): it may wait for the connection, and is then sent from where that is given back. */
const upkeep = /^(discard plans|analyze|vacuum)\b/iu;

const recording = new AsyncLocalStorage<Statement[]>();

/**
 * Runs `work` and answers every statement that it sent to the database, in order. What timers send meanwhile is not its
 * own: a statement belongs to the work in whose asynchronous context it is sent, so the work has to run in this process
 * all the way (`fastify.inject`, not `fetch`).
 */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const real = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const statement =
      typeof first === 'string'
        ? { text: first, values: Array.isArray(second) ? second : [] }
        : { text: first.text, values: first.values ?? (Array.isArray(second) ? second : []) };
    if (!bracketOfATransaction.test(statement.text) && !upkeep.test(statement.text))
      recording.getStore()?.push(statement);
    return Reflect.apply(real, this, args);
  } as typeof real;
  try {
    return { result: await recording.run(statements, work), statements };
  } finally {
    pg.Client.prototype.query = real;
  }
}

interface PlanNode {
  'Node Type': string;
  /** Only after it was executed. */
  'Actual Rows'?: number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** The plan of a statement, made for its values, as JSON. Nothing is executed. */
export async function planOf(database: Database, { text, values }: Statement): Promise<string> {
  const { rows } = await database.pool.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return JSON.stringify(rows);
}

/** The tables that the plan of a statement, made for its values, reads from end to end. Nothing is executed. */
export async function scannedTables(database: Database, { text, values }: Statement): Promise<string[]> {
  const { rows } = await database.pool.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return scansOf(rows);
}

/** The same for the plan that PostgreSQL may keep for a prepared statement, whatever its values. */
export async function scannedByGenericPlan(database: Database, { text, values }: Statement): Promise<string[]> {
  const any = values.map(() => 'NULL').join(', ');
  const rows = await prepared(database, text, `EXPLAIN (FORMAT JSON) EXECUTE generic${any && `(${any})`}`);
  return scansOf(rows);
}

/** Explains a statement as one that is prepared, by a plan for all values. */
async function prepared(database: Database, text: string, explain: string): Promise<Explained[]> {
  const client = await database.pool.connect();
  try {
    await client.query(`SET plan_cache_mode = force_generic_plan`);
    await client.query(`PREPARE generic AS ${text}`);
    const { rows } = await client.query<Explained>(explain);
    await client.query('DEALLOCATE generic');
    await client.query('RESET plan_cache_mode');
    return rows;
  } finally {
    client.release();
  }
}

/** Executes a statement, and answers the most rows that a step of its plan produced: the plan made for its values. */
export async function mostRowsOfAStep(database: Database, { text, values }: Statement): Promise<number> {
  const { rows } = await database.pool.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  return mostRows(rows);
}

/** The same of the plan for all values. */
export async function mostRowsByGenericPlan(database: Database, { text, values }: Statement): Promise<number> {
  const given = values.map((value) => pg.escapeLiteral(textOf(value))).join(', ');
  return mostRows(
    await prepared(database, text, `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE generic${given && `(${given})`}`),
  );
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value);
}

function mostRows([row]: Explained[]): number {
  const most = (node: PlanNode): number => Math.max(node['Actual Rows'] ?? 0, ...(node.Plans ?? []).map(most));
  return row ? most(row['QUERY PLAN'][0].Plan) : 0;
}

interface Explained {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

const scansOf = ([row]: Explained[]): string[] => (row ? scans(row['QUERY PLAN'][0].Plan) : []);

const scans = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : []),
  ...(node.Plans ?? []).flatMap(scans),
];
