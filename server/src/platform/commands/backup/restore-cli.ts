/** `npm run restore -- FILE`: restores a backup into DATA_DIR, which must be empty. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../../config.js';
import { CommandError, runCommand } from '../command.js';
import { restore } from './backup.js';

await runCommand(async () => {
  const { dataDir } = readConfig(process.env);
  const file = process.argv[2];
  if (file === undefined || !existsSync(file)) throw new CommandError('Name the backup: npm run restore -- FILE');
  const { users, messages } = await restore(resolve(file), dataDir, pino({ level: 'warn' }));
  process.stdout.write(
    `Restored to ${dataDir}. Members: ${users}. Messages: ${messages}. Everyone has to sign in again.\n`,
  );
});
