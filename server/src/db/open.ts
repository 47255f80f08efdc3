import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { type Database, openEmbeddedDatabase, openPostgres } from './database.js';

/** The database that the settings name: PostgreSQL with DATABASE_URL, else the embedded one in DATA_DIR. */
export const openDatabase = async (config: Config, log: Logger): Promise<Database> =>
  config.databaseUrl === null
    ? openEmbeddedDatabase(config.dataDir, log)
    : openPostgres(config.databaseUrl, config.databasePool, log);
