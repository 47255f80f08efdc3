import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { type Database, openEmbeddedDatabase, openPostgres } from './database.js';
import { migrate } from './migrate.js';

/** The migrator reads with one connection and writes with another. */
const MIGRATION_POOL = 2;

/**
 * The database that the settings name: PostgreSQL with DATABASE_URL, else the embedded one in DATA_DIR. Its schema is
 * brought up to date first; of servers that start together one does that, and the others wait for it.
 */
export async function openDatabase(config: Config, log: Logger): Promise<{ database: Database; migrated: string[] }> {
  if (config.databaseUrl === null) {
    const database = await openEmbeddedDatabase(config.dataDir, log);
    return { database, migrated: await migrate(database.db) };
  }
  const patient = openPostgres(config.databaseUrl, MIGRATION_POOL, log, {});
  try {
    const migrated = await migrate(patient.db);
    return { database: openPostgres(config.databaseUrl, config.databasePool, log), migrated };
  } finally {
    await patient.close();
  }
}
