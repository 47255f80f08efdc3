import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { openEmbeddedDatabase } from '@sangam/server/platform/db/database';
import { migrate } from '@sangam/server/platform/db/migrate';
import pino from 'pino';
import { atExit } from '../servers/at-exit.js';
import { UNOPTIMIZED } from '../servers/unoptimized.js';
import { createRunFolder } from './run-folder.js';

/** Global, since Vitest loads this file once for each project. */
const shared = globalThis as { sangamEmbeddedTemplate?: Promise<string> };

/**
 * A DATA_DIR with a migrated, empty embedded database for the tests of a run to copy. All projects share it, since creating it takes
 * 6 s of CPU.
 */
export function embeddedTemplate(): Promise<string> {
  shared.sangamEmbeddedTemplate ??= createTemplate();
  return shared.sangamEmbeddedTemplate;
}

async function createTemplate(): Promise<string> {
  for (const flag of UNOPTIMIZED) setFlagsFromString(flag);
  const { runFolder, remove } = await createRunFolder();
  atExit(remove);
  const database = await openEmbeddedDatabase(runFolder, pino({ level: 'silent' }));
  await migrate(database.db);
  await database.close();
  // PostgreSQL clears its buffers at start: 128 MB by default, more than ten times what a test needs.
  await appendFile(join(runFolder, 'postgres', 'postgresql.conf'), '\nshared_buffers = 16MB\n');
  return runFolder;
}
