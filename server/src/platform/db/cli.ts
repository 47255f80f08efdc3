import pino from 'pino';
import { readConfig } from '../../config.js';
import { closeDataDir } from '../data-dir.js';
import { runCommand } from './command.js';
import type { Database } from './database.js';
import { openDatabase } from './open.js';

/** Runs a command on the configured database, migrated. `migrated` names the migrations that ran. */
export const withDatabase = (work: (database: Database, migrated: string[]) => Promise<void>): Promise<void> =>
  runCommand(async () => {
    const config = readConfig(process.env);
    closeDataDir(config.dataDir);
    const { database, migrated } = await openDatabase(config, pino({ level: 'warn' }));
    try {
      await work(database, migrated);
    } finally {
      await database.close();
    }
  });
