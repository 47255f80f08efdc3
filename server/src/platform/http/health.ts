import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.js';
import { createGather } from '../lib/gather.js';
import { appError } from '../lib/result.js';
import { withTimeout } from '../lib/timers.js';
import type { Redis } from '../redis/redis.js';
import { sendError } from './error-handler.js';

/** The most requests that one check answers. */
const ASKERS_MAX = 1_000;

/**
 * `/healthz`: the process answers. `/readyz`: it reaches its database and is not stopping, so it can take requests. The check goes ahead of
 * members' reads: a balancer would otherwise remove a busy server, and its members would reconnect to the others. Anybody may ask, without a
 * limit, so one check runs at a time and answers all who wait for the next. Redis is only reported:
 * without it, messages are stored, and broadcast within each server. The same holds for a full disk under the embedded database: no other
 * server could answer its reads.
 */
export function registerHealth(
  app: FastifyInstance,
  deps: { database: Database; redis: Redis | null; draining: () => boolean; databaseAnswersWithinMs: number },
): void {
  const redisState = () => (deps.redis === null ? 'none' : deps.redis.isUp() ? 'up' : 'down');
  const diskState = () => (deps.database.isDiskFull() ? 'full' : 'ok');
  const notReady = (message: string) => appError('BUSY', { message });
  const ask = createGather<null, null>({
    lanes: 1,
    keysMax: ASKERS_MAX,
    async read(askers) {
      await sql`SELECT 1`.execute(deps.database.urgent.db);
      return askers;
    },
  });
  // Balancers check every second: log changes only.
  let databaseUp = true;

  app.get('/healthz', () => ({ status: 'ok', disk: diskState() }));
  app.get('/readyz', async (request, reply) => {
    if (deps.draining()) return sendError(reply, notReady('This server is stopping.'));
    try {
      await withTimeout(ask(null), deps.databaseAnswersWithinMs, 'the database does not answer');
    } catch (error) {
      if (databaseUp) request.log.warn({ err: error }, 'not ready: the database cannot be reached');
      databaseUp = false;
      if (deps.database.isDiskFull()) return { status: 'ready', database: 'down', disk: 'full', redis: redisState() };
      return sendError(reply, notReady('The database can’t be reached.'));
    }
    if (!databaseUp) request.log.info('ready again');
    databaseUp = true;
    return { status: 'ready', database: 'up', disk: diskState(), redis: redisState() };
  });
  // A balancer should not reuse a connection that is about to close.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.draining()) void reply.header('Connection', 'close');
  });
}
