/** `npm run move-to-postgres`: copies the embedded database in DATA_DIR to the empty PostgreSQL at DATABASE_URL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../../config.js';
import { CommandError, runCommand } from '../command.js';
import { moveToPostgres } from './move.js';

await runCommand(async () => {
  // The secret is not read: it may be set after the move.
  const { databaseUrl, dataDir } = readConfig({ ...process.env, NODE_ENV: 'development' });
  if (databaseUrl === null) throw new CommandError('Set DATABASE_URL to the empty PostgreSQL database to move to.');
  const movedTables = await moveToPostgres(dataDir, databaseUrl, pino({ level: 'warn' }));
  for (const { name, rows } of movedTables) process.stdout.write(`${name.padEnd(24)} ${String(rows).padStart(10)}\n`);
  process.stdout.write(`Copied everything in ${dataDir} to PostgreSQL. The folder is unchanged.\n`);
  if (existsSync(join(dataDir, 'jwt-secret')))
    process.stdout.write(`Start with JWT_SECRET_FILE=${join(dataDir, 'jwt-secret')}, or members must sign in again.\n`);
});
