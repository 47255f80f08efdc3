import pg from 'pg';

/** A migrated, empty database that every test starts from a copy of, and the folder for what a run writes. */
export type Template = { runFolder: string } & (
  | { kind: 'embedded'; folder: string }
  | { kind: 'postgres'; url: string; database: string }
);

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
    /** The Redis of a run on services; null in a run without. */
    redisUrl: string | null;
  }
}

/** The address of another database of the same server. */
export const withDatabase = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

export async function onServer(url: string, statement: string): Promise<void> {
  await onDatabase(url, statement);
}

/** Runs one statement on the database at this address, past the application. */
export async function onDatabase<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  // A database that goes away fails the statement, which says so; the event would end the process.
  const client = new pg.Client({ connectionString: url }).on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}
