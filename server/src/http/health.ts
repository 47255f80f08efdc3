import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.js';
import { appError } from '../lib/result.js';
import { sendError } from './error-handler.js';

/** `/healthz`: the process answers. `/readyz`: it can reach its database and is not shutting down. */
export function registerHealth(app: FastifyInstance, deps: { db: Db; draining: () => boolean }): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    if (deps.draining()) return sendError(reply, appError('BUSY'));
    await sql`SELECT 1`.execute(deps.db);
    return { status: 'ready' };
  });
}
