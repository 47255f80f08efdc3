import { decisionsOn, isAgainstMember, mayHaveMessage } from '@sangam/shared/core/reports';
import { isBlank } from '@sangam/shared/core/text';
import type { DecisionBody, ReportCase } from '@sangam/shared/trust/moderation';
import type { PicturesService, SessionOrigin, Sessions, UsersService } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { isModerator } from '../moderators/queries.js';
import { refuseModerating } from '../moderators/refuse-moderating.js';
import { openForLaterCreators } from '../reports/filed.queries.js';
import { isReported, refuseReporter } from '../reports/parties.js';
import { listReceived, stillReceived } from '../reports/received.js';
import { findReport, findVersion, type ReportRow } from './case.queries.js';
import { findProject, isErased, listReporters, lockOpenReports, setDecided } from './deciding.queries.js';
import { effects } from './effects.js';
import { reviewed } from './notifications.js';

export interface DecideDeps extends ActDeps {
  sessions: Sessions;
  pictures: Pick<PicturesService, 'addressesOf'>;
  users: Pick<UsersService, 'publishOwn'>;
}

/**
 * Decides on all open reports about the same subject. A decision against a member covers only the reports that name them, since a project
 * may have had another creator when it was reported; a report that also has a later creator's page stays open about that creator. NOT_FOUND
 * also for the reported member; FORBIDDEN for a reporter; INVALID without a note, for a decision that does not fit, or if nothing is left
 * to remove; PROJECT_NOT_FOUND to hide a deleted project, USER_NOT_FOUND to act against an erased member; REPORT_DECIDED if another
 * moderator was first; REPORT_ADDED if there are reports or evidence that the moderator hasn't seen.
 */
export type Decide = (
  member: Member,
  id: number,
  body: DecisionBody,
  origin: SessionOrigin,
) => Promise<Result<ReportCase>>;

export const noteRequired = (): Fail => invalid([{ field: 'note', message: 'Write a short note.' }]);

export function createDecide(
  deps: DecideDeps & { find: (member: Member, id: number) => Promise<Result<ReportCase>> },
): Decide {
  const { db, bus, clock, sessions, users, find } = deps;

  return async (member, id, body, origin) => {
    if (!(await isModerator(db, member.id))) return fail('FORBIDDEN');
    const report = await findReport(db, id);
    if (!report || isReported([report], await reportedProject(db, report), member.id)) return fail('NOT_FOUND');
    const bodyRefusal = refuseBody(report, body);
    if (bodyRefusal !== null) return bodyRefusal;
    const { decision, note } = body;
    const decided = await transact(db, bus, async (trx, publish) => {
      const refused = await refuseModerating(trx, member.id, decision === 'suspend' ? report.member_id : null);
      if (refused !== null) return refused;
      const openReports = await lockOpenReports(trx, report.kind, report.subject_id);
      const project = await reportedProject(trx, report);
      const outdatedRefusal = await refuseOutdated(trx, { report, openReports, project, body, moderatorId: member.id });
      if (outdatedRefusal !== null) return outdatedRefusal;

      const { covered, stillOpen } = splitByDecision(openReports, report, decision);
      const ids = covered.map((each) => each.id);
      const at = clock.now();
      await setDecided(trx, ids, { decision, decided_at: at, decided_by: member.id, note });
      // As they know it before the decision, which they aren't notified of.
      const reporters = await listReporters(trx, ids, at);
      const act = { trx, publish, sessions, users, at, moderatorId: member.id, report, covered, body, origin };
      const done = await effects[decision](act);
      if (!done.ok) return done;
      const forLaterCreators = isAgainstMember(decision) ? await openForLaterCreators(trx, ids) : [];
      const added = [
        ...(done.value.added ?? []),
        ...reporters.map((reporter) => reviewed(reporter, report)),
        ...(await stillReceived(trx, report.kind, [...stillOpen, ...forLaterCreators], project)),
      ];
      const dropped = [...(done.value.dropped ?? []), ...(await listReceived(trx, ids))];
      await updateNotifications(trx, publish, { added, dropped }, at);
      return ok(null);
    });
    return decided.ok ? find(member, id) : decided;
  };
}

const reportedProject = async (db: Db | Trx, { kind, subject_id }: ReportRow) =>
  kind === 'project' ? findProject(db, subject_id) : undefined;

/** Refuses a decision that doesn't fit the kind of report, or whose parts don't fit each other. */
function refuseBody({ kind }: ReportRow, { decision, days, words = '', parts, note }: DecisionBody) {
  if (!decisionsOn(kind).includes(decision)) return fail('INVALID');
  if (days !== undefined && decision !== 'suspend') return fail('INVALID');
  if (words !== '' && !mayHaveMessage(decision)) return fail('INVALID');
  if ((decision === 'remove') !== (parts !== undefined)) return fail('INVALID');
  return isBlank(note) ? noteRequired() : null;
}

type OpenReports = Awaited<ReturnType<typeof lockOpenReports>>;

/**
 * Refuses a decision because of changes by another moderator, a reporter or the reported member since the report was opened. Requires that
 * the open reports are locked.
 */
async function refuseOutdated(
  trx: Trx,
  now: {
    report: ReportRow;
    openReports: OpenReports;
    project: Awaited<ReturnType<typeof reportedProject>>;
    body: DecisionBody;
    moderatorId: number;
  },
): Promise<Fail | null> {
  const { report, openReports, project, body, moderatorId } = now;
  const { decision, version } = body;
  if (!openReports.some((each) => each.id === report.id)) return fail('REPORT_DECIDED');
  // Otherwise a report or messages added in the meantime would be dismissed unread with a trivial report.
  if (version !== undefined && version !== (await findVersion(trx, report))) return fail('REPORT_ADDED');
  if (isReported(openReports, project, moderatorId)) return fail('NOT_FOUND');
  if (decision === 'hide' && project?.state === 'deleted') return fail('PROJECT_NOT_FOUND');
  const refusedReporter = refuseReporter(openReports, moderatorId, 'decide');
  if (refusedReporter !== null) return refusedReporter;
  if (isAgainstMember(decision) && (await isErased(trx, report.member_id)))
    return fail('USER_NOT_FOUND', { message: 'This account no longer exists. Dismiss the report.' });
  return null;
}

/** Returns the reports that the decision covers, and those that stay open because they name another member. */
function splitByDecision(openReports: OpenReports, { member_id }: ReportRow, decision: DecisionBody['decision']) {
  const isCovered = (each: OpenReports[number]) => !isAgainstMember(decision) || each.member_id === member_id;
  return { covered: openReports.filter(isCovered), stillOpen: openReports.filter((each) => !isCovered(each)) };
}
