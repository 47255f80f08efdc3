import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Holds what the tests of a run write. Their processes may be killed, so it is removed at the end of the run. */
export async function createRunFolder(): Promise<{ runFolder: string; remove(): void }> {
  const runFolder = await mkdtemp(join(tmpdir(), 'sangam-tests-'));
  return { runFolder, remove: () => rmSync(runFolder, { recursive: true, force: true }) };
}
