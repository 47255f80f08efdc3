import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openEmbeddedDatabase, openPostgres } from '@sangam/server/db/database';
import { sql } from 'kysely';
import pino from 'pino';
import { inject } from 'vitest';
import { copyEmbedded } from './copy-embedded.js';
import { onServer, withDatabase } from './template.js';

/** An empty, migrated database of a test's own. */
export interface TestDatabase {
  database: Database;
  /** A folder of the test's own, for what a server keeps beside the database. */
  dataDir: string;
  close(): Promise<void>;
}

const POOL_SIZE = 10;
const log = pino({ level: 'silent' });

export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template');
  const dataDir = await mkdtemp(join(template.runFolder, 'data-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  if (template.kind === 'embedded') {
    const embedded = await takeEmbedded(template.folder, template.runFolder);
    return {
      database: embedded.database,
      dataDir,
      async close() {
        await giveBack(embedded);
        await removeData();
      },
    };
  }
  const name = `sangam_test_${randomBytes(6).toString('hex')}`;
  await onServer(template.url, `CREATE DATABASE ${name} TEMPLATE ${template.database} STRATEGY FILE_COPY`);
  const database = openPostgres(withDatabase(template.url, name), POOL_SIZE, log);
  return {
    database,
    dataDir,
    async close() {
      await database.close();
      await onServer(template.url, `DROP DATABASE ${name} WITH (FORCE)`);
      await removeData();
    },
  };
}

interface Embedded {
  database: Database;
  folder: string;
  /** What its schema was at first, see `schemaOf`. */
  schema: string;
}

/** Left by an earlier test of this process: opening an embedded database takes a second of CPU, emptying one 20 ms. */
let spare: Embedded | null = null;

async function takeEmbedded(templateFolder: string, runFolder: string): Promise<Embedded> {
  if (spare !== null) {
    const taken = spare;
    spare = null;
    return taken;
  }
  const folder = await mkdtemp(join(runFolder, 'embedded-'));
  await copyEmbedded(templateFolder, folder);
  const database = await openEmbeddedDatabase(folder, log);
  return { database, folder, schema: await schemaOf(database) };
}

async function giveBack(embedded: Embedded): Promise<void> {
  const { database, folder, schema } = embedded;
  // A test may have changed the schema; such a database is of no use to others.
  if (spare === null && (await schemaOf(database)) === schema) {
    await empty(database);
    spare ??= embedded;
  }
  if (spare === embedded) return;
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

/** A hash of every table, column, constraint, index, trigger, function and sequence. */
async function schemaOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    SELECT md5(string_agg(part, ' ' ORDER BY part)) AS hash FROM (
      SELECT concat_ws('.', relname, attname, format_type(atttypid, atttypmod), attnotnull) AS part
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped
      UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT concat_ws('.', tgname, tgrelid::regclass, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT concat_ws('.', proname, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ) AS parts`.execute(db);
  return rows[0]?.hash ?? '';
}

async function empty({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string; kind: 'r' | 'S' }>`
    SELECT oid::regclass AS name, relkind AS kind FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
      AND relname NOT IN ('kysely_migration', 'kysely_migration_lock')`.execute(db);
  const named = (kind: 'r' | 'S') => rows.filter((row) => row.kind === kind).map(({ name }) => sql.raw(name));
  await sql`TRUNCATE ${sql.join(named('r'))} CASCADE`.execute(db);
  for (const sequence of named('S')) await sql`ALTER SEQUENCE ${sequence} RESTART`.execute(db);
}
