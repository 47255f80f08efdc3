import { join } from 'node:path';
import { openEmbeddedDatabase } from '@sangam/server/db/database';
import { migrate } from '@sangam/server/db/migrate';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { createRunFolder } from './run-folder.js';
import '../template.js';

/** Before the tests on the embedded database: makes the migrated folder that they copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { runFolder, remove } = await createRunFolder();
  const folder = join(runFolder, 'template');
  const database = await openEmbeddedDatabase(folder, pino({ level: 'silent' }));
  await migrate(database.db);
  await database.close();
  project.provide('template', { kind: 'embedded', folder, runFolder });
  project.provide('redisUrl', null);
  return remove;
}
