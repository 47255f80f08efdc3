import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { createFolder } from '../data-dir.js';
import { openEmbedded } from './embedded/connection.js';
import { serveCopies } from './embedded/copies.js';
import { requireRoom, watchDisk } from './embedded/disk.js';
import { lockFolder } from './embedded/lock.js';
import { startUpkeep } from './embedded/upkeep.js';
import { createOutages, type Outages } from './outages.js';
import {
  createStatementNames,
  type NameOf,
  namingPool,
  plannedOnce,
  type RunStatement,
  statementRunner,
  unnamed,
} from './statements.js';
import type { Tables } from './tables.js';
import { createTurns, type Lender } from './turns.js';

export type Db = Kysely<Tables>;
/** Required by functions that must run inside a transaction. */
export type Trx = Transaction<Tables>;

export interface Database {
  db: Db;
  /**
   * For leases, which other servers see expire: with PostgreSQL a connection that is used for nothing else, so that a busy pool
   * can't delay them. Otherwise `urgent`.
   */
  leaseDb: Db;
  /** For the few statements that must be fastest; all others go through `db`. */
  run: RunStatement;
  /** The same two for messages, which never wait behind members' reads (`turns.ts`). */
  urgent: Pick<Database, 'db' | 'run'>;
  pool: pg.Pool;
  /** How many callers wait for a connection. */
  waiting(): number;
  /** Refuses all work that waits for a connection at this moment, except messages: nobody needs its results. */
  dismissWaiting(): void;
  embedded: boolean;
  /** The disk is nearly full: the embedded database still reads, and refuses writes (BUSY) until there is room. */
  isDiskFull(): boolean;
  /** Calls `listener` whenever a write may have been committed although its answer was lost. */
  onLostAnswer(listener: () => void): void;
  close(): Promise<void>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const readInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`an int8 beyond 2^53 came from the database: ${text}`);
  return value;
};
const readInt8Array = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(readInt8));

/** Reads int8 as a number; throws beyond 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format) => {
    if (format !== 'binary' && oid === INT8) return readInt8;
    if (format !== 'binary' && oid === INT8_ARRAY) return readInt8Array;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Applies to later transactions in this session. */
const readOnly = (isReadOnly: boolean) => `SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`;

const upkeep = {
  /** Late enough not to slow the start, soon enough for the first searches. */
  firstAfterMs: 1_000,
  /** As often as PostgreSQL's autovacuum looks. */
  plansEveryMs: 60_000,
};

/**
 * Connecting and every statement time out after 5 s: a hung database is an error, not a hang. The database cancels a statement
 * before the client gives up, so that nothing answered with BUSY is stored a moment later.
 */
const bounded: pg.PoolConfig = {
  query_timeout: 5_000,
  statement_timeout: 4_500,
  idle_in_transaction_session_timeout: 10_000,
};

/** Connections that `openPostgres` opens in addition to the pool's. */
export const LEASE_CONNECTIONS = 1;
/** Longer than the time between renewals of leases, so that their connection stays open. */
const LEASE_IDLE_MS = 60_000;

interface PostgresOptions {
  /** Migrations are not `bounded`: they may run long, and wait for another server's. */
  bounds?: pg.PoolConfig;
  /** Names repeated statements, so that each connection plans them once. */
  naming?: boolean;
}

/** PostgreSQL through `pg`, with `size` connections and, once a lease is renewed, one for leases. */
export function openPostgres(
  url: string,
  size: number,
  log: Logger,
  { bounds = bounded, naming = true }: PostgresOptions = {},
): Database {
  const settings: pg.PoolConfig = {
    ...bounds,
    connectionString: url,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    maxLifetimeSeconds: 3_600,
    application_name: 'sangam',
    // No statement runs long enough to be worth compiling, which takes 100 ms where the planner expects many calls of a function, or worth
    // starting parallel workers, which takes 40 ms. Not at startup: poolers refuse options they don't know.
    onConnect: (client) =>
      client.query(`SET jit = off; SET max_parallel_workers_per_gather = 0${naming ? `; ${plannedOnce}` : ''}`),
  };
  const pool = new pg.Pool({ ...settings, max: size });
  const kind = {
    outages: createOutages(log, () => answersIn(pool)),
    nameOf: naming ? createStatementNames() : unnamed,
    embedded: false,
    isDiskFull: () => false,
    afterEnd: async () => undefined,
  };
  const forLeases = fromPool(
    new pg.Pool({ ...settings, max: LEASE_CONNECTIONS, idleTimeoutMillis: LEASE_IDLE_MS }),
    log,
    kind,
  );
  return {
    ...fromPool(pool, log, { ...kind, afterEnd: forLeases.close }),
    leaseDb: forLeases.db,
  };
}

/** The embedded PostgreSQL in `dataDir`, locked for this process. */
export async function openEmbeddedDatabase(dataDir: string, log: Logger): Promise<Database> {
  // PGlite creates world-readable files, so the folder is created first, with restricted access.
  await createFolder(join(dataDir, 'postgres'));
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) requireRoom(dataDir);
  const lock = await lockFolder(dataDir, log);
  const embedded = await openEmbedded(join(dataDir, 'postgres'), log, (error) => {
    log.fatal({ err: error }, 'the embedded database stopped');
    process.exit(1);
  });
  const copies = await serveCopies(dataDir, embedded.copyTo, log);
  const disk = watchDisk(dataDir, {
    changed(full) {
      if (full) log.warn('the disk is full: writes are answered BUSY until there is room');
      else log.info('the disk has room again');
      pool
        .query(readOnly(full))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the embedded database could not be notified of its disk space'),
        );
    },
    onError: (error) => log.warn({ err: error }, 'the free space on the disk could not be read; trying again'),
  });
  /** All connections share one session: a new one must find neither a transaction nor prepared statements of the last one. */
  const resetSession = async (client: pg.ClientBase) => {
    await client.query('ROLLBACK');
    await client.query('DISCARD ALL');
    await client.query(`${plannedOnce}; ${readOnly(disk.isFull())}`);
  };
  const pool = new pg.Pool({
    types,
    max: 1,
    idleTimeoutMillis: 0,
    verify: (client, done) => void resetSession(client).then(() => done(), done),
    stream: () => embedded.connect(),
    user: 'postgres',
    database: 'postgres',
  });
  const database = fromPool(pool, log, {
    outages: createOutages(log, () => answersIn(pool)),
    nameOf: createStatementNames(),
    embedded: true,
    isDiskFull: disk.isFull,
    async afterEnd() {
      await copies.stop();
      await embedded.close();
      lock.release();
    },
  });
  const stopUpkeep = startUpkeep(pool, log, upkeep);
  return {
    ...database,
    async close() {
      stopUpkeep();
      disk.stop();
      await database.close();
    },
  };
}

const answersIn = (pool: pg.Pool): Promise<boolean> =>
  pool.query('SELECT 1').then(
    () => true,
    () => false,
  );

interface KindOfDatabase extends Pick<Database, 'embedded' | 'isDiskFull'> {
  outages: Outages;
  nameOf: NameOf;
  /** Runs once the pool has closed. */
  afterEnd(): Promise<void>;
}

function fromPool(pool: pg.Pool, log: Logger, { outages, nameOf, afterEnd, ...kind }: KindOfDatabase): Database {
  const warn = (message: string) => (error: Error) => {
    outages.note(error);
    log.warn({ err: error }, message);
  };
  // pg emits 'error' on idle and on checked-out clients; without both listeners a database restart ends the process.
  pool.on('error', warn('a database connection was lost'));
  pool.on('connect', (client) => client.on('error', warn('a database connection failed')));
  const lostAnswers: (() => void)[] = [];
  const lending = {
    nameOf,
    note: outages.note,
    onLostAnswer() {
      for (const listener of lostAnswers) listener();
    },
  };
  const turns = createTurns(pool);
  const accessThrough = (lender: Lender): Database['urgent'] => ({
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingPool(pool, lender, lending) }) }),
    run: statementRunner(lender, lending),
  });
  const urgent = accessThrough(turns.urgent);
  return {
    ...accessThrough(turns.ordinary),
    leaseDb: urgent.db,
    urgent,
    pool,
    waiting: turns.waiting,
    dismissWaiting: turns.dismiss,
    ...kind,
    onLostAnswer: (listener) => void lostAnswers.push(listener),
    async close() {
      outages.stop();
      await pool.end();
      await afterEnd();
    },
  };
}
