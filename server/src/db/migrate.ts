import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import { projectFolder } from '../lib/project-folder.js';
import type { Db } from './database.js';

const folder = join(projectFolder, 'migrations');

/** Applies every `migrations/*.sql` that has not run yet, in order, under a lock. Forward only. Answers their names. */
export async function migrate(db: Db): Promise<string[]> {
  if (await isUpToDate(db, await migrationNames())) return [];
  const { error, results } = await createMigrator(db).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** For what goes by single migrations; a start calls `migrate`. */
export const createMigrator = (db: Db): Migrator =>
  new Migrator({
    db,
    provider: {
      async getMigrations() {
        const entries = (await migrationNames()).map(async (name): Promise<[string, Migration]> => {
          const text = await readFile(join(folder, `${name}.sql`), 'utf8');
          return [name, { up: async (trx) => void (await sql.raw(text).execute(trx)) }];
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  });

async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.replace(/\.sql$/u, ''));
}

/** Two statements instead of the migrator, which takes a tenth of a start: nearly every start finds nothing to do. */
async function isUpToDate(db: Db, names: readonly string[]): Promise<boolean> {
  const { rows: tables } = await sql<{ found: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
  if (!tables[0]?.found) return false;
  const { rows: run } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return run.map(({ name }) => name).join() === names.join();
}
