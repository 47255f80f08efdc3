import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Database, openEmbeddedDatabase, openPostgres } from '@sangam/server/platform/db/database';
import { migrate } from '@sangam/server/platform/db/migrate';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { atExit } from '@sangam/testing/servers/at-exit';
import { freePort } from '@sangam/testing/servers/process';
import { cpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { sql } from 'kysely';
import pino from 'pino';
import { formTeams } from './fill.js';
import type { Rooms } from './ring.js';

/** The subject of a measurement: one or several server processes. */
export interface Subject {
  name: string;
  ports: number[];
  pids: number[];
  /** The processes of a stand-in for a database; absent if the subject has a database. */
  databasePids?: number[];
  /** The name of its database in PostgreSQL. */
  database?: string;
  peers: AddedMember[];
  /** Absent if the members write to each other in a ring. */
  rooms?: Rooms;
  /** CPU seconds that its servers have used so far. */
  cpuS(): number;
  /** Returns the number of messages in the database by sender id; null without a database. Call it after `stop`. */
  stored(): Promise<Map<number, number> | null>;
  stop(): Promise<void>;
}

/** How many rooms, and how many members each has. */
export interface RoomCount {
  count: number;
  size: number;
}

const log = pino({ level: 'silent' });
const relayEntry = fileURLToPath(new URL('./processes/relay.js', import.meta.url));
const groupingEntry = fileURLToPath(new URL('./processes/grouping-relay.js', import.meta.url));
const stubEntry = fileURLToPath(new URL('./processes/stub-database.js', import.meta.url));
const ownBuild: ServerBuild = { entry: fileURLToPath(import.meta.resolve('@sangam/server/main')), migrate };

/** Starts a program on its own port; resolves when it prints `sign`. `BENCH_PROFILE` names a folder for CPU profiles. */
async function start(entry: string, env: Record<string, string>, sign: RegExp) {
  const port = await freePort();
  const profile =
    process.env.BENCH_PROFILE === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`];
  const child = spawn(process.execPath, [...profile, entry], {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atExit(() => child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code} before it listened`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (sign.test(chunk.toString())) resolve();
    });
  });
  return { child, port };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

/** Returns the parts of a subject that follow from its processes. */
export const running = (started: { child: ChildProcess; port: number }[]) => {
  const pids = started.map(({ child }) => child.pid ?? 0);
  return {
    ports: started.map(({ port }) => port),
    pids,
    cpuS: () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    stop: async () => void (await Promise.all(started.map(({ child }) => stopProcess(child)))),
  };
};

const relayPeers = (members: number): AddedMember[] =>
  Array.from({ length: members }, (_, index) => ({ id: index + 1, token: `relay:${index + 1}` }));

/** The baseline: a bare Socket.IO relay. */
export async function startRelay(members: number): Promise<Subject> {
  return {
    name: 'bare relay',
    ...running([await start(relayEntry, {}, /listening/u)]),
    databasePids: [],
    peers: relayPeers(members),
    stored: async () => null,
  };
}

/**
 * Starts a relay that broadcasts to rooms: a bare one, or one that sends all pending messages in one turn, with Sangam's transport. The
 * rooms have the ids 1, 2, ….
 */
export async function startRoomRelay(kind: 'bare' | 'grouping', { count, size }: RoomCount): Promise<Subject> {
  const entry = kind === 'bare' ? relayEntry : groupingEntry;
  return {
    name: `${kind} relay`,
    ...running([await start(entry, { ROOM_SIZE: String(size) }, /listening/u)]),
    databasePids: [],
    peers: relayPeers(count * size),
    rooms: { size, ids: Array.from({ length: count }, (_, index) => index + 1) },
    stored: async () => null,
  };
}

export interface WaitingRelay extends Subject {
  /** Sets the cost of a message in its database. */
  setDatabaseCost(usPerMessage: number): Promise<void>;
}

/**
 * Starts the honest ceiling: a relay that acknowledges a message once a stand-in has it, which uses as much CPU as the database and syncs
 * to disk.
 */
export async function startWaitingRelay(members: number): Promise<WaitingRelay> {
  const stub = await start(stubEntry, {}, /listening/u);
  const control = connect({ host: '127.0.0.1', port: stub.port, noDelay: true });
  const relay = running([await start(relayEntry, { STUB_PORT: String(stub.port) }, /listening/u)]);
  return {
    name: 'relay that waits',
    ...relay,
    databasePids: [stub.child.pid ?? 0],
    peers: relayPeers(members),
    stored: async () => null,
    async setDatabaseCost(usPerMessage) {
      control.write(`cost ${usPerMessage}\n`);
      await once(control, 'data');
    },
    async stop() {
      control.destroy();
      await relay.stop();
      await stopProcess(stub.child);
    },
  };
}

export interface SangamOptions {
  members: number;
  /** null: the embedded database. */
  postgres: TemporaryPostgres | null;
  /** Several servers, which need Redis; absent: one without. */
  servers?: { count: number; redisUrl: string };
  /** Fills the database before the servers start. */
  prepare?: (database: Database) => Promise<void>;
  /** The build of the server; absent: the one of this checkout. */
  build?: ServerBuild;
  /** Settings that differ from the bench's. */
  env?: Record<string, string>;
}

/** A build of the server, which may be an older one. */
export interface ServerBuild {
  entry: string;
  migrate: typeof migrate;
}

/** The build in another checkout of the project. Throws if its server has not been built. */
export async function buildIn(checkout: string): Promise<ServerBuild> {
  const dist = resolve(checkout, 'server/dist');
  // Older builds have `migrate.js` in another folder.
  const migrateFile = ['platform/db', 'db'].map((folder) => join(dist, folder, 'migrate.js')).find(existsSync);
  if (migrateFile === undefined) throw new Error(`${checkout} has no built server`);
  const module = (await import(pathToFileURL(migrateFile).href)) as { migrate: typeof migrate };
  return { entry: join(dist, 'main.js'), migrate: module.migrate };
}

/** Adds messages in both directions between each member and the next, so that no measured message is a first one. */
export async function addAnsweredRing({ db }: Database): Promise<void> {
  const ids = (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
  const next = ids.map((_, index) => ids[(index + 1) % ids.length] ?? 0);
  await sql`
    WITH ring AS (
      SELECT DISTINCT least(a, b) AS low, greatest(a, b) AS high
      FROM unnest(${ids}::int8[], ${next}::int8[]) AS t (a, b) WHERE a <> b
    ), made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, last_message_at)
      SELECT low, high, 2, 1, 1, now() FROM ring RETURNING id, low_id, high_id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id)
      SELECT low_id, high_id, id FROM made UNION ALL SELECT high_id, low_id, id FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
    SELECT id, 1, low_id, 1, 'Hi', now() FROM made UNION ALL SELECT id, 2, high_id, 1, 'Hi', now() FROM made`.execute(
    db,
  );
}

interface PreparedSubject {
  env: Record<string, string>;
  /** The name of its database in PostgreSQL. */
  database?: string;
  peers: AddedMember[];
  stored(): Promise<Map<number, number>>;
}

/** A migrated database with members, and the environment of a server on it. The rate limiter is on, with a limit that no run reaches. */
export async function prepareSangam({
  members,
  postgres,
  prepare = addAnsweredRing,
  ...options
}: SangamOptions): Promise<PreparedSubject> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangam-bench-'));
  atExit(() => rmSync(dataDir, { recursive: true, force: true }));
  const secret = randomBytes(48).toString('base64url');
  const name = `bench_${randomBytes(4).toString('hex')}`;
  if (postgres) await onPostgres(postgres.url, `CREATE DATABASE ${name}`);
  const url = postgres?.url.replace(/\/postgres$/u, `/${name}`);
  const open = (): Promise<Database> =>
    url === undefined ? openEmbeddedDatabase(dataDir, log) : Promise.resolve(openPostgres(url, 4, log, { bounds: {} }));

  const preparing = await open();
  await (options.build ?? ownBuild).migrate(preparing.db);
  const peers = await addMembers(preparing, members, secret);
  await prepare(preparing);
  await preparing.close();
  return {
    env: {
      DATA_DIR: dataDir,
      JWT_SECRET: secret,
      RATE_LIMIT: '100000',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      ...(url === undefined ? {} : { DATABASE_URL: url }),
      ...options.env,
    },
    peers,
    ...(postgres && { database: name }),
    async stored() {
      const database = await open();
      const { rows } = await sql<{ sender_id: number; count: number }>`
        SELECT sender_id, count(DISTINCT client_id) AS count FROM messages GROUP BY 1`.execute(database.db);
      const { rows: wrongRows } = await sql`
        SELECT c.id FROM conversations c JOIN (
          SELECT conversation_id, count(*) AS written, max(seq) AS last FROM messages GROUP BY 1
        ) AS m ON m.conversation_id = c.id
        WHERE c.last_seq <> m.written OR m.last <> m.written
          OR c.last_seq <> (SELECT sum(n) FROM unnest(c.sent) AS n)`.execute(database.db);
      await database.close();
      if (wrongRows.length > 0) throw new Error(`${wrongRows.length} conversations count their messages wrongly`);
      return new Map(rows.map((row) => [row.sender_id, row.count]));
    },
  };
}

/** Starts a server; resolves when it listens. */
export const launchSangam = (env: Record<string, string>, { entry }: ServerBuild = ownBuild) =>
  start(entry, env, /is running at/u);

/** Sangam with everything switched on. */
export async function startSangam(options: SangamOptions): Promise<Subject> {
  const { env, ...prepared } = await prepareSangam(options);
  const started = [];
  for (let n = 0; n < (options.servers?.count ?? 1); n += 1)
    started.push(
      await launchSangam(
        { ...env, ...(options.servers ? { REDIS_URL: options.servers.redisUrl } : {}) },
        options.build,
      ),
    );
  return {
    name: options.postgres ? 'Sangam on PostgreSQL' : 'Sangam embedded',
    ...running(started),
    ...prepared,
  };
}

/** Sangam on PostgreSQL, whose members write to the conversations of their teams. */
export async function startSangamWithTeams(
  { count, size }: RoomCount,
  options: Pick<SangamOptions, 'build' | 'env'> & { postgres: TemporaryPostgres },
): Promise<Subject> {
  let ids: number[] = [];
  const prepare = async (database: Database) => {
    ids = await formTeams(database, { count, size });
  };
  return { ...(await startSangam({ members: count * size, prepare, ...options })), rooms: { size, ids } };
}

async function onPostgres(url: string, statement: string): Promise<void> {
  const database = openPostgres(url, 2, log);
  await database.pool.query(statement);
  await database.close();
}
