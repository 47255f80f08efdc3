/**
 * Tests that need the embedded database: its wire and thread, lock, full disks, statistics, backups and move to PostgreSQL; start and
 * stop of a server process.
 */
export const embeddedOnly: string[] = [
  'server/src/platform/db/embedded/**/*.test.ts',
  'server/system-tests/start.test.ts',
];

/**
 * Every REST call and event once, by each kind of member. The embedded database has one connection, so it also shows a call that waits
 * for a second one while it holds the only one. On PostgreSQL the full mode repeats them.
 */
export const embeddedRather: string[] = ['server/system-tests/rights.test.ts', 'server/src/app/live/audience.test.ts'];

/**
 * Server tests that run on PostgreSQL only. The planner is the same in both, and the embedded database needs more than ten minutes for
 * 100,000 rows without V8's optimizations.
 */
export const postgresOnly: string[] = ['server/src/platform/db/query-plans.test.ts'];

/**
 * Server tests that a run on PostgreSQL repeats on the embedded database, where the two differ. Both are PostgreSQL behind `pg`, but
 * the embedded one has its own wire, one connection, no background workers, its own build of an extension, and a folder lock.
 */
export const embeddedConformance: string[] = [
  // Migrations and the types of every column.
  'server/src/platform/db/!(query-plans).test.ts',
  ...embeddedOnly,
  // kill -9 on its files.
  'server/system-tests/crash.test.ts',
  ...embeddedRather,
  // Concurrent transactions on one connection.
  'server/src/requests/join-requests/races.test.ts',
  // Trigram search.
  'server/src/projects/projects/listing.test.ts',
  // The words and locks of the search index.
  'server/src/chat/search/indexer.test.ts',
  // Leases, and the statement that takes jobs.
  'server/src/platform/jobs/worker.test.ts',
];

/** More tests where the two might differ. `npm test` runs them on the embedded database as well, and full mode repeats them. */
export const embeddedRepeated: string[] = [
  'server/src/chat/{messages/messages.order,acts/acts,acts/changes,unread/unread-marks,search/search}.test.ts',
  'server/src/*/**/*races.test.ts',
  'server/src/{projects/projects/suited,app/dashboard/dashboard}.test.ts',
  // Deletion in batches.
  'server/src/app/sweeper/*.test.ts',
];
