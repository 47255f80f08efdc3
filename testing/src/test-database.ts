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

/** Small, since each connection plans every statement itself. */
const POOL_SIZE = 6;
const log = pino({ level: 'silent' });

/** A copy of the template, reused by the tests of one process. */
interface Copy {
  database: Database;
  /** The initial schema, see `schemaOf`. */
  schema: string;
  /** The statements that empty the database, see `removalsOf`. */
  removals: string;
  /** The number of rows that earlier tests left and `removeRows` removed. */
  removedRows: number;
  /** Closes and removes the database. */
  remove(): Promise<void>;
}

/**
 * Databases from earlier tests of this process. Emptying one takes 7 ms, an embedded one 80 ms; copying and connecting to one takes
 * 90 ms, opening an embedded one a second of CPU.
 */
let spareCopy: Copy | null = null;

export async function openTestDatabase(): Promise<TestDatabase> {
  return openCopy(takeSpare() ?? (await copyTemplate()));
}

/** Opens a database that no test has written to, since deleted rows distort plans and their row counts. */
export async function openUnusedTestDatabase(): Promise<TestDatabase> {
  return openCopy(await copyTemplate());
}

const copyTemplate = (): Promise<Copy> => {
  const template = inject('template');
  return template.kind === 'embedded' ? copyFolder(template) : copyOnPostgres(template);
};

async function openCopy(copy: Copy): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(inject('template').runFolder, 'data-'));
  return {
    database: copy.database,
    dataDir,
    async close() {
      await returnCopy(copy);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Takes the spare database in one step, so that one returned in the meantime is not lost. */
function takeSpare(): Copy | null {
  const copy = spareCopy;
  spareCopy = null;
  return copy;
}

const copyOf = async (database: Database, remove: () => Promise<void>): Promise<Copy> => ({
  database,
  schema: await schemaOf(database),
  removals: await removalsOf(database),
  removedRows: 0,
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

async function returnCopy(copy: Copy): Promise<void> {
  if (spareCopy === null && (await isEmptied(copy))) spareCopy ??= copy;
  if (spareCopy !== copy) await copy.remove();
}

/** A database from which more rows were removed slows down later tests. */
const MANY_ROWS = 20_000;

/** Empties the copy; false if it is not reusable because its schema changed or it had too many rows. */
async function isEmptied(copy: Copy): Promise<boolean> {
  if ((await schemaOf(copy.database)) !== copy.schema) return false;
  copy.removedRows += await removeRows(copy);
  return copy.removedRows < MANY_ROWS;
}

/** Returns a text that changes once a table, column, constraint, trigger, function or sequence is created, changed or dropped. */
async function schemaOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    SELECT concat(count(*), ' ', sum(version)) AS schema FROM (
      SELECT xmin::text::int8 AS version FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT pg_attribute.xmin::text::int8 FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT xmin::text::int8 FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT xmin::text::int8 FROM pg_trigger
      UNION ALL SELECT xmin::text::int8 FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ) AS parts`.execute(db);
  return rows[0]?.schema ?? '';
}

/** The statements that remove every row except those of migrations, and reset every sequence. */
async function removalsOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ removal: string }>`
    SELECT CASE relkind WHEN 'r' THEN format('DELETE FROM %I', relname) ELSE format('SELECT setval(%L, seqstart, false)
      FROM pg_sequence WHERE seqrelid = %s', relname, pg_class.oid) END AS removal
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
      AND relname NOT IN ('kysely_migration', 'kysely_migration_lock')`.execute(db);
  return rows.map(({ removal }) => removal).join(';');
}

/** Removes the copy's rows, and returns their number. */
async function removeRows({ database, removals }: Copy): Promise<number> {
  // With few rows, TRUNCATE takes ten times as long as DELETE. All rows are removed, so foreign keys need no check.
  const results = await database.pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${removals}; COMMIT`);
  return [results].flat().reduce((sum, { command, rowCount }) => sum + (command === 'DELETE' ? (rowCount ?? 0) : 0), 0);
}
