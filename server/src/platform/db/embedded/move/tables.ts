import type pg from 'pg';

export interface TableShape {
  /** As SQL writes it, quoted where needed. */
  name: string;
  /** The columns that are stored, not generated; as SQL writes them. */
  columns: string[];
  /** Tables that its rows point to. */
  references: string[];
}

/** Kysely's own, filled by the migrations themselves. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** The application's tables, each after those that it references, so that foreign keys hold while they are filled. */
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
  const done = new Set<string>();
  while (ordered.length < tables.length) {
    const free = tables.filter(
      ({ name, references }) => !done.has(name) && references.every((other) => done.has(other)),
    );
    if (free.length === 0) throw new Error('the tables reference each other in a circle');
    for (const table of free) {
      ordered.push(table);
      done.add(table.name);
    }
  }
  return ordered;
}

/** Where each sequence stands, by name. */
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

export async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
  return rows[0]?.count ?? 0;
}
