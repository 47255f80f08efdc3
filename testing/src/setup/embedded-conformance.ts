/**
 * Its wire and thread, its lock, a full disk, statistics without a background worker, backups, the move out of it; the lock
 * of the folder, start and stop of a server as a process.
 */
export const embeddedOnly: string[] = [
  'server/src/platform/db/embedded/**/*.test.ts',
  'server/system-tests/start.test.ts',
];

/**
 * The server's tests that `npm test` leaves to a run on PostgreSQL. The planner is the same in both, and the embedded database
 * takes more than ten minutes for 100,000 rows where V8 does not optimize it.
 */
export const postgresOnly: string[] = ['server/src/platform/db/query-plans.test.ts'];

/**
 * The server's tests that a run on PostgreSQL repeats on the embedded database: those of what differs between the two.
 * Both are PostgreSQL and are reached through `pg`, so what a module decides is proved once, on PostgreSQL. The embedded one
 * has its own wire, one connection, no background workers, an extension built for it, and a folder with one owner.
 */
export const embeddedConformance: string[] = [
  // Migrations, and the types of every column.
  'server/src/platform/db/!(query-plans).test.ts',
  ...embeddedOnly,
  // kill -9 on its files.
  'server/system-tests/crash.test.ts',
  // Every REST call and every event once: none waits for a second connection while it holds the only one.
  'server/system-tests/rights.test.ts',
  'server/src/app/live/audience.test.ts',
  // Statements and transactions that meet on one connection: order, one row for each client_id, acts, seats, requests.
  'server/src/chat/{messages/messages.order,acts/acts,acts/changes,unread/unread-marks}.test.ts',
  'server/src/*/**/*races.test.ts',
  // Search by trigrams, and the arithmetic of dates.
  'server/src/{projects/projects/{listing,suited},app/dashboard/dashboard}.test.ts',
  // Words as the index has them, and its locks.
  'server/src/chat/search/{search,indexer}.test.ts',
  // Leases, and one statement that several servers take jobs with.
  'server/src/platform/jobs/worker.test.ts',
  // Deletion in batches.
  'server/src/app/sweeper/*.test.ts',
];
