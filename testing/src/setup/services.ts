import { randomBytes } from 'node:crypto';
import { openPostgres } from '@sangam/server/platform/db/database';
import { migrate } from '@sangam/server/platform/db/migrate';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { onServer, withDatabase } from '../database/template.js';
import { startTemporaryPostgres } from '../servers/temporary-postgres.js';
import { startTemporaryRedis } from '../servers/temporary-redis.js';
import { createRunFolder } from './run-folder.js';

const POOL_SIZE = 2;

interface Services {
  url: string;
  /** The migrated database that tests copy. */
  database: string;
  redisUrl: string;
  stop(): Promise<void>;
}

/** Global, since Vitest loads this file once for each project. The last project stops them. */
const shared = globalThis as { sangamServices?: { started: Promise<Services>; users: number } };

/** Starts PostgreSQL and Redis, or uses those of DATABASE_URL and REDIS_URL, and creates the migrated database. */
async function startServices(): Promise<Services> {
  const [postgres, redis] = await Promise.all([
    process.env.DATABASE_URL ? { url: process.env.DATABASE_URL } : startTemporaryPostgres({ durable: false }),
    process.env.REDIS_URL ? { url: process.env.REDIS_URL } : startTemporaryRedis(),
  ]);
  if (!postgres) throw new Error('PostgreSQL is not installed, and DATABASE_URL names none.');
  if (!redis) throw new Error('Redis is not installed, and REDIS_URL names none.');
  const name = `sangam_template_${randomBytes(6).toString('hex')}`;
  await onServer(postgres.url, `CREATE DATABASE ${name}`);
  const database = openPostgres(withDatabase(postgres.url, name), POOL_SIZE, pino({ level: 'silent' }));
  await migrate(database.db);
  await database.close();
  return {
    url: postgres.url,
    database: name,
    redisUrl: redis.url,
    async stop() {
      if ('stop' in postgres) await postgres.stop();
      else await onServer(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
      if ('stop' in redis) await redis.stop();
    },
  };
}

/** Prepares the tests of a project on PostgreSQL and Redis, which all projects of a run share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.sangamServices ??= { started: startServices(), users: 0 };
  const services = shared.sangamServices;
  services.users += 1;
  const { runFolder, remove } = await createRunFolder();
  const { url, database, redisUrl, stop } = await services.started;
  project.provide('template', { kind: 'postgres', url, database, runFolder });
  project.provide('redisUrl', redisUrl);
  return async () => {
    remove();
    services.users -= 1;
    if (services.users === 0) await stop();
  };
}
