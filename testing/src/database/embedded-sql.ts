import { openEmbeddedDatabase } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import pino from 'pino';

/** Runs a statement on the embedded database of a DATA_DIR, whose server is not running. */
export async function runOnFolder(dataDir: string, statement: string): Promise<void> {
  const database = await openEmbeddedDatabase(dataDir, pino({ level: 'silent' }));
  try {
    await sql.raw(statement).execute(database.db);
  } finally {
    await database.close();
  }
}
