/** `npm run migrate`: brings the schema up to date without starting the server. */
import { withDatabase } from './command.js';

await withDatabase(async (_database, names) => {
  process.stdout.write(names.length === 0 ? 'The schema is up to date.\n' : `Migrated: ${names.join(', ')}\n`);
});
