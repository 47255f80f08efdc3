/**
 * Tests that need the embedded database: its wire and thread, lock, full disks, statistics, backups and move to PostgreSQL; start and
 * stop of a server process.
 */
export const embeddedOnly: string[] = [
  'server/src/platform/db/embedded/**/*.test.ts',
  'server/src/platform/commands/**/*.test.ts',
  'server/system-tests/start.test.ts',
];

/**
 * Server tests that run on PostgreSQL only. The planner is the same in both, and the embedded database needs more than ten minutes for
 * 100,000 rows without V8's optimizations.
 */
export const postgresOnly: string[] = [
  'server/src/platform/db/query-plans.test.ts',
  // The embedded database runs in the same thread.
  'server/system-tests/long-turns.test.ts',
  'server/system-tests/work.test.ts',
];

/** Server tests that every run on PostgreSQL repeats on the embedded database, such as `kill -9` with its files. */
export const embeddedAlways: string[] = [...embeddedOnly, 'server/system-tests/crash.test.ts'];

/**
 * Server tests that a run of all tests repeats on the embedded database, where the two differ. Both are PostgreSQL behind `pg`, but the
 * embedded one has its own wire, one connection, no background workers, its own build of an extension, and a folder lock.
 */
export const embeddedInAll: string[] = [
  // Includes the types of every column.
  'server/src/platform/db/!(query-plans).test.ts',
  // Every REST call and event, which also shows a call that waits for a second connection while it holds the only one.
  'server/system-tests/rights.test.ts',
  'server/system-tests/audience.test.ts',
  // Concurrent transactions on one connection.
  'server/src/requests/join-requests/races.test.ts',
  // Trigram search.
  'server/src/projects/projects/listing.test.ts',
  // The words and locks of the search index.
  'server/src/chat/search/indexer.test.ts',
  // Leases, and the statement that takes jobs.
  'server/src/platform/jobs/job-worker.test.ts',
];

/** More tests where the two might differ, which the full mode repeats on the embedded database. */
export const embeddedInFull: string[] = [
  'server/src/chat/{messages/messages.order,acts/acts,acts/changes,unread/unread-marks,search/search}.test.ts',
  'server/src/*/**/*races.test.ts',
  'server/src/notices/web-push/devices.test.ts',
  'server/src/{projects/projects/suited,app/dashboard/dashboard}.test.ts',
  // Deletion in batches.
  'server/src/app/sweeper/*.test.ts',
];

/**
 * Tests of the whole system: tables of all calls and events, several processes, and clients against their server. `npm test` leaves
 * them to the runs with services, which repeat on the embedded database those that start or kill a server.
 */
export const wholeSystem: string[] = [
  'server/system-tests/**/*.test.ts',
  'loadtest/system-tests/**/*.test.ts',
  'client/verify/**/*.test.ts',
];

/**
 * Tests that the run before a merge leaves out, to end within eight minutes: they take half of the time. Each repeats under other
 * conditions what another test shows once, or waits for real time to pass.
 */
export const onlyInAll: string[] = [
  // Loads.
  'loadtest/system-tests/**/*.test.ts',
  'server/src/app/**/many-*.test.ts',
  'server/src/chat/attachments/picture-work.test.ts',
  'server/src/chat/search/many-messages.test.ts',
  'server/src/platform/db/query-plans.test.ts',
  'server/system-tests/opening-anywhere.test.ts',
  // Outages of seconds, several servers and processes. The run before a merge has crashes of one server and broadcasts between two.
  'server/src/people/presence/outages.test.ts',
  'server/src/platform/limits/rate-limits.redis.test.ts',
  'server/src/platform/realtime/cluster/{mailbox,outage}.test.ts',
  'server/src/notices/web-push/silent-hosts.test.ts',
  'server/system-tests/{balancer,database-outage,database-restarts,outage-log,port-in-use,rolling-restart,moderator-command}.test.ts',
  'server/src/platform/db/embedded/{disk-full,upkeep}.test.ts',
  'server/src/platform/commands/**/*.test.ts',
  'client/verify/{acts,blackhole,killed,old-outbox,proxies,refused}.test.ts',
  // Random walks, and races, by number.
  'client/verify/walk.test.ts',
  'server/src/requests/join-requests/model.test.ts',
  'server/src/{requests/waitlist,projects/lifecycle,chat/acts,chat/conversations}/*races*.test.ts',
  // Lists that change between pages, and the arithmetic of their order.
  'server/src/app/find-people/{fit-order,paging}.test.ts',
  'server/src/projects/projects/paging.test.ts',
  // Builds a page twice, and depends on the version of React.
  'client/e2e/light-react.test.ts',
  // Screens in other sizes and languages, over a slow network, and with the keyboard alone.
  'client/e2e/{hostile,keyboard,large-text,nothing-moves,opening,presence,pressed-twice}.test.ts',
  'client/e2e/{right-to-left,scroll-up,sizes,toasts,touch,translated,typed-ahead}.test.ts',
  // Journeys through several screens, and outages, whose parts other tests cover.
  'client/e2e/{accounts,back,conversation-ids,copies,counts,crash,errors,files,find-people,journeys}.test.ts',
  'client/e2e/{looks,lost-answers,member-pictures,newcomer,offline-acts,printing,quiet-offline,saved,schedules}.test.ts',
  'client/e2e/{small-things,strangers,tabs,unread-divider}.test.ts',
];
