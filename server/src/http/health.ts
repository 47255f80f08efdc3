import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.js';
import type { Redis } from '../lib/redis.js';
import { appError } from '../lib/result.js';
import { within } from '../lib/within.js';
import { sendError } from './error-handler.js';

/** Sooner than a balancer gives up asking. */
const DATABASE_ANSWERS_WITHIN_MS = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can reach its database and is not stopping, so it may be given work.
 * Redis is reported only: without it, messages are stored and told within each server.
 */
export function registerHealth(
  app: FastifyInstance,
  deps: { db: Db; redis: Redis | null; draining: () => boolean },
): void {
  const redisState = () => (deps.redis === null ? 'none' : deps.redis.isUp() ? 'up' : 'down');
  const notReady = (message: string) => appError('BUSY', { message });
  // Balancers ask every second: only what changes is worth a line.
  let databaseUp = true;

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    if (deps.draining()) return sendError(reply, notReady('This server is stopping.'));
    try {
      await within(sql`SELECT 1`.execute(deps.db), DATABASE_ANSWERS_WITHIN_MS, 'the database does not answer');
    } catch (error) {
      if (databaseUp) request.log.warn({ err: error }, 'not ready: the database cannot be reached');
      databaseUp = false;
      return sendError(reply, notReady('The database cannot be reached.'));
    }
    if (!databaseUp) request.log.info('ready again');
    databaseUp = true;
    return { status: 'ready', database: 'up', redis: redisState() };
  });
  // The balancer shall not keep a connection that is about to close.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.draining()) void reply.header('Connection', 'close');
  });
}
