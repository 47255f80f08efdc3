import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  MIGRATION_LOCK_ID,
  type Migration,
  Migrator,
  PostgresAdapter,
  sql,
} from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { installationFolder } from '../installation-folder.js';
import { retry } from '../lib/timers.js';
import { type Database, type Db, LEASE_CONNECTIONS, openEmbeddedDatabase, openPostgres, type Trx } from './database.js';
import { isLockedOut, NewerDatabase } from './pg-errors.js';

const folder = join(installationFolder, 'migrations');

/** The migrator reads with one connection and writes with another. */
export const MIGRATION_POOL = 2;

/**
 * Opens the configured database (PostgreSQL at DATABASE_URL, else the embedded one in DATA_DIR) and migrates it. If several
 * servers start at once, one migrates and the others wait.
 */
export async function openDatabase(config: Config, log: Logger): Promise<{ database: Database; migrated: string[] }> {
  if (config.databaseUrl === null) {
    const database = await openEmbeddedDatabase(config.dataDir, log);
    return { database, migrated: await migrate(database.db) };
  }
  const unbounded = openPostgres(config.databaseUrl, MIGRATION_POOL, log, { bounds: {}, naming: false });
  try {
    const migrated = await migrate(unbounded.db, (error) =>
      log.warn({ err: error }, 'a migration waits for a table that is in use'),
    );
    const size = config.databasePool - LEASE_CONNECTIONS;
    return { database: openPostgres(config.databaseUrl, size, log, { naming: config.databasePrepare }), migrated };
  } finally {
    await unbounded.close();
  }
}

/** How long a migration waits for a table in use: later statements on that table queue behind it. */
const LOCK_WITHIN_MS = 300;
/** It then releases all its locks and retries for ten minutes: a long read, such as a backup, may end in the meantime. */
const TRY_AGAIN_AFTER_MS = 1_000;
const TRIES = 600;

/**
 * Applies every `migrations/*.sql` that has not run yet, in order, under a lock. Forward only. Returns their names. In an upgrade
 * each runs in its own transaction, since servers of the previous version keep running: locks are released before the next
 * migration needs tables that a sender may hold. `onRetry` receives the reason for each retry. Throws NewerDatabase.
 */
export async function migrate(db: Db, onRetry: (error: unknown) => void = () => undefined): Promise<string[]> {
  const [names, applied] = [await migrationNames(), await appliedNames(db)];
  if (applied.join() === names.join()) return [];
  const unknown = applied.findLast((name) => !names.includes(name));
  if (unknown !== undefined) throw new NewerDatabase(unknown);
  if (applied.length === 0) return migrateAtOnce(db);
  const migrated: string[] = [];
  // A branch that was merged late may have added a migration older than the newest one that ran.
  for (const name of names.filter((each) => !applied.includes(each))) {
    const pausesMs = Array<number>(TRIES).fill(TRY_AGAIN_AFTER_MS);
    if (await retry(() => apply(db, name), { pausesMs, isWorthIt: isLockedOut, onRetry })) migrated.push(name);
  }
  return migrated;
}

/** Applies all migrations in one go: an empty database is not in use yet. */
async function migrateAtOnce(db: Db): Promise<string[]> {
  const { error, results = [] } = await createMigrator(db).migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

const adapter = new PostgresAdapter();
const lock = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID };

/** Applies a migration, and records it as the migrator does, under its lock; false where another server was first. */
const apply = (db: Db, name: string): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    await adapter.acquireMigrationLock(connection, lock);
    try {
      const text = await textOf(name);
      await buildIndex(connection, text);
      await fillInSteps(connection, text);
      return await connection.transaction().execute((trx) => applyIn(trx, name, text));
    } finally {
      await adapter.releaseMigrationLock(connection, lock);
    }
  });

/**
 * If a migration consists of one index `CONCURRENTLY`, builds it first, outside the transaction, while members keep writing: a
 * million rows take seconds. An interrupted build is dropped.
 */
async function buildIndex(connection: Db, text: string): Promise<void> {
  const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)/mu.exec(text)?.[1];
  if (index === undefined) return;
  const { rows } = await sql`SELECT FROM pg_index WHERE indexrelid = to_regclass(${index}) AND NOT indisvalid`.execute(
    connection,
  );
  if (rows.length > 0) await sql.raw(`DROP INDEX ${index}`).execute(connection);
  await sql.raw(text).execute(connection);
}
/**
 * If a migration consists of one call of a function that fills rows, calls it first until there are none left. Each call is committed
 * by itself, so that members who write wait for a few rows only.
 */
async function fillInSteps(connection: Db, text: string): Promise<void> {
  const call = FILLING.exec(text)?.[0];
  if (call === undefined) return;
  for (let filled = 1; filled > 0; )
    filled = (await sql<{ filled: number }>`${sql.raw(call)}`.execute(connection)).rows[0]?.filled ?? 0;
}
const FILLING = /^SELECT fill_\w+\(\d+\) AS filled$/mu;

const inTransaction = (text: string): string =>
  text.replace('INDEX CONCURRENTLY', 'INDEX').replace(/(SELECT fill_\w+)\(\d+\)/u, '$1(NULL)');

async function applyIn(trx: Trx, name: string, text: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM kysely_migration WHERE name = ${name}`.execute(trx);
  if (rows.length > 0) return false;
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(trx);
  await sql.raw(inTransaction(text)).execute(trx);
  // The migrator sorts by time first.
  await sql`INSERT INTO kysely_migration (name, timestamp)
    SELECT ${name}, greatest(max(timestamp), to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM kysely_migration`.execute(trx);
  return true;
}

const textOf = (name: string): Promise<string> => readFile(join(folder, `${name}.sql`), 'utf8');

/** For single migrations, in tests; a start calls `migrate`. */
export const createMigrator = (db: Db): Migrator =>
  new Migrator({
    db,
    provider: {
      async getMigrations() {
        const entries = (await migrationNames()).map(async (name): Promise<[string, Migration]> => {
          const text = inTransaction(await textOf(name));
          return [name, { up: async (trx) => void (await sql.raw(text).execute(trx)) }];
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  });

async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.replace(/\.sql$/u, ''));
}

/** Two statements instead of the migrator, which takes a tenth of a start: nearly every start finds nothing to do. */
async function appliedNames(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
  if (!tables[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}
