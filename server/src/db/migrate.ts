import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Migration, Migrator, sql } from 'kysely';
import type { Db } from './database.js';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Brings the schema up to date: every `migrations/*.sql` not run yet, in order, under a lock. Forward only. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
        const entries = names.map(async (name): Promise<[string, Migration]> => {
          const text = await readFile(`${folder}${name}`, 'utf8');
          return [name.replace(/\.sql$/u, ''), { up: async (trx) => void (await sql.raw(text).execute(trx)) }];
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
