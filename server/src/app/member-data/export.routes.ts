import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/database.js';
import { sendError } from '../../platform/http/error-handler.js';
import type { Clock } from '../../platform/lib/clock.js';
import { bearerOf, type SessionChecks } from '../../platform/lib/member.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { fail } from '../../platform/lib/result.js';
import { exportOf } from '../../platform/member-data/export.js';
import type { ExportPart } from '../../platform/member-data/parts.js';

/** `GET /api/account/export` answers a file, so it is not in the contract. */
export function registerExportRoute(
  app: FastifyInstance,
  deps: {
    db: Db;
    clock: Clock;
    sessions: SessionChecks;
    limits: RateLimits;
    recheckMs: number;
    parts: readonly ExportPart[];
  },
): void {
  const { db, clock, sessions, limits, recheckMs, parts } = deps;
  /** Members whose export this server is sending. */
  const running = new Set<number>();

  app.get('/api/account/export', { schema: { hide: true } }, async (request, reply) => {
    const token = bearerOf(request.headers.authorization ?? '');
    if (token === null) return sendError(reply, fail('UNAUTHORIZED').error);
    const member = await sessions.authenticate(token);
    if (!member.ok) return sendError(reply, member.error);
    const { id } = member.value;
    const isLive = async () => (await sessions.authenticate(token)).ok;
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
    // The database is read at the connection's pace, and not after it has closed.
    const live = whileLive(exportOf(db, clock, id, parts), { clock, isLive, recheckMs });
    const text = Readable.from(live, { objectMode: false, highWaterMark: 64 * 1024 });
    text.once('close', () => running.delete(id));
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', 'attachment; filename="sangam-export.json"')
      .type('application/json; charset=utf-8')
      .send(text);
  });
}

/** Fails once the session has ended, which is checked every `recheckMs`, so that nobody takes a part for the whole. */
async function* whileLive(
  text: AsyncIterable<string>,
  { clock, isLive, recheckMs }: { clock: Clock; isLive(): Promise<boolean>; recheckMs: number },
): AsyncGenerator<string, void, undefined> {
  let checkedMs = clock.nowMs();
  for await (const piece of text) {
    if (Math.abs(clock.nowMs() - checkedMs) >= recheckMs) {
      if (!(await isLive())) throw new Error('The session of an export has ended');
      checkedMs = clock.nowMs();
    }
    yield piece;
  }
}
