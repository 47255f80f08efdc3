import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import pino from 'pino';
import { readConfig } from '../../config.js';
import { closeDataDir } from '../data-dir.js';
import type { Database } from '../db/database.js';
import { openDatabase } from '../db/migrate.js';
import { operatorFailure } from '../operator-failure.js';

/** A command cannot do what it was asked to do; the message says why and what to do. */
export class CommandError extends Error {}

/** Runs a command. Prints errors that an operator can act on as one sentence, and sets the exit code to 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const text = error instanceof CommandError ? error.message : operatorFailure(error);
    process.stderr.write(`${text ?? (error instanceof Error ? error.stack : String(error))}\n`);
    process.exitCode = 1;
  }
}

/**
 * Reads one line, the answer of the server that uses `dataDir`, from this connection and returns its fields. Throws CommandError without
 * one.
 */
export async function readAnswer(socket: Socket, dataDir: string): Promise<Readonly<Record<string, unknown>>> {
  const line = await new Promise<string>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it hung up')));
    createInterface({ input: socket }).on('error', reject).once('line', resolve);
  }).catch((error: Error) => {
    throw new CommandError(`The server that uses ${dataDir} doesn’t answer (${error.message}). Stop it and try again.`);
  });
  return fieldsOf(JSON.parse(line));
}

type OnDatabase = (database: Database, migrated: string[]) => Promise<void>;

/** Opens the configured, migrated database for one piece of work. `migrated` names the migrations that ran. */
export async function onDatabase(work: OnDatabase): Promise<void> {
  const config = readConfig(process.env);
  closeDataDir(config.dataDir);
  const { database, migrated } = await openDatabase(config, pino({ level: 'warn' }));
  try {
    await work(database, migrated);
  } finally {
    await database.close();
  }
}

/** Runs a command on that database. */
export const withDatabase = (work: OnDatabase): Promise<void> => runCommand(() => onDatabase(work));
