import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import type { ReportBody } from '@sangam/shared/trust/moderation';
import type { Logger } from 'pino';
import { type BlocksService, transactAs } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { holdModeratorIds } from '../moderators/queries.js';
import { listOpenIds, putReport } from './filed.queries.js';
import { findProjectOf, findTeamOf, listLeftMembers } from './left-team.queries.js';
import { isParty, isReported } from './parties.js';
import { hasDecider } from './parties.queries.js';
import { receivedBy, reportReceived } from './received.js';
import * as subjects from './subjects.queries.js';

type Members = 'GET /api/reports/members';

export interface ReportsService {
  /**
   * Reports messages of one conversation, a member or a project, with a copy as evidence, and blocks the member if asked to. Idempotent
   * while the first report is open. INVALID if the reporter reports themselves; NOT_FOUND, USER_NOT_FOUND or PROJECT_NOT_FOUND.
   */
  report(userId: number, body: ReportBody): Promise<Result<CallAnswer<'POST /api/reports'>['data']>>;
  /** Lists the members whom a former member of a team may report for messages there, and its project. NOT_FOUND for everybody else. */
  listMembers(userId: number, team: CallQuery<Members>): Promise<Result<CallAnswer<Members>['data']>>;
}

const fullReport = () =>
  fail('INVALID', {
    message: `Your report already has ${trustServerLimits.messagesInReportMax} messages. A moderator will read them.`,
  });

const notFound = { message: 'NOT_FOUND', member: 'USER_NOT_FOUND', project: 'PROJECT_NOT_FOUND' } as const;

export function createReportsService(
  deps: ActDeps & {
    log: Logger;
    blocks: Pick<BlocksService, 'block'>;
  },
): ReportsService {
  const { db, bus, clock, log, blocks } = deps;
  const leftAfter = () => new Date(clock.nowMs() - trustServerLimits.formerMemberReportsMs);
  const find = async (trx: Trx, userId: number, body: ReportBody) => {
    const { kind, id, conversation_id, seq, seqs = [], member_id } = body;
    const times = {
      keptUntil: new Date(clock.nowMs() + trustServerLimits.reportedFileKeptMs),
      leftAfter: leftAfter(),
      replacedAfter: new Date(clock.nowMs() - peopleServerLimits.replacedPageKeptMs),
    };
    if (kind === 'member') return id === undefined ? undefined : subjects.findMember(trx, userId, id, times);
    if (kind === 'project') return id === undefined ? undefined : subjects.findProject(trx, userId, id, times);
    const [first, ...otherSeqs] = new Set(seq === undefined ? seqs : [seq, ...seqs]);
    if (first !== undefined)
      return subjects.findMessages(trx, userId, { id, conversation_id, seqs: [first, ...otherSeqs] }, times);
    if (conversation_id === undefined || member_id === undefined) return undefined;
    return subjects.findLastMessages(trx, userId, { conversation_id, member_id }, times);
  };
  const store = (userId: number, body: ReportBody) =>
    transactAs({ db, bus, userId }, async (trx, publish) => {
      const subject = await find(trx, userId, body);
      if (!subject) return fail(notFound[body.kind]);
      if (subject.member_id === userId || ('isOwn' in subject && subject.isOwn))
        return fail('INVALID', { message: 'You can’t report yourself.' });
      const { reason, words = '' } = body;
      const created_at = clock.now();
      const report = await putReport(trx, subject, { reporter_id: userId, reason, words, created_at });
      if (report === null) return fullReport();
      const open = await listOpenIds(trx, subject);
      const moderators = await holdModeratorIds(trx);
      const stored = { ...subject, reporter_id: userId };
      // Moderators who were notified, but are now reported themselves, may no longer see the report.
      const reported = moderators.filter((id) => isReported([stored], undefined, id));
      const readers = open.length > 1 ? [] : moderators.filter((id) => !isParty([stored], undefined, id));
      if (!(await hasDecider(trx, subject.kind, subject.subject_id)))
        log.warn({ report: report.id }, 'no moderator can decide on a report');
      const added = reportReceived(readers, report.id, { ...subject, reason });
      await updateNotifications(trx, publish, { added, dropped: receivedBy(reported, open) }, created_at);
      return ok({ id: report.id, created_at: report.created_at.toISOString(), memberId: subject.member_id });
    });
  return {
    async report(userId, body) {
      const stored = await store(userId, body);
      if (!stored.ok) return stored;
      const { memberId, ...report } = stored.value;
      // The report is stored in any case: the answer says whether the member is blocked.
      const blocked = body.block === true && (await blocks.block(userId, memberId)).ok;
      return ok({ ...report, ...(blocked && { blocked_id: memberId }) });
    },
    async listMembers(userId, { conversation_id, project_id = 0 }) {
      const id = conversation_id ?? (await findTeamOf(db, project_id));
      const members = id === undefined ? [] : await listLeftMembers(db, userId, id, leftAfter());
      if (id === undefined || members.length === 0) return fail('NOT_FOUND');
      const project = await findProjectOf(db, id);
      const leftMembers = members.map(({ id, name }) => ({ id, name }));
      return ok({ conversation_id: id, members: leftMembers, ...(project && { project }) });
    },
  };
}
