import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { copyEmbedded } from './copy-embedded.js';

/** A DATA_DIR with a migrated, empty embedded database, for tests that open it themselves. Only in runs on the embedded one. */
export async function embeddedFolder(): Promise<string> {
  const template = inject('template');
  if (template.kind !== 'embedded') throw new Error('this test belongs to the embedded database');
  const folder = await mkdtemp(join(template.runFolder, 'folder-'));
  await copyEmbedded(template.folder, folder);
  return folder;
}
