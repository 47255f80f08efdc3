import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openEmbeddedDatabase, openPostgres } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import pino from 'pino';
import { inject } from 'vitest';
import { copyEmbedded } from './database/copy-embedded.js';
import { copyDatabase, type Template } from './database/template.js';

/** A test's own empty, migrated database. */
export interface TestDatabase {
  database: Database;
  /** The test's own folder for a server's files. */
  dataDir: string;
  close(): Promise<void>;
}

/** Each connection plans every statement. */
const POOL_SIZE = 6;
const log = pino({ level: 'silent' });

/** A copy of the template, reused by the tests of one process. */
interface Copy {
  database: Database;
  /** The initial schema, see `schemaOf`. */
  schema: string;
  /** The initial size. */
  bytes: number;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

/**
 * Databases from earlier tests of this process. Emptying one takes 15 ms; opening an embedded one takes a second of CPU, copying and
 * connecting to one of PostgreSQL 90 ms.
 */
let spare: Copy | null = null;

export async function openTestDatabase(): Promise<TestDatabase> {
  return lend(takeSpare() ?? (await copyTemplate()));
}

/** Opens a database that no test has written to, since deleted rows distort plans and their row counts. */
export async function openUnusedTestDatabase(): Promise<TestDatabase> {
  return lend(await copyTemplate());
}

const copyTemplate = (): Promise<Copy> => {
  const template = inject('template');
  return template.kind === 'embedded' ? copyFolder(template) : copyOnPostgres(template);
};

async function lend(copy: Copy): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(inject('template').runFolder, 'data-'));
  return {
    database: copy.database,
    dataDir,
    async close() {
      await giveBack(copy);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** In one step, so that a database returned in the meantime is not lost. */
function takeSpare(): Copy | null {
  const taken = spare;
  spare = null;
  return taken;
}

const copyOf = async (database: Database, remove: () => Promise<void>): Promise<Copy> => ({
  ...{ database, schema: await schemaOf(database), bytes: await sizeOf(database) },
  async remove() {
    await database.close();
    await remove();
  },
});

async function copyFolder(template: Extract<Template, { kind: 'embedded' }>): Promise<Copy> {
  const folder = await mkdtemp(join(template.runFolder, 'embedded-'));
  await copyEmbedded(template.folder, folder);
  const database = await openEmbeddedDatabase(folder, log);
  return copyOf(database, () => rm(folder, { recursive: true, force: true }));
}

async function copyOnPostgres(template: Extract<Template, { kind: 'postgres' }>): Promise<Copy> {
  const { url, drop } = await copyDatabase(template);
  return copyOf(openPostgres(url, POOL_SIZE, log), drop);
}

async function giveBack(copy: Copy): Promise<void> {
  if (spare === null && (await isEmptied(copy))) spare ??= copy;
  if (spare !== copy) await copy.remove();
}

/** A database that has grown by this much slows down later tests. */
const LARGE_BYTES = 16 * 1024 ** 2;

/** Empties it; false if it is not reusable because its schema changed or it grew too much. */
async function isEmptied({ database, schema, bytes }: Copy): Promise<boolean> {
  if ((await schemaOf(database)) !== schema) return false;
  if ((await sizeOf(database)) - bytes > LARGE_BYTES) return false;
  await empty(database);
  return true;
}

async function sizeOf({ db }: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
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

/** Removes every row except those of migrations, and resets every sequence. */
async function empty({ db, pool }: Database): Promise<void> {
  const { rows } = await sql<{ removal: string }>`
    SELECT CASE relkind WHEN 'r' THEN format('DELETE FROM %I', relname) ELSE format('SELECT setval(%L, seqstart, false)
      FROM pg_sequence WHERE seqrelid = %s', relname, pg_class.oid) END AS removal
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
      AND relname NOT IN ('kysely_migration', 'kysely_migration_lock')`.execute(db);
  // TRUNCATE takes ten times as long with few rows. All rows go, so foreign keys need no check.
  const removals = rows.map(({ removal }) => removal).join(';');
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${removals}; COMMIT`);
}
