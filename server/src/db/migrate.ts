import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Migration, Migrator, sql } from 'kysely';
import type { Db } from './database.js';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Brings the schema up to date: every `migrations/*.sql` not run yet, in order, under a lock. Forward only. */
export async function migrate(db: Db): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const names = files.map((file) => file.replace(/\.sql$/u, ''));
  if (await isUpToDate(db, names)) return [];
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const entries = files.map(async (file, index): Promise<[string, Migration]> => {
          const text = await readFile(`${folder}${file}`, 'utf8');
          return [names[index] as string, { up: async (trx) => void (await sql.raw(text).execute(trx)) }];
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** What nearly every start finds, by two statements: the migrator takes a tenth of the start for it. */
async function isUpToDate(db: Db, names: readonly string[]): Promise<boolean> {
  const { rows: tables } = await sql<{ found: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
  if (!tables[0]?.found) return false;
  const { rows: run } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return run.map(({ name }) => name).join() === names.join();
}
