import { type Database, openPostgres } from '@sangam/server/platform/db/database';
import pino from 'pino';

/** Runs work that fills a database, which may exceed the server's statement timeout on a busy machine. */
export async function withoutTimeouts(database: Database, work: (patient: Database) => Promise<void>): Promise<void> {
  if (database.embedded) return work(database);
  const patient = openPostgres(String(database.pool.options.connectionString), 1, pino({ level: 'silent' }), {
    bounds: {},
  });
  try {
    await work(patient);
  } finally {
    await patient.close();
  }
}
