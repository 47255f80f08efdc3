import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { openEmbeddedDatabase } from '@sangam/server/platform/db/database';
import { migrate } from '@sangam/server/platform/db/migrate';
import pino from 'pino';
import { atExit } from './at-exit.js';
import { createRunFolder } from './run-folder.js';
import { UNOPTIMIZED } from './unoptimized.js';

/** Vitest loads this file once for each project, so the process keeps what they share. */
const shared = globalThis as { sangamEmbeddedTemplate?: Promise<string> };

/**
 * A DATA_DIR with a migrated, empty embedded database, which the tests of a run copy. It is made once for all projects:
 * creating one is 6 s of CPU.
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
  // PostgreSQL clears its buffers when it opens: of the 128 MB that it has by default, no test fills the tenth part.
  await appendFile(join(runFolder, 'postgres', 'postgresql.conf'), '\nshared_buffers = 16MB\n');
  return runFolder;
}
