/** `npm run moderator -- add|remove|list ADDRESS`: names moderators, also while servers run. */
import { readConfig } from '../../config.js';
import { onDatabase, runCommand } from '../../platform/commands/command.js';
import { FolderInUse } from '../../platform/db/embedded/lock.js';
import { systemClock } from '../../platform/lib/clock.js';
import { runOnServer } from './command-socket.js';
import { runModeratorCommand } from './moderator-command.js';

await runCommand(async () => {
  const args = process.argv.slice(2);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  try {
    await onDatabase(async ({ db }) => void print(await runModeratorCommand({ db, clock: systemClock }, args)));
  } catch (error) {
    // Only the running server may use the embedded database, so the server runs the command.
    if (!(error instanceof FolderInUse)) throw error;
    print(await runOnServer(readConfig(process.env).dataDir, args));
  }
});
