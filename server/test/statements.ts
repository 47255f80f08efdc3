import pg from 'pg';
import type { Database } from '../src/db/database.js';

export interface Statement {
  text: string;
  values: unknown[];
}

/** What runs by a timer, whoever calls; and the brackets of a transaction. */
const notOfACall = /\b(servers|devices|uptime_minutes)\b|^(begin|commit|rollback)\b/iu;

/** Runs `work` and answers every statement that was sent to the database meanwhile, in order. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const real = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const statement =
      typeof first === 'string'
        ? { text: first, values: Array.isArray(second) ? second : [] }
        : { text: first.text, values: first.values ?? (Array.isArray(second) ? second : []) };
    if (!notOfACall.test(statement.text)) statements.push(statement);
    return Reflect.apply(real, this, args);
  } as typeof real;
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = real;
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** The tables that the plan of a statement reads from end to end. Nothing is executed. */
export async function scannedTables(database: Database, { text, values }: Statement): Promise<string[]> {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  const [row] = rows;
  return row ? scans(row['QUERY PLAN'][0].Plan) : [];
}

const scans = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : []),
  ...(node.Plans ?? []).flatMap(scans),
];
