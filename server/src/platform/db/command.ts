import { ConfigError } from '../../config.js';
import { FolderInUse } from './embedded/lock.js';

/** A command cannot do what it was asked for; its message says why and what to do. */
export class CommandError extends Error {}

/** Runs a command. Prints an error that an operator can act on as one sentence, and sets the exit code to 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const known = error instanceof CommandError || error instanceof ConfigError || error instanceof FolderInUse;
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
