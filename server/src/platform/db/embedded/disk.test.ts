import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@sangam/testing/eventually';
import { expect, it, onTestFinished } from 'vitest';
import { watchDisk } from './disk.js';

it('reports a folder whose disk can’t be read, and goes on once it can', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sangam-disk-'));
  const away = `${folder}-away`;
  const [errors, changes]: [unknown[], boolean[]] = [[], []];
  const disk = watchDisk(folder, {
    changed: (full) => changes.push(full),
    onError: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    disk.stop();
    await rm(folder, { recursive: true, force: true });
  });

  await rename(folder, away);
  await eventually(() => expect(errors.length).toBeGreaterThan(1));
  await rename(away, folder);
  const before = errors.length;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(errors.length).toBeLessThanOrEqual(before + 1);
  expect([disk.isFull(), changes]).toEqual([false, []]);
});
