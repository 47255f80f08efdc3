import pino from 'pino';
import { ConfigError, readConfig } from '../config.js';
import { closeDataDir } from '../data-dir.js';
import type { Database } from './database.js';
import { FolderInUse } from './embedded/lock.js';
import { openDatabase } from './open.js';

/**
 * Runs a command on the configured database, migrated. Prints a known error as one sentence and sets the exit code to 1.
 * `migrated` names the migrations that ran.
 */
export async function withDatabase(work: (database: Database, migrated: string[]) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env);
    closeDataDir(config.dataDir);
    const { database, migrated } = await openDatabase(config, pino({ level: 'warn' }));
    try {
      await work(database, migrated);
    } finally {
      await database.close();
    }
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof FolderInUse;
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
