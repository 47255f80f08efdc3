import { randomBytes } from 'node:crypto';
import { openPostgres } from '@sangam/server/platform/db/database';
import { migrate } from '@sangam/server/platform/db/migrate';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { onServer, withDatabase } from '../database/template.js';
import { startTemporaryPostgres } from '../database/temporary-postgres.js';
import { startTemporaryRedis } from '../servers/temporary-redis.js';
import { createRunFolder } from './run-folder.js';

const POOL_SIZE = 2;

/**
 * Prepares tests on PostgreSQL and Redis: uses DATABASE_URL and REDIS_URL or starts its own, and creates the migrated database that
 * tests copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { runFolder, remove } = await createRunFolder();
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
  project.provide('template', { kind: 'postgres', url: postgres.url, database: name, runFolder });
  project.provide('redisUrl', redis.url);
  return async () => {
    if ('stop' in postgres) await postgres.stop();
    else await onServer(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
    if ('stop' in redis) await redis.stop();
    remove();
  };
}
