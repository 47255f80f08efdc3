import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { type Database, openEmbeddedDatabase, openPostgres } from '../../db/database.js';
import { migrate } from '../../db/migrate.js';
import { createTokens } from '../../modules/auth/tokens.js';
import type { Peer } from '../ring.js';
import type { TemporaryPostgres } from './temporary-postgres.js';

/** One server under measurement, in a process of its own. */
export interface Subject {
  name: string;
  process: ChildProcess;
  port: number;
  peers: Peer[];
  /** After the server has stopped: how many messages of each sender the database holds; null without a database. */
  stored(): Promise<Map<number, number> | null>;
  stop(): Promise<void>;
}

const log = pino({ level: 'silent' });
const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function start(entry: string, port: number, env: Record<string, string>, sign: RegExp): Promise<ChildProcess> {
  const profile =
    process.env.BENCH_PROFILE === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`];
  const child = spawn(process.execPath, [...profile, entry], {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // However the bench ends, its servers end with it.
  process.once('exit', () => child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code} before it listened`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (sign.test(chunk.toString())) resolve();
    });
  });
  return child;
}

const stopProcess = async (child: ChildProcess) => {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
};

export async function startRelay(port: number, members: number): Promise<Subject> {
  const child = await start(script('./relay.js'), port, {}, /listening/u);
  return {
    name: 'bare relay',
    process: child,
    port,
    peers: Array.from({ length: members }, (_, index) => ({ id: index + 1, token: `relay:${index + 1}` })),
    stored: async () => null,
    stop: () => stopProcess(child),
  };
}

/** Sangam with everything on; the rate limiter has a limit that the run does not reach. */
export async function startSangam(port: number, members: number, postgres: TemporaryPostgres | null): Promise<Subject> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangam-bench-'));
  const secret = randomBytes(48).toString('base64url');
  const name = `bench_${randomBytes(4).toString('hex')}`;
  if (postgres) await onPostgres(postgres.url, `CREATE DATABASE ${name}`);
  const url = postgres?.url.replace(/\/postgres$/u, `/${name}`);
  const open = (): Promise<Database> =>
    url === undefined ? openEmbeddedDatabase(dataDir, log) : Promise.resolve(openPostgres(url, 4, log));

  const preparing = await open();
  await migrate(preparing.db);
  const peers = await addMembers(preparing, members, secret);
  await preparing.close();

  const child = await start(
    script('../../main.js'),
    port,
    {
      DATA_DIR: dataDir,
      JWT_SECRET: secret,
      RATE_LIMIT: '100000',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ALLOW_NO_ORIGIN: 'on',
      HOST: '127.0.0.1',
      ...(url === undefined ? {} : { DATABASE_URL: url }),
    },
    /is running at/u,
  );
  return {
    name: postgres ? 'Sangam on PostgreSQL' : 'Sangam embedded',
    process: child,
    port,
    peers,
    async stored() {
      const database = await open();
      const { rows } = await sql<{ sender_id: number; count: number }>`
        SELECT sender_id, count(DISTINCT client_id) AS count FROM messages GROUP BY 1`.execute(database.db);
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
      return new Map(rows.map((row) => [row.sender_id, row.count]));
    },
    async stop() {
      await stopProcess(child);
    },
  };
}

async function onPostgres(url: string, statement: string): Promise<void> {
  const database = openPostgres(url, 2, log);
  await database.pool.query(statement);
  await database.close();
}

/** Members with a session each, written straight to the tables: hashing 1,000 passwords is not what is measured. */
async function addMembers({ db }: Database, count: number, secret: string): Promise<Peer[]> {
  const app = Fastify();
  const tokens = await createTokens(app, secret);
  const expiresAt = new Date(Date.now() + 86_400_000);
  const peers: Peer[] = [];
  for (let index = 1; index <= count; index += 1) {
    const { id } = await db
      .insertInto('users')
      .values({
        name: `Load ${index}`,
        email: `load${index}@example.org`,
        password_hash: null,
        email_verified_at: null,
        github_link: null,
        last_active: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sessionId = randomUUID();
    await db
      .insertInto('sessions')
      .values({ id: sessionId, user_id: id, expires_at: expiresAt, ended_at: null })
      .execute();
    peers.push({ id, token: tokens.sign({ userId: id, sessionId, expiresAtMs: expiresAt.getTime() }) });
  }
  await app.close();
  return peers;
}
