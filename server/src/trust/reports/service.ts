import { trustServerLimits } from '@sangam/shared/trust/limits';
import type { ReportBody } from '@sangam/shared/trust/moderation';
import { findOtherIn, transactAs } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import * as queries from './queries.js';

export interface ReportsService {
  /**
   * Reports a message, member or project with a copy as evidence. Idempotent while the first report is open. INVALID for the
   * member's own; NOT_FOUND, USER_NOT_FOUND or PROJECT_NOT_FOUND.
   */
  report(userId: number, body: ReportBody): Promise<Result<{ id: number; created_at: string }>>;
}

const notFound = { message: 'NOT_FOUND', member: 'USER_NOT_FOUND', project: 'PROJECT_NOT_FOUND' } as const;

export function createReportsService(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): ReportsService {
  const { db, bus, clock } = deps;
  const find = async (trx: Trx, userId: number, { kind, seq, ...body }: ReportBody) => {
    const isNamed = kind === 'message' && body.conversation_id !== undefined;
    const id = isNamed ? await findOtherIn(trx, userId, body.conversation_id ?? 0) : body.id;
    if (id === undefined) return undefined;
    if (kind === 'member') return queries.findMember(trx, id);
    return kind === 'project'
      ? queries.findProject(trx, userId, id)
      : queries.findMessage(trx, userId, { id, seq }, new Date(clock.nowMs() + trustServerLimits.reportedFileKeptMs));
  };
  return {
    report: (userId, body) =>
      transactAs({ db, bus, userId }, async (trx) => {
        const subject = await find(trx, userId, body);
        if (!subject) return fail(notFound[body.kind]);
        if (subject.member_id === userId) return fail('INVALID', { message: 'You cannot report yourself.' });
        const { reason, words = '' } = body;
        const created_at = new Date(clock.nowMs());
        const report = await queries.putReport(trx, subject, { reporter_id: userId, reason, words, created_at });
        return ok({ id: report.id, created_at: report.created_at.toISOString() });
      }),
  };
}
