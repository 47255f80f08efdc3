import pino from 'pino';
import { ConfigError, readConfig } from '../config.js';
import type { Database } from './database.js';
import { FolderInUse } from './embedded/lock.js';
import { openDatabase } from './open.js';

/** Runs a command on the database that the settings name, and ends the process with a sentence when it cannot. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  try {
    const database = await openDatabase(readConfig(process.env), pino({ level: 'warn' }));
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof FolderInUse;
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
