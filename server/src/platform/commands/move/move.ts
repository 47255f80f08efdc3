import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { type Database, openEmbeddedDatabase, openPostgres } from '../../db/database.js';
import { makeCopy } from '../../db/embedded/copies.js';
import { lockFolder } from '../../db/embedded/lock.js';
import { MIGRATION_POOL, migrate } from '../../db/migrate.js';
import { CommandError } from '../command.js';

interface MovedTable {
  name: string;
  rows: number;
}

/**
 * Copies everything in the embedded database in `dataDir` to the PostgreSQL at `url`, in one transaction: all of it or nothing.
 * The folder is locked in the meantime, read through a copy, and left as it was. Throws CommandError where the folder holds no database
 * or PostgreSQL is not empty, FolderInUse where a server runs.
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
  const target = openPostgres(url, MIGRATION_POOL, log, { bounds: {}, naming: false });
  try {
    await refuseUnlessEmpty(target);
    await migrate(source.db);
    await migrate(target.db);
    return await withClient(source, (from) => withClient(target, (into) => moveRows(from, into)));
  } finally {
    await target.close();
  }
}

/** Tables left by a failed attempt are accepted: they hold no rows. */
async function refuseUnlessEmpty(target: Database): Promise<void> {
  await withClient(target, async (client) => {
    for (const { name } of await readTables(client))
      if ((await countRows(client, name)) > 0)
        throw new CommandError(
          `The database at DATABASE_URL isn’t empty: its table ${name} has rows. Create an empty one.`,
        );
  });
}

async function moveRows(source: pg.PoolClient, target: pg.PoolClient): Promise<MovedTable[]> {
  const movedTables: MovedTable[] = [];
  await target.query('BEGIN');
  try {
    // The format of COPY's text must not depend on this database's settings.
    await target.query("SET LOCAL datestyle = 'ISO, MDY'");
    for (const table of await readTables(source)) {
      // Rows written by triggers are copied as well.
      await target.query(`ALTER TABLE ${table.name} DISABLE TRIGGER USER`);
      await copyTable(source, target, table);
      await target.query(`ALTER TABLE ${table.name} ENABLE TRIGGER USER`);
      const [rows, copiedRows] = [await countRows(source, table.name), await countRows(target, table.name)];
      if (rows !== copiedRows) throw new Error(`${table.name}: ${copiedRows} of ${rows} rows arrived`);
      movedTables.push({ name: table.name, rows });
    }
    for (const { name, last, called } of await readSequences(source))
      await target.query('SELECT setval($1::regclass, $2, $3)', [name, last, called]);
    await target.query('COMMIT');
  } catch (error) {
    await target.query('ROLLBACK');
    throw error;
  }
  await target.query('ANALYZE');
  return movedTables;
}

async function withClient<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** The embedded database answers a statement as a whole, so a table is read in pieces of 1 MB. */
const PAGES_PER_PIECE = 128;
const PAGE_BYTES = 8_192;

/** Copies all rows of a table, as PostgreSQL itself writes and reads them (COPY). */
async function copyTable(source: pg.ClientBase, target: pg.ClientBase, table: TableShape): Promise<void> {
  const columns = table.columns.join(', ');
  const size = await source.query<{ bytes: number }>('SELECT pg_relation_size($1::regclass) AS bytes', [table.name]);
  const pages = (size.rows[0]?.bytes ?? 0) / PAGE_BYTES;
  async function* rows() {
    for (let page = 0; page < pages; page += PAGES_PER_PIECE) {
      const piece = `ctid >= '(${page},0)' AND ctid < '(${page + PAGES_PER_PIECE},0)'`;
      yield* source.query(to(`COPY (SELECT ${columns} FROM ${table.name} WHERE ${piece}) TO STDOUT`));
    }
  }
  await pipeline(rows(), target.query(from(`COPY ${table.name} (${columns}) FROM STDIN`)));
}

interface TableShape {
  /** As SQL writes it, quoted where needed. */
  name: string;
  /** The stored columns, not the generated ones; as SQL writes them. */
  columns: string[];
  /** Tables that its rows refer to. */
  references: string[];
}

/** Kysely's own, filled by the migrations themselves. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** Returns the application's tables, each after those that it references, so that foreign keys hold while they are filled. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT quote_ident(relname) AS name,
       ARRAY(SELECT quote_ident(attname) FROM pg_attribute
             WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
             ORDER BY attnum) AS columns,
       ARRAY(SELECT DISTINCT quote_ident(target.relname) FROM pg_constraint JOIN pg_class target ON target.oid = confrelid
             WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS "references"
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) ORDER BY relname`,
    [MIGRATOR_TABLES],
  );
  return inReferenceOrder(rows);
}

function inReferenceOrder(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  const orderedNames = new Set<string>();
  while (ordered.length < tables.length) {
    const free = tables.filter(
      ({ name, references }) => !orderedNames.has(name) && references.every((reference) => orderedNames.has(reference)),
    );
    if (free.length === 0) throw new Error('the tables reference each other in a circle');
    for (const table of free) {
      ordered.push(table);
      orderedNames.add(table.name);
    }
  }
  return ordered;
}

/** Returns the position of each sequence, by name. */
export async function readSequences(client: pg.ClientBase): Promise<{ name: string; last: number; called: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const sequences = [];
  for (const { name } of rows) {
    const found = await client.query<{ last: number; called: boolean }>(
      `SELECT last_value AS last, is_called AS called FROM ${name}`,
    );
    for (const { last, called } of found.rows) sequences.push({ name, last, called });
  }
  return sequences;
}

async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
  return rows[0]?.count ?? 0;
}
