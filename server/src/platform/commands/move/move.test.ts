import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedFolder } from '@sangam/testing/database/copy-embedded';
import { startTemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openEmbeddedDatabase, openPostgres } from '../../db/database.js';
import { FolderInUse } from '../../db/embedded/lock.js';
import { moveToPostgres, readSequences, readTables } from './move.js';

const log = pino({ level: 'silent' });
const postgres = await startTemporaryPostgres({ durable: false });
afterAll(() => postgres?.stop());
const url = postgres?.url ?? '';

/** Members whose texts are hard to encode, and more messages than are read in one piece (1 MB). */
const FILL = `
  INSERT INTO users (name, email, skills, college, last_active)
    SELECT E'tab\\t back\\\\slash "quote" \\n नमस्ते ' || n, n || '@example.org', ARRAY['a,b', 'c"d', NULL, E'\\\\N'], '\\N',
      timestamptz '2026-01-02 03:04:05.678901+05:30' FROM generate_series(1, 4) AS n;
  INSERT INTO sessions (id, user_id, expires_at) SELECT gen_random_uuid(), id, now() + interval '1 day' FROM users;
  INSERT INTO projects (title, description, category, creator_id, max_members)
    SELECT 'Project ' || id, 'With a ' || name, 'Web', id, 5 FROM users;
  INSERT INTO conversations (low_id, high_id, last_seq, sent) VALUES (1, 2, 900, '{900,0}');
  INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT 1, n, 1, n, gen_random_uuid(), repeat('x', 1900) || n, now() FROM generate_series(1, 900) AS n;
`;

async function digest({ pool }: Database) {
  const client = await pool.connect();
  try {
    const rows: Record<string, unknown> = {};
    await client.query(`SET timezone = 'UTC'`);
    for (const { name } of await readTables(client)) {
      const found = await client.query(
        `SELECT count(*) AS count, md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) AS hash FROM ${name} AS t`,
      );
      rows[name] = found.rows[0];
    }
    return { rows, sequences: await readSequences(client) };
  } finally {
    client.release();
  }
}

const inPostgres = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = openPostgres(url, 2, log, { bounds: {}, naming: false });
  return work(database).finally(() => database.close());
};
const inFolder = async <T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openEmbeddedDatabase(dataDir, log);
  return work(database).finally(() => database.close());
};

describe.skipIf(postgres === null)('the move to PostgreSQL', { timeout: 60_000 }, () => {
  beforeEach(() => inPostgres(({ pool }) => pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')));

  it('copies every row and sequence, leaves the folder as it was, and refuses a database that holds rows', async () => {
    const dataDir = await embeddedFolder();
    const before = await inFolder(dataDir, async (database) => {
      await database.pool.query(FILL);
      return digest(database);
    });
    const control = await readFile(join(dataDir, 'postgres', 'global', 'pg_control'));

    const moved = await moveToPostgres(dataDir, url, log);
    expect(moved.find(({ name }) => name === 'messages')?.rows).toBe(900);
    expect(await inPostgres(digest)).toEqual(before);
    expect(await readFile(join(dataDir, 'postgres', 'global', 'pg_control'))).toEqual(control);
    expect((await readdir(dataDir)).filter((name) => !name.startsWith('lock.'))).toEqual(['postgres']);

    await expect(moveToPostgres(dataDir, url, log)).rejects.toThrow('isn’t empty');
    expect(await inPostgres(digest)).toEqual(before);
  });

  it('leaves no row when it fails in the middle, and can be repeated', async () => {
    const dataDir = await embeddedFolder();
    await inFolder(dataDir, ({ pool }) =>
      pool.query(`${FILL} ALTER TABLE messages ALTER COLUMN content DROP NOT NULL;
      UPDATE messages SET content = NULL WHERE seq = 900`),
    );
    await expect(moveToPostgres(dataDir, url, log)).rejects.toThrow('null value in column "content"');
    const { rows } = await inPostgres(digest);
    expect(Object.values(rows).every((table) => (table as { count: number }).count === 0)).toBe(true);
    await inFolder(dataDir, ({ pool }) => pool.query(`UPDATE messages SET content = '' WHERE seq = 900`));
    expect((await moveToPostgres(dataDir, url, log)).length).toBeGreaterThan(5);
  });

  it('refuses a folder that a running server uses', async () => {
    const dataDir = await embeddedFolder();
    await inFolder(dataDir, () => expect(moveToPostgres(dataDir, url, log)).rejects.toThrow(FolderInUse));
  });
});
