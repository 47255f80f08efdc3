import { Readable } from 'node:stream';
import { ProofBody } from '@sangam/shared/people/account';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { originOf, type Prove } from '../../people/people.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { sendError } from '../../platform/http/error-handler.js';
import type { Clock } from '../../platform/lib/clock.js';
import { bearerOf, type SessionChecks } from '../../platform/lib/member.js';
import { type Fail, fail, ok } from '../../platform/lib/result.js';
import { compile } from '../../platform/lib/validation.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import { exportOf } from '../../platform/member-data/export.js';
import type { ExportPart } from '../../platform/member-data/parts.js';
import { byMember, record } from '../../platform/records/audit.queries.js';

/** Room for the longest password with every character escaped. */
const PROOF_MAX_BYTES = 8 * 1024;
const isProofBody = compile<Static<typeof ProofBody>>(ProofBody);

/**
 * `POST /api/account/export` returns a file, so it is not in the contract. It contains all conversations, so it requires the password, or a
 * recent sign-in for an account without one; such an account can also use a plain GET.
 */
export function registerExportRoute(
  app: FastifyInstance,
  deps: ActDeps & {
    sessions: SessionChecks;
    prove: Prove;
    limits: RateLimits;
    recheckMs: number;
    parts: readonly ExportPart[];
  },
): void {
  const { db, bus, clock, sessions, prove, limits, recheckMs, parts } = deps;
  /** Members whose export this server is sending. */
  const running = new Set<number>();

  /** Counts the export against its limit, and records it in the activity. */
  const recordExport = async (id: number, request: FastifyRequest): Promise<Fail | null> => {
    const refused = await limits.take('exportByMember', id);
    if (refused) return refused;
    await transact(db, bus, async (trx) => {
      const entry = { ...byMember(id), details: {}, origin: originOf(request) };
      await record(trx, { kind: 'data:exported', ...entry });
      return ok(null);
    });
    return null;
  };

  const tokenOf = ({ headers }: FastifyRequest) => bearerOf(headers.authorization ?? '');
  const memberOf = async (token: string | null) =>
    token === null ? fail('UNAUTHORIZED') : sessions.authenticateOwner(token);

  const answer = async (request: FastifyRequest, reply: FastifyReply, password: string | null) => {
    const token = tokenOf(request);
    const member = await memberOf(token);
    if (!member.ok) return sendError(reply, member.error);
    const { id } = member.value;
    if (password === null) return sendError(reply, fail('INVALID').error);
    const flooded = await limits.take('passwordByMember', id);
    if (flooded) return sendError(reply, flooded.error);
    const proof = await prove(member.value, password);
    if (!proof.ok) return sendError(reply, proof.error);
    const isLive = async () => (await memberOf(token)).ok;
    if (running.has(id)) return sendError(reply, fail('RATE_LIMITED', { retryAfterS: 30 }).error);
    running.add(id);
    const refused = await recordExport(id, request).catch((error: unknown) => {
      running.delete(id);
      throw error;
    });
    if (refused) {
      running.delete(id);
      return sendError(reply, refused.error);
    }
    // Reads the database at the connection's pace, and stops once the connection closes.
    const live = whileLive(exportOf(db, clock, id, parts), { clock, isLive, recheckMs });
    const text = Readable.from(live, { objectMode: false, highWaterMark: 64 * 1024 });
    text.once('close', () => running.delete(id));
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', 'attachment; filename="sangam-export.json"')
      .type('application/json; charset=utf-8')
      .send(text);
  };
  app.get('/api/account/export', { schema: { hide: true } }, (request, reply) => answer(request, reply, ''));
  app.post(
    '/api/account/export',
    {
      schema: { hide: true },
      bodyLimit: PROOF_MAX_BYTES,
      // Before the body is read: visitors could hold back any number of them.
      preParsing: async (request, reply) => {
        const member = await memberOf(tokenOf(request));
        if (!member.ok) return sendError(reply, member.error);
      },
    },
    (request, reply) => answer(request, reply, isProofBody(request.body) ? request.body.current_password : null),
  );
}

/** Checks every `recheckMs` whether the session has ended, and fails if so, since a file that ended normally would seem complete. */
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
