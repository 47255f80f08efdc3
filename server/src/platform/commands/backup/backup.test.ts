import { copyFile, mkdir, mkdtemp, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedFolder } from '@sangam/testing/database/copy-embedded';
import pino from 'pino';
import * as tar from 'tar';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedDatabase } from '../../db/database.js';
import { CommandError } from '../command.js';
import { backUp, restore } from './backup.js';

const log = pino({ level: 'silent' });
const SECRET = 'a secret that signs sessions';

/** Packing and opening a database is seconds of CPU. */
const TIMEOUT_MS = 120_000;
const WAIT_MS = 30_000;

const target = (dataDir: string, name = 'restored') => ({
  folder: `${dataDir}-${name}`,
  file: `${dataDir}-${name}.tar.gz`,
});

/** Two tables that every transaction writes together. */
async function startWriting(dataDir: string) {
  const database = await openEmbeddedDatabase(dataDir, log);
  const { pool } = database;
  let written = 0;
  let stopping = false;
  const write = async () => {
    await pool.query('CREATE TABLE debits (n int); CREATE TABLE credits (n int)');
    while (!stopping) {
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query('INSERT INTO debits VALUES ($1)', [written + 1]);
      await client.query('INSERT INTO credits VALUES ($1)', [written + 1]);
      await client.query('COMMIT');
      client.release();
      written += 1;
    }
  };
  const writing = write();
  await expect.poll(() => written, { timeout: WAIT_MS }).toBeGreaterThan(5);
  return {
    written: () => written,
    async stop() {
      stopping = true;
      await writing;
      await database.close();
    },
  };
}

it(
  'holds one moment of a database that is being written, the secret, and attachments',
  async () => {
    const dataDir = await embeddedFolder();
    await writeFile(join(dataDir, 'jwt-secret'), SECRET);
    const picture = join('files', 'kept', 'ab', 'abcd', 'full');
    await mkdir(join(dataDir, picture, '..'), { recursive: true });
    await writeFile(join(dataDir, picture), 'a picture');
    const { folder, file } = target(dataDir);
    const writer = await startWriting(dataDir);
    const before = writer.written();
    await backUp(dataDir, file, log);
    const after = writer.written();
    expect(after).toBeGreaterThan(before);
    await expect
      .poll(async () => (await readdir(dataDir)).filter((name) => name.startsWith('copy-')), { timeout: WAIT_MS })
      .toEqual([]);
    await writer.stop();

    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await restore(file, folder, log)).toEqual({ users: 0, messages: 0 });
    expect(await readFile(join(folder, 'jwt-secret'), 'utf8')).toBe(SECRET);
    expect(await readFile(join(folder, picture), 'utf8')).toBe('a picture');
    const restored = await openEmbeddedDatabase(folder, log);
    const { rows } = await restored.pool.query<{ debits: number; credits: number }>(
      'SELECT (SELECT count(*) FROM debits) AS debits, (SELECT count(*) FROM credits) AS credits',
    );
    await restored.close();
    const { debits = 0, credits = 0 } = rows[0] ?? {};
    expect(debits).toBe(credits);
    expect(debits).toBeGreaterThanOrEqual(before);
    expect(debits).toBeLessThanOrEqual(after);
  },
  TIMEOUT_MS,
);

describe('a backup of a stopped server', { timeout: TIMEOUT_MS }, () => {
  let dataDir: string;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    dataDir = await embeddedFolder();
    const { pool, close } = await openEmbeddedDatabase(dataDir, log);
    await pool.query(`
      WITH member AS (INSERT INTO users (name, email) VALUES ('Asha', 'asha@example.org') RETURNING id)
      INSERT INTO sessions (id, user_id, expires_at) SELECT gen_random_uuid(), id, now() + interval '1 day' FROM member`);
    await close();
    ({ folder, file } = target(dataDir));
    await backUp(dataDir, file, log);
  }, TIMEOUT_MS);

  it('says that a restore was interrupted', async () => {
    const half = `${folder}-half`;
    await mkdir(join(half, 'restoring'), { recursive: true });
    await expect(restore(file, half, log)).rejects.toThrow('was interrupted');
  });

  it('is restored into an empty folder only, without live sessions, and never reuses a lost id', async () => {
    await restore(file, folder, log);
    await expect(restore(file, folder, log)).rejects.toThrow('isn’t empty');
    const { pool, close } = await openEmbeddedDatabase(folder, log);
    const { rows } = await pool.query<{ live: boolean }>('SELECT ended_at IS NULL AS live FROM sessions');
    const { rows: ids } = await pool.query<{ is_new: boolean }>(`
      INSERT INTO users (name, email) VALUES ('Rohan', 'rohan@example.org')
      RETURNING id > 100000000 AND nextval('message_ids') > 100000000 AND nextval('message_time') < 100 AS is_new`);
    await close();
    // Devices may hold drafts for members and conversations that the restored database has lost.
    expect(ids).toEqual([{ is_new: true }]);
    // Devices may hold messages that the restored database has lost.
    expect(rows).toEqual([{ live: false }]);
  });

  it('does not replace a file, and requires a database', async () => {
    await expect(backUp(dataDir, file, log)).rejects.toThrow('already exists');
    await expect(backUp(join(dataDir, 'elsewhere'), `${file}.2`, log)).rejects.toThrow('no embedded database');
    // A killed backup leaves this behind.
    await writeFile(`${file}.3.partial`, '');
    await expect(backUp(dataDir, `${file}.3`, log)).rejects.toThrow(CommandError);
  });

  it.each<[fault: string, make: (broken: string) => Promise<void>]>([
    ['cut short', (broken) => copyFile(file, broken).then(() => truncate(broken, 2_000_000))],
    ['without a database', (broken) => archive(broken, ['jwt-secret'])],
    ['with another file', (broken) => archive(broken, ['authorized_keys', 'postgres/PG_VERSION'])],
    ['with a link', (broken) => archive(broken, ['postgres/link', 'postgres/PG_VERSION'])],
    ['of another kind', (broken) => writeFile(broken, 'not an archive')],
  ])('a file %s is refused, and leaves the folder empty', async (fault, make) => {
    const broken = target(dataDir, fault.replaceAll(' ', '-'));
    await make(broken.file);
    await expect(restore(broken.file, broken.folder, log)).rejects.toThrow(CommandError);
    expect(await readdir(broken.folder)).toEqual([]);
  });

  const archive = async (to: string, parts: string[]) => {
    const from = await mkdtemp(join(dataDir, 'parts-'));
    await mkdir(join(from, 'postgres'));
    await symlink('/etc', join(from, 'postgres', 'link'));
    for (const name of ['jwt-secret', 'authorized_keys', 'postgres/PG_VERSION']) await writeFile(join(from, name), 'x');
    await tar.create({ file: to, gzip: true, cwd: from }, parts);
  };
});
