/** `npm run backup [-- FILE]`: writes the embedded database of DATA_DIR to one file, while the server serves or is stopped. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../../config.js';
import { systemClock } from '../../lib/clock.js';
import { CommandError, runCommand } from '../command.js';
import { backUp } from './backup.js';

await runCommand(async () => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== null)
    throw new CommandError(
      'DATABASE_URL is set: back up PostgreSQL with pg_dump. This command backs up the embedded database.',
    );
  const time = systemClock.now().toISOString().slice(0, 19).replaceAll(':', '');
  const file = resolve(process.argv[2] ?? `sangam-backup-${time}Z.tar.gz`);
  await backUp(dataDir, file, pino({ level: 'warn' }));
  process.stdout.write(`${file}: ${(statSync(file).size / 1024 ** 2).toFixed(1)} MB\n`);
  process.stdout.write(
    existsSync(join(dataDir, 'jwt-secret'))
      ? 'It contains password hashes, messages and the secret that signs sessions. Keep it where nobody else can read it.\n'
      : 'It doesn’t contain the secret that signs sessions (JWT_SECRET or JWT_SECRET_FILE). Back that up, too.\n',
  );
});
