import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { type Database, openEmbeddedDatabase, openPostgres } from './database.js';
import { migrate } from './migrate.js';

/** The migrator reads with one connection and writes with another. */
const MIGRATION_POOL = 2;

/**
 * Opens the configured database, PostgreSQL with DATABASE_URL, else the embedded one in DATA_DIR, and migrates it. Of
 * several servers that start at once, one migrates and the others wait.
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
    return {
      database: openPostgres(config.databaseUrl, config.databasePool, log, { naming: config.databasePrepare }),
      migrated,
    };
  } finally {
    await unbounded.close();
  }
}
