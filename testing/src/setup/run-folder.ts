import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder for files of a run. It is removed at the end of the run, since test processes may be killed. */
export async function createRunFolder(): Promise<{ runFolder: string; remove(): void }> {
  const runFolder = await mkdtemp(join(tmpdir(), 'sangam-tests-'));
  return { runFolder, remove: () => rmSync(runFolder, { recursive: true, force: true }) };
}
