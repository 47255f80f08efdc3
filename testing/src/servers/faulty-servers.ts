import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openPostgres } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import pino from 'pino';
import { inject, onTestFinished } from 'vitest';
import { copyEmbedded } from '../database/copy-embedded.js';
import { copyDatabase, type Template, withDatabase } from '../database/template.js';
import { startTestServer, type TestServer } from '../test-server.js';
import { freePort, spawnServer } from './process.js';
import { type FaultyProxy, startProxy } from './proxy.js';
import { startTemporaryRedis, type TemporaryRedis } from './temporary-redis.js';

const template = inject('template');
/** Whether the run is on PostgreSQL and Redis. */
export const isOnServices = template.kind === 'postgres';

type Options = NonNullable<Parameters<typeof startTestServer>[0]>;
/** Short times, so that the loss and return of Redis are noticed soon. */
const quickTimings: NonNullable<Options['timings']> = {
  redis: { heartbeat: { everyMs: 1_000, withinMs: 3_000 }, silentMaxMs: 3_000, reconnectMaxMs: 500 },
  cluster: { refreshSpreadMs: 500 },
};

export interface StartedServers {
  urls: string[];
  /** Their database; null where only the server can open it. */
  db: Db | null;
}

/** Starts `count` servers of one cluster until the test ends. More than one need a Redis. */
export async function startServers(count: number, redisUrl = inject('redisUrl') ?? ''): Promise<StartedServers> {
  const options: Options = count > 1 ? { env: { REDIS_URL: redisUrl }, timings: quickTimings } : {};
  const first = await startTestServer(options);
  onTestFinished(() => first.close());
  const urls = [first.url];
  while (urls.length < count) {
    const next = await startTestServer({ ...options, beside: first });
    onTestFinished(() => next.close());
    urls.push(next.url);
  }
  return { urls, db: first.database.db };
}

/** Starts two servers with their own Redis, which a test may kill. */
export async function startServersOfRedis(): Promise<StartedServers & { redis: TemporaryRedis }> {
  const redis = await startTemporaryRedis();
  if (!redis) throw new Error('Redis is not installed on this machine');
  onTestFinished(() => redis.stop());
  return { redis, ...(await startServers(2, redis.url)) };
}

/** Starts a proxy in front of the run's Redis, until the test ends. */
export async function startRedisProxy(): Promise<FaultyProxy & { url: string }> {
  const { hostname, port } = new URL(inject('redisUrl') ?? '');
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  onTestFinished(() => proxy.close());
  return { ...proxy, url: `redis://127.0.0.1:${proxy.port}` };
}

interface ServerBehindProxy extends StartedServers {
  server: TestServer;
  beside: TestServer;
  database: FaultyProxy;
}

/** Starts a server with its database behind a proxy, and one `beside` it without. Needs PostgreSQL. */
export async function openServerBehindProxy(
  options: Options = {},
): Promise<ServerBehindProxy & { close(): Promise<void> }> {
  if (template.kind !== 'postgres') throw new Error('the embedded database has no connections');
  const address = new URL(template.url);
  const proxy = await startProxy({ host: address.hostname, port: Number(address.port || 5432) });
  const beside = await startTestServer(options);
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(beside.database.db);
  address.hostname = '127.0.0.1';
  address.port = String(proxy.port);
  const database = openPostgres(withDatabase(address.href, rows[0]?.name ?? ''), 4, pino({ level: 'silent' }));
  const server = await startTestServer({ ...options, beside: { ...beside, database } });
  return {
    ...{ urls: [server.url], db: beside.database.db, server, beside, database: proxy },
    async close() {
      await server.close();
      await database.close();
      await beside.close();
      await proxy.close();
    },
  };
}

/** Like `openServerBehindProxy`, until the test ends. */
export async function startServerBehindProxy(options: Options = {}): Promise<ServerBehindProxy> {
  const { close, ...servers } = await openServerBehindProxy(options);
  onTestFinished(close);
  return servers;
}

export interface KillableServer {
  url: string;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again on the same database and port. */
  start(): Promise<void>;
}

/** Starts a server process, by default on a copy of the test database. It ends with the test. */
export async function startKillableServer(databaseUrl?: string): Promise<KillableServer> {
  const folder = await temporaryFolder();
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '', REDIS_URL: '' };
  if (databaseUrl === undefined && template.kind === 'embedded') await copyEmbedded(template.folder, folder);
  if (databaseUrl === undefined && template.kind === 'postgres') env.DATABASE_URL = await copyForTest(template);
  return startKillable(env);
}

export interface KillableServers extends StartedServers {
  kill(index: number): Promise<void>;
  start(index: number): Promise<void>;
}

/**
 * Starts server processes of one cluster, on a copy of the test database. They need PostgreSQL and Redis, and end with the test.
 * `redisUrls`: one for each server.
 */
export async function startKillableServers(count: number, redisUrls: readonly string[] = []): Promise<KillableServers> {
  if (template.kind !== 'postgres') throw new Error('the embedded database has one server');
  const databaseUrl = await copyForTest(template);
  const database = openPostgres(databaseUrl, 2, pino({ level: 'silent' }));
  onTestFinished(() => database.close());
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl };
  const servers: KillableServer[] = [];
  // The first one writes the secret that all of them use.
  while (servers.length < count)
    servers.push(await startKillable({ ...env, REDIS_URL: redisUrls[servers.length] ?? inject('redisUrl') ?? '' }));
  return {
    urls: servers.map(({ url }) => url),
    db: database.db,
    kill: async (index) => servers[index]?.kill(),
    start: async (index) => servers[index]?.start(),
  };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sangam-killable-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies the test database until the test ends; returns the copy's address. */
async function copyForTest(template: Extract<Template, { kind: 'postgres' }>): Promise<string> {
  const { url, drop } = await copyDatabase(template);
  onTestFinished(drop);
  return url;
}

async function startKillable(settings: Record<string, string>): Promise<KillableServer> {
  const port = await freePort();
  const env = { ...settings, PORT: String(port) };
  let server = spawnServer(env);
  let isOver = false;
  const kill = async () => {
    server.child.kill('SIGKILL');
    await server.exited;
  };
  onTestFinished(() => {
    isOver = true;
    return kill();
  });
  await server.listening;
  return {
    url: `http://127.0.0.1:${port}`,
    kill,
    async start() {
      // A timed-out test continues to run, and nothing would end the processes that it starts.
      if (isOver) throw new Error('the test has ended');
      server = spawnServer(env);
      await server.listening;
    },
  };
}
