import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);

/** Copies the embedded database of one DATA_DIR to another without one. For its thousand files, `cp` takes a fifth of Node's CPU. */
export async function copyEmbedded(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const [source, copy] = [join(from, 'postgres'), join(to, 'postgres')];
  if (process.platform === 'win32') await cp(source, copy, { recursive: true });
  else await run('cp', ['-R', source, copy]);
}

/** Creates a DATA_DIR with a migrated, empty embedded database for tests that open it. Only in runs on the embedded database. */
export async function embeddedFolder(): Promise<string> {
  const template = inject('template');
  if (template.kind !== 'embedded') throw new Error('this test belongs to the embedded database');
  const folder = await mkdtemp(join(template.runFolder, 'folder-'));
  await copyEmbedded(template.folder, folder);
  return folder;
}
