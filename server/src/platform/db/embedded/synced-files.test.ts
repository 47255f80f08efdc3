import fs, { copyFileSync, cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { embeddedFolder } from '@sangam/testing/database/copy-embedded';
import { runsAll } from '@sangam/testing/runs';
import pino from 'pino';
import { expect, inject, it, vi } from 'vitest';
import { openEmbeddedDatabase } from '../database.js';
import { openSynced } from './synced-files.js';

/** On other systems, no file tells the path of an open one. */
const isLinux = process.platform === 'linux';

/**
 * Keeps a second folder as a disk would be found after a power failure: with a file's content of its last sync, and without
 * whatever was never synced.
 */
function keepDisk(folder: string): { disk: string; stop(): void } {
  const disk = mkdtempSync(join(inject('template').runFolder, 'disk-'));
  cpSync(folder, disk, { recursive: true });
  const sync = fs.fsyncSync;
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    sync(descriptor);
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    if (!path.startsWith(folder)) return;
    const kept = join(disk, relative(folder, path));
    const isFile = statSync(path).isFile();
    mkdirSync(isFile ? dirname(kept) : kept, { recursive: true });
    if (isFile) copyFileSync(path, kept);
  });
  syncBuiltinESMExports();
  return {
    disk,
    stop() {
      spy.mockRestore();
      syncBuiltinESMExports();
    },
  };
}

it.runIf(isLinux)(
  'has every commit on the disk when it is acknowledged, even during checkpoints and open transactions',
  {
    timeout: 120_000,
  },
  async () => {
    const folder = join(await embeddedFolder(), 'postgres');
    const { disk, stop } = keepDisk(folder);
    const database = await openSynced(folder);
    await database.exec('CREATE TABLE kept (id int PRIMARY KEY, words text)');
    const add = (id: number) => database.query('INSERT INTO kept VALUES ($1, repeat($2, 200))', [id, `${id} `]);
    const failures: { found: string; last: number }[] = [];
    /** The power fails after the row `last` was acknowledged. */
    const failPower = (last: number): void => {
      const found = mkdtempSync(join(inject('template').runFolder, 'found-'));
      cpSync(disk, found, { recursive: true });
      failures.push({ found, last });
    };
    for (let id = 1; id <= 30; id += 1) {
      await add(id);
      if (id === 10) await database.exec('CHECKPOINT');
      if (id === 15) {
        await database.exec('BEGIN');
        await add(-id);
        failPower(id);
        await database.exec('ROLLBACK');
      }
    }
    failPower(30);
    await database.close();
    stop();

    for (const { found, last } of failures) {
      const repeated = await openSynced(found);
      const { rows } = await repeated.query<{ id: number }>('SELECT id FROM kept ORDER BY id');
      expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
      await repeated.close();
      rmSync(found, { recursive: true });
    }
  },
);

it.runIf(isLinux && runsAll)('has a new database on the disk once it is open', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(inject('template').runFolder, 'new-'));
  const { disk, stop } = keepDisk(folder);
  const database = await openSynced(folder);
  await database.exec(`CREATE TABLE kept AS SELECT 'first' AS words`);
  stop();
  const repeated = await openSynced(disk);
  expect((await repeated.query('SELECT words FROM kept')).rows).toEqual([{ words: 'first' }]);
  await repeated.close();
  await database.close();
});

it('syncs the files of the database that the server opens', async () => {
  const { pool, close } = await openEmbeddedDatabase(await embeddedFolder(), pino({ level: 'silent' }));
  const { rows } = await pool.query('SHOW fsync');
  expect(rows).toEqual([{ fsync: 'on' }]);
  await close();
});
