import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config.js';
import { closeDataDir, createFolder } from './data-dir.js';

let folder: string;
const modeOf = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangam-data-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.runIf(process.platform !== 'win32')('an existing DATA_DIR', () => {
  const put = async (path: string, mode: number) => {
    await writeFile(join(folder, path), 'x');
    await chmod(join(folder, path), mode);
  };

  it('is restricted, with all of the server’s entries in it', async () => {
    await mkdir(join(folder, 'postgres', 'base'), { recursive: true, mode: 0o755 });
    await mkdir(join(folder, 'mail'), { mode: 0o755 });
    for (const path of ['postgres/PG_VERSION', 'postgres/base/1', 'mail/1.eml', 'jwt-secret', 'lock.7'])
      await put(path, 0o666);
    closeDataDir(folder);
    for (const path of ['', 'postgres', 'postgres/base', 'mail']) expect(await modeOf(path), path).toBe('700');
    for (const path of ['postgres/PG_VERSION', 'postgres/base/1', 'mail/1.eml', 'jwt-secret', 'lock.7'])
      expect(await modeOf(path), path).toBe('600');
  });

  it('keeps its mode, and that of foreign entries, when it holds any', async () => {
    await put('somebody-elses.txt', 0o644);
    await put('jwt-secret', 0o644);
    closeDataDir(folder);
    expect([await modeOf(''), await modeOf('somebody-elses.txt'), await modeOf('jwt-secret')]).toEqual([
      '755',
      '644',
      '600',
    ]);
  });

  it.runIf(process.getuid?.() === 0)('stops the start where it cannot be restricted', async () => {
    await put('jwt-secret', 0o644);
    await chown(folder, 65_534, 65_534);
    process.seteuid?.(65_534);
    try {
      expect(() => closeDataDir(folder)).toThrow(ConfigError);
      expect(() => closeDataDir(folder)).toThrow(join(folder, 'jwt-secret'));
    } finally {
      process.seteuid?.(0);
    }
  });
});

it.runIf(process.platform !== 'win32')('creates a folder and its missing parents, once', async () => {
  const path = join(folder, 'a', 'b');
  await createFolder(path);
  await createFolder(path);
  expect(await modeOf('a', 'b')).toBe('700');
});

it.runIf(process.platform === 'linux')('fails where no folder can be created', async () => {
  await expect(createFolder('/proc/sangam/data')).rejects.toThrow('ENOENT');
});
