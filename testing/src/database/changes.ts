import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import { eventually } from '../eventually.js';
import { expectNoJobDue } from '../jobs-done.js';

/** Tables that background work changes. */
const BACKGROUND = ['kysely_migration', 'kysely_migration_lock', 'servers', 'devices', 'uptime_minutes', 'jobs'];

export interface Changes {
  /** One line for each table with rows written or deleted since, by name. */
  since(): Promise<string[]>;
}

/** Watches all tables except those that change by themselves and `ignoredTables`. */
export async function watchTables(db: Db, ignoredTables: readonly string[] = []): Promise<Changes> {
  const { rows: tables } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL (${[...BACKGROUND, ...ignoredTables]})
    ORDER BY relname`.execute(db);
  const { rows: now } = await sql<{ id: number }>`SELECT pg_current_xact_id()::text::int8 AS id`.execute(db);
  const counts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) AS count,
      count(*) FILTER (WHERE xmin::text::int8 >= ${now[0]?.id}) AS written FROM ${name}`,
  );
  const count = async () =>
    (await sql.raw<{ name: string; count: number; written: number }>(counts.join(' UNION ALL ')).execute(db)).rows;
  const before = new Map((await count()).map((row) => [row.name, row.count]));
  return {
    async since() {
      const found = (await count()).map((row) => ({
        ...row,
        deleted: Math.max(0, (before.get(row.name) ?? 0) - row.count),
      }));
      return found
        .filter(({ written, deleted }) => written + deleted > 0)
        .map(({ name, written, deleted }) => `${name}: ${written} written, ${deleted} deleted`)
        .sort();
    },
  };
}

/** Waits until no job is due, and nothing has been written for a moment. */
export async function quiet(db: Db): Promise<void> {
  await eventually(async () => {
    await expectNoJobDue(db);
    const { since } = await watchTables(db);
    await sleep(100);
    const changed = await since();
    if (changed.length > 0) throw new Error(`still written: ${changed.join('; ')}`);
  });
}
