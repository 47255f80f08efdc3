import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { SessionOrigin } from '../../people/people.js';
import { transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { refuseModerating } from '../moderators/refuse-moderating.js';
import { reportedSeqs } from '../reports/evidence.js';
import { isReported, refuseReporter } from '../reports/parties.js';
import { findReport, listSame } from './case.queries.js';
import { readStep } from './context.queries.js';
import type { DecideDeps } from './decide.js';

type Call = 'GET /api/moderation/reports/:id/context';

/**
 * Returns the next messages before or after a number, up to a distance from each reported one, and records the access. FORBIDDEN for
 * everybody but moderators, and for a reporter; NOT_FOUND for a report that isn't about messages, or is about the moderator; INVALID unless
 * exactly one direction is given.
 */
export type ReadContext = (
  member: Member,
  id: number,
  query: CallQuery<Call>,
  origin: SessionOrigin,
) => Promise<Result<CallAnswer<Call>['data']>>;

export const createContext =
  ({ db, bus }: Pick<DecideDeps, 'db' | 'bus'>): ReadContext =>
  (member, id, { before, after }, origin) =>
    transact(db, bus, async (trx) => {
      const refused = await refuseModerating(trx, member.id, null);
      if (refused !== null) return refused;
      const report = await findReport(trx, id);
      if (report?.kind !== 'message') return fail('NOT_FOUND');
      const reports = await listSame(trx, report, member.id);
      if (isReported(reports, undefined, member.id)) return fail('NOT_FOUND');
      if ((before === undefined) === (after === undefined)) return fail('INVALID');
      const refusedReporter = refuseReporter(reports, member.id, 'read it');
      if (refusedReporter !== null) return refusedReporter;
      const reported = reportedSeqs(report.evidence);
      const stored = reports.flatMap(({ evidence }) => evidence.messages ?? []);
      const step = await readStep(trx, { conversationId: report.conversation_id, reported, stored, before, after });
      const [first, last] = [step.messages[0], step.messages.at(-1)];
      if (first && last) {
        const details = { report_id: id, from: first.seq, to: last.seq };
        await record(trx, { kind: 'report:context', actorId: member.id, memberId: report.member_id, details, origin });
      }
      return ok(step);
    });
