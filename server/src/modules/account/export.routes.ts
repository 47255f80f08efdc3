import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/database.js';
import { bearerOf } from '../../http/bearer.js';
import { sendError } from '../../http/error-handler.js';
import type { Clock } from '../../lib/clock.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { fail } from '../../lib/result.js';
import type { Sessions } from '../auth/auth.js';
import { exportOf } from './export.js';

/** `GET /api/account/export`: a file, and so no call of the contract. */
export function registerExportRoute(
  app: FastifyInstance,
  deps: { db: Db; clock: Clock; sessions: Sessions; limits: RateLimits },
): void {
  const { db, clock, sessions, limits } = deps;
  /** Whose export this server is sending. */
  const running = new Set<number>();

  app.get('/api/account/export', { schema: { hide: true } }, async (request, reply) => {
    const token = bearerOf(request.headers.authorization ?? '');
    const member = token === null ? fail('UNAUTHORIZED') : await sessions.authenticate(token);
    if (!member.ok) return sendError(reply, member.error);
    const { id } = member.value;
    if (running.has(id)) return sendError(reply, fail('RATE_LIMITED', { retryAfterS: 30 }).error);
    running.add(id);
    const refused = await limits.take('exportByMember', id).catch((error: unknown) => {
      running.delete(id);
      throw error;
    });
    if (refused) {
      running.delete(id);
      return sendError(reply, refused.error);
    }
    // Text is read from the database as the connection takes it, and no further once it has closed.
    const text = Readable.from(exportOf(db, clock, id), { objectMode: false, highWaterMark: 64 * 1024 });
    text.once('close', () => running.delete(id));
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', 'attachment; filename="sangam-export.json"')
      .type('application/json; charset=utf-8')
      .send(text);
  });
}
