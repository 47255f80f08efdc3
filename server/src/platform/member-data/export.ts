import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.js';
import type { Clock } from '../lib/clock.js';
import type { ExportPart, ExportRow } from './parts.js';

/** Rows that are read, and held in memory, at once. */
export const EXPORT_PAGE_ROWS = 500;

type Text = AsyncGenerator<string, void, undefined>;

/**
 * Writes all data stored about a member as the text of one JSON object (docs/privacy.md). It is read page by page as its reader
 * consumes it, so a large export blocks neither this server nor the database.
 */
export async function* exportOf(db: Db, clock: Clock, userId: number, parts: readonly ExportPart[]): Text {
  const head = { format: 'sangam-export-1', exported_at: clock.now().toISOString() };
  const self = (await findSelf(db, userId, Object.assign({}, ...parts.map(({ member }) => member)))) ?? null;
  yield `{"head":${JSON.stringify(head)},"member":${JSON.stringify(self)}`;
  for (const [name, list] of parts.flatMap(({ lists = {} }) => Object.entries(lists))) {
    yield `,"${name}":[`;
    yield* exportRows((after) => list(db, userId, after, EXPORT_PAGE_ROWS));
    yield ']';
  }
  for (const [name, stream] of parts.flatMap(({ streams = {} }) => Object.entries(streams))) {
    yield `,"${name}":`;
    yield* stream(db, userId);
  }
  yield '}\n';
}

/** Yields the rows of a list as JSON, separated by commas, page by page. */
export async function* exportRows(read: (after: number) => Promise<{ rows: ExportRow[] }>): Text {
  let comma = '';
  for (let after = 0; ; ) {
    const { rows } = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield comma + rows.map(({ key: _, ...row }) => JSON.stringify(row)).join();
    if (rows.length < EXPORT_PAGE_ROWS) return;
    comma = ',';
    after = last.key;
  }
}

/** Returns the member's own row, with these fields. */
async function findSelf(
  db: Db,
  userId: number,
  fields: Record<string, RawBuilder<unknown>>,
): Promise<Record<string, unknown> | undefined> {
  const columns = Object.entries(fields).map(([name, value]) => sql`${value} AS ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${sql.join(columns)} FROM users u WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}
