import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedDatabase, openPostgres } from '@sangam/server/db/database';
import { migrate } from '@sangam/server/db/migrate';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** A migrated, empty database that every test file starts from a copy of. */
export type Template = { kind: 'embedded'; folder: string } | { kind: 'postgres'; url: string; database: string };

const log = pino({ level: 'silent' });

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL;
  return url === undefined ? embedded(project) : postgres(project, url);
}

async function embedded(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'sangam-template-'));
  const database = await openEmbeddedDatabase(folder, log);
  await migrate(database.db);
  await database.close();
  project.provide('template', { kind: 'embedded', folder });
  return () => rm(folder, { recursive: true, force: true });
}

async function postgres(project: TestProject, url: string) {
  const name = `sangam_template_${randomBytes(6).toString('hex')}`;
  await onServer(url, `CREATE DATABASE ${name}`);
  const database = openPostgres(withDatabase(url, name), 2, log);
  await migrate(database.db);
  await database.close();
  project.provide('template', { kind: 'postgres', url, database: name });
  return () => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`);
}

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
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}
