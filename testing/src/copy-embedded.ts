import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Copies the embedded database of one DATA_DIR into another that has none: a thousand files, for which `cp` takes a fifth of Node's CPU. */
export async function copyEmbedded(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const [source, copy] = [join(from, 'postgres'), join(to, 'postgres')];
  if (process.platform === 'win32') await cp(source, copy, { recursive: true });
  else await run('cp', ['-R', source, copy]);
}
