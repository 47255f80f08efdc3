import type { CallAnswer, CallName } from '@sangam/shared/app/calls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { AlreadyByCall } from './already.js';
import type { Database, Db } from './db/database.js';
import type { RunStatement } from './db/statements.js';
import type { ActDeps } from './db/transaction.js';
import type { Mailer } from './email/mailer.js';
import type { Calls } from './http/contract-route.js';
import type { JobHandler } from './jobs/jobs.js';
import type { RateLimits } from './limits/rate-limits.js';
import type { ExportPart, OwnTables, Sweep } from './member-data/parts.js';
import type { Measure, MetricsPart } from './metrics.js';
import type { Live, LiveContext } from './realtime/live.js';
import type { SitePages } from './site/site-pages.js';
import type { Timings } from './timings.js';

/** Everything that subjects build on. */
export interface Platform extends ActDeps {
  config: Config;
  /** For leases alone. */
  leaseDb: Db;
  /** Runs a statement without Kysely, on a connection of the pool. */
  run: RunStatement;
  /** The same two for messages, which never wait behind members' reads. */
  urgent: Database['urgent'];
  /** Whether the database is the embedded one. */
  embedded: boolean;
  log: Logger;
  jwtSecret: string;
  timings: Timings;
  measure: Measure;
  limits: RateLimits;
  mailer: Mailer;
  sitePages: SitePages;
  /** Whether other servers serve the same members. */
  hasOtherServers: boolean;
}

/**
 * A subject's contributions to the application, in addition to the services that other subjects build on. `app/modules.ts` joins
 * them all: a call, client event, domain event or part of a refresh without an owner does not compile there.
 */
export interface Module<C extends CallName = never> {
  /** Calls of the contract, at least those that the subject declares. */
  calls: Partial<Calls> & Calls<C>;
  /** Routes that are not calls: files, redirects, pages. */
  routes?(app: FastifyInstance): void | Promise<void>;
  /** Finds out whether the outcome of a refused call is already in place. */
  already?: AlreadyByCall;
  live?(context: LiveContext): Live<never, never>;
  refresh?: Partial<RefreshParts>;
  exportPart?: ExportPart;
  ownTables?: OwnTables;
  sweeps?: readonly Sweep[];
  jobs?: readonly JobHandler[];
  metrics?: MetricsPart;
  start?(): Promise<void>;
  /** Refuses waiting calls, which would delay a stop. Called before the stop closes connections. */
  refuseWaiting?(): void;
  stop?(): Promise<void>;
}

type Answer = CallAnswer<'GET /api/refresh'>['data'];
/** The data of a part: some carry a count of their changes, the others are wrapped with a version that clients cannot read. */
type DataOf<P extends keyof Answer> =
  NonNullable<Answer[P]> extends { version: string; data: infer Data } ? Data : NonNullable<Answer[P]>;

interface Part<Data> {
  /**
   * An SQL expression over the session `s` that is being checked: 0 before the first change, and larger after each change to what
   * the part shows. Parts with the same text are read once.
   */
  version: string;
  /** The data for a member whose version is 0. */
  initial: Data;
  read(userId: number, page: { limit?: number }): Promise<Data>;
}

/** The parts of a refresh, each declared by one subject. */
export type RefreshParts = { [P in Exclude<keyof Answer, 'inbox_version'>]-?: Part<DataOf<P>> };
