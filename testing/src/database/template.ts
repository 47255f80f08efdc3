import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A migrated, empty database that tests copy, and the folder for files of the run. */
export type Template = { runFolder: string } & (
  | { kind: 'embedded'; folder: string }
  | { kind: 'postgres'; url: string; database: string }
);

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
    /** The run's Redis; null in a run without services. */
    redisUrl: string | null;
  }
}

/** Returns the address of another database on the same server. */
export const withDatabase = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

/** A copy of the template: its address, and how to remove it. */
export async function copyDatabase({
  url,
  database,
}: Extract<Template, { kind: 'postgres' }>): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `sangam_test_${randomBytes(6).toString('hex')}`;
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${database} STRATEGY FILE_COPY`);
  return { url: withDatabase(url, name), drop: () => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`) };
}

export async function onServer(url: string, statement: string): Promise<void> {
  await onDatabase(url, statement);
}

/** Runs one statement on the database at this address, bypassing the application. */
export async function onDatabase<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  // A lost connection already fails the statement; without a listener, the event would end the process.
  const client = new pg.Client({ connectionString: url }).on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}
