import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedFolder } from '@sangam/testing/database/copy-embedded';
import pino from 'pino';
import { expect, inject, it } from 'vitest';
import { openEmbeddedDatabase } from '../database.js';

it('closes once the running statement has ended', { timeout: 30_000 }, async () => {
  const { pool, close } = await openEmbeddedDatabase(await embeddedFolder(), pino({ level: 'silent' }));
  const slow = pool.query('SELECT pg_sleep(0.3), 1 AS n');
  await close();
  expect((await slow).rows).toMatchObject([{ n: 1 }]);
});

it.runIf(process.platform !== 'win32')('closes its folder to other users', async () => {
  const template = inject('template');
  if (template.kind !== 'embedded') throw new Error('this test belongs to the embedded database');
  const modeOf = async (name: string) => ((await stat(join(template.folder, name))).mode & 0o777).toString(8);
  const names = (await readdir(template.folder)).filter((name) => name === 'postgres' || name.startsWith('lock.'));
  expect(names).toEqual(['lock.1', 'postgres']);
  expect(await Promise.all(names.map(modeOf))).toEqual(['600', '700']);
});

it('drops the rows of each answer from its memory', { timeout: 60_000 }, async () => {
  const { pool, close } = await openEmbeddedDatabase(await embeddedFolder(), pino({ level: 'silent' }));
  const read = async (megabytes: number) => {
    for (let n = 0; n < megabytes; n += 1) await pool.query(`SELECT repeat('x', 1000000)`);
  };
  await read(50);
  const before = process.memoryUsage.rss();
  await read(400);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  await close();
});
