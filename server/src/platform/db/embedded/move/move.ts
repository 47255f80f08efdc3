import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { CommandError } from '../../command.js';
import { type Database, openEmbeddedDatabase, openPostgres } from '../../database.js';
import { migrate } from '../../migrate.js';
import { makeCopy } from '../copies.js';
import { lockFolder } from '../lock.js';
import { copyTable } from './copy-table.js';
import { countRows, readSequences, readTables } from './tables.js';

export interface MovedTable {
  name: string;
  rows: number;
}

/** The migrator reads with one connection and writes with another. */
const TARGET_POOL = 2;

/**
 * Carries everything in the embedded database of `dataDir` into the PostgreSQL at `url`, in one transaction: all of it is
 * there afterwards, or nothing. The folder is locked meanwhile, read through a copy, and left as it was. Throws
 * CommandError where the folder holds no database or PostgreSQL is not empty, FolderInUse where a server runs.
 */
export async function moveToPostgres(dataDir: string, url: string, log: Logger): Promise<MovedTable[]> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new CommandError(`There is no embedded database in ${dataDir}.`);
  const lock = await lockFolder(dataDir, log);
  try {
    const copy = await makeCopy(dataDir, (to) => cp(join(dataDir, 'postgres'), to, { recursive: true }));
    try {
      const source = await openEmbeddedDatabase(copy, log);
      return await moveBetween(source, url, log).finally(() => source.close());
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

async function moveBetween(source: Database, url: string, log: Logger): Promise<MovedTable[]> {
  const target = openPostgres(url, TARGET_POOL, log, { bounds: {}, naming: false });
  try {
    await refuseUnlessEmpty(target);
    await migrate(source.db);
    await migrate(target.db);
    return await withClient(source, (from) => withClient(target, (into) => moveRows(from, into)));
  } finally {
    await target.close();
  }
}

/** The tables of an earlier try that failed are no hindrance: they hold nothing. */
async function refuseUnlessEmpty(target: Database): Promise<void> {
  await withClient(target, async (client) => {
    for (const { name } of await readTables(client))
      if ((await countRows(client, name)) > 0)
        throw new CommandError(`The database at DATABASE_URL is not empty: its table ${name} holds rows.`);
  });
}

async function moveRows(source: pg.PoolClient, target: pg.PoolClient): Promise<MovedTable[]> {
  const moved: MovedTable[] = [];
  await target.query('BEGIN');
  try {
    // How COPY's text is read must not depend on the settings of this database.
    await target.query("SET LOCAL datestyle = 'ISO, MDY'");
    for (const table of await readTables(source)) {
      // What triggers keep is copied as well.
      await target.query(`ALTER TABLE ${table.name} DISABLE TRIGGER USER`);
      await copyTable(source, target, table);
      await target.query(`ALTER TABLE ${table.name} ENABLE TRIGGER USER`);
      const [rows, arrived] = [await countRows(source, table.name), await countRows(target, table.name)];
      if (rows !== arrived) throw new Error(`${table.name}: ${arrived} of ${rows} rows arrived`);
      moved.push({ name: table.name, rows });
    }
    for (const { name, last, called } of await readSequences(source))
      await target.query('SELECT setval($1::regclass, $2, $3)', [name, last, called]);
    await target.query('COMMIT');
  } catch (error) {
    await target.query('ROLLBACK');
    throw error;
  }
  await target.query('ANALYZE');
  return moved;
}

async function withClient<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
