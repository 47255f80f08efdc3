import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';
import pino from 'pino';
import { inject, onTestFinished } from 'vitest';
import { copyEmbedded } from '../database/copy-embedded.js';
import { onServer, withDatabase } from '../database/template.js';
import { startTestServer } from '../test-server.js';
import { freePort, spawnServer } from './process.js';
import { type FaultyProxy, startProxy } from './proxy.js';
import { startTemporaryRedis, type TemporaryRedis } from './temporary-redis.js';

const template = inject('template');
/** Whether the run is on PostgreSQL and Redis. */
export const isOnServices = template.kind === 'postgres';

type Options = NonNullable<Parameters<typeof startTestServer>[0]>;
/** Short, so that the loss and return of Redis are noticed soon. */
const quick: NonNullable<Options['timings']> = {
  redis: { heartbeat: { everyMs: 1_000, withinMs: 3_000 }, silentMaxMs: 3_000, reconnectMaxMs: 500 },
  cluster: { refreshSpreadMs: 500 },
};

/** Starts `count` servers of one cluster until the test ends. More than one need a Redis. */
export async function startServers(count: number, redisUrl = inject('redisUrl') ?? ''): Promise<string[]> {
  const options: Options = count > 1 ? { env: { REDIS_URL: redisUrl }, timings: quick } : {};
  const first = await startTestServer(options);
  onTestFinished(() => first.close());
  const urls = [first.url];
  while (urls.length < count) {
    const next = await startTestServer({ ...options, beside: first });
    onTestFinished(() => next.close());
    urls.push(next.url);
  }
  return urls;
}

/** Starts two servers with their own Redis, which a test may kill. */
export async function startServersOfRedis(): Promise<{ urls: string[]; redis: TemporaryRedis }> {
  const redis = await startTemporaryRedis();
  if (!redis) throw new Error('Redis is not installed on this machine');
  onTestFinished(() => redis.stop());
  return { redis, urls: await startServers(2, redis.url) };
}

/** Starts a server with its database behind a proxy. Needs PostgreSQL. */
export async function startServerBehindProxy(): Promise<{ url: string; database: FaultyProxy }> {
  if (template.kind !== 'postgres') throw new Error('the embedded database has no connections');
  const address = new URL(template.url);
  const proxy = await startProxy({ host: address.hostname, port: Number(address.port || 5432) });
  onTestFinished(() => proxy.close());
  const beside = await startTestServer();
  onTestFinished(() => beside.close());
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(beside.database.db);
  address.hostname = '127.0.0.1';
  address.port = String(proxy.port);
  const database = openPostgres(withDatabase(address.href, rows[0]?.name ?? ''), 4, pino({ level: 'silent' }));
  onTestFinished(() => database.close());
  const server = await startTestServer({ beside: { ...beside, database } });
  onTestFinished(() => server.close());
  return { url: server.url, database: proxy };
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
  const folder = await mkdtemp(join(tmpdir(), 'sangam-killable-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const env = { DATA_DIR: folder, PORT: String(port), DATABASE_URL: databaseUrl ?? '', REDIS_URL: '' };
  if (databaseUrl === undefined && template.kind === 'embedded') await copyEmbedded(template.folder, folder);
  if (databaseUrl === undefined && template.kind === 'postgres') {
    const name = `sangam_killable_${port}`;
    await onServer(template.url, `CREATE DATABASE ${name} TEMPLATE ${template.database}`);
    onTestFinished(() => onServer(template.url, `DROP DATABASE ${name} WITH (FORCE)`));
    env.DATABASE_URL = withDatabase(template.url, name);
  }
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
      // A test that has timed out runs on, and nothing would end the processes it starts.
      if (isOver) throw new Error('the test has ended');
      server = spawnServer(env);
      await server.listening;
    },
  };
}
