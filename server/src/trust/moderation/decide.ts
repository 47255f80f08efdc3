import { decisionsOn, isAgainstMember, takesWords } from '@sangam/shared/core/reports';
import { isBlank } from '@sangam/shared/core/text';
import type { DecisionBody, ReportCase } from '@sangam/shared/trust/moderation';
import {
  lockUser,
  type PicturesService,
  removeParts,
  type SessionOrigin,
  type Sessions,
  type UsersService,
} from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { type NotificationUpdate, updateNotifications } from '../../platform/records/notifications.js';
import { hasSeat, lockProject, publishUpdate } from '../../projects/projects.js';
import { hideProject } from '../hiding/hide.js';
import { setHidden } from '../hiding/queries.js';
import { isModerator } from '../moderators/queries.js';
import { refuseModerating } from '../moderators/refuse-moderating.js';
import { isReported, refuseReporter } from '../reports/parties.js';
import { listReceived, stillReceived } from '../reports/received.js';
import { restoreMember } from '../suspension/end.js';
import { findSuspension } from '../suspension/queries.js';
import { suspendMember } from '../suspension/suspend.js';
import { hiddenOrShown, mailModerated, removed, reviewed, warned } from './notifications-and-mails.js';
import * as queries from './queries.js';

export interface DecideDeps {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  sessions: Sessions;
  pictures: Pick<PicturesService, 'addressesOf'>;
  users: Pick<UsersService, 'publishOwn'>;
}

/**
 * Decides on all open reports about the same subject; a decision against a member on those that name them, since a project may have had
 * another creator when it was reported. NOT_FOUND also for the reported member; FORBIDDEN for a reporter; INVALID without a
 * note, for a decision that does not fit, or if nothing is left to remove; PROJECT_NOT_FOUND to hide a deleted project, USER_NOT_FOUND to
 * act against an erased member; REPORT_DECIDED if another moderator was first; REPORT_ADDED if there are reports or evidence that the
 * moderator hasn't seen.
 */
export type Decide = (
  member: Member,
  id: number,
  body: DecisionBody,
  origin: SessionOrigin,
) => Promise<Result<ReportCase>>;

interface Act {
  trx: Trx;
  publish: Publish;
  at: Date;
  moderatorId: number;
  report: queries.ReportRow;
  /** The reports that are decided together. */
  covered: readonly Pick<queries.ReportRow, 'evidence'>[];
  body: DecisionBody;
  origin: SessionOrigin;
}

const CHANGED_SINCE = 'The member has changed these parts since they were reported. Choose another action.';

/** The moderator's message to the member, for an entry of the audit trail. */
const wordsIn = ({ words = '' }: DecisionBody) => (words === '' ? {} : { words });

const noteNeeded = () => invalid([{ field: 'note', message: 'Write a short note.' }]);

export function createDecide(
  deps: DecideDeps & { find: (member: Member, id: number) => Promise<Result<ReportCase>> },
): Decide {
  const { db, bus, clock, sessions, users, find } = deps;

  const entry = ({ moderatorId, report, origin }: Act) => ({
    actorId: moderatorId,
    memberId: report.member_id,
    origin,
  });

  /** The effects of each decision, with its audit entry; each answers its changes to notifications. */
  const acts: Record<DecisionBody['decision'], (act: Act) => Promise<Result<NotificationUpdate>>> = {
    async dismiss(act) {
      const details = { report_id: act.report.id, note: act.body.note };
      await record(act.trx, { ...entry(act), kind: 'report:dismissed', details });
      return ok({});
    },
    async warn(act) {
      const { trx, publish, report, body } = act;
      const { reason, note } = body;
      const details = { report_id: report.id, reason, note, ...wordsIn(body) };
      const entryId = await record(trx, { ...entry(act), kind: 'member:warned', details });
      await mailModerated(trx, publish, { user_id: report.member_id, act: 'warned', reason }, act.at);
      return ok({ added: [warned(report.member_id, report.id, { reason, entryId })] });
    },
    async remove(act) {
      const { trx, publish, report, covered, body, at } = act;
      const { reason, note } = body;
      const reported = covered.flatMap(({ evidence }) => evidence.member ?? []);
      const parts = await removeParts(trx, publish, report.member_id, { parts: body.parts ?? [], reported, at });
      if (parts.length === 0) return fail('INVALID', { message: CHANGED_SINCE });
      const details = { report_id: report.id, parts, reason, note, ...wordsIn(body) };
      const entryId = await record(trx, { ...entry(act), kind: 'page:removed', details });
      await users.publishOwn(trx, publish, report.member_id);
      await mailModerated(trx, publish, { user_id: report.member_id, act: 'removed', reason, parts }, at);
      return ok({ added: [removed(report.member_id, report.id, { parts, reason, entryId })] });
    },
    async hide(act) {
      const { trx, publish, report, body, at } = act;
      const project = await lockProject(trx, report.subject_id);
      // It was deleted in the same moment.
      if (!project) return fail('PROJECT_NOT_FOUND');
      const { added, dropped } = await hideProject(trx, publish, project.id, { at, withCreator: false });
      const { id: project_id, title, creator_id: user_id } = project;
      const { reason, note } = body;
      const details = { report_id: report.id, project_id, title, reason, note, ...wordsIn(body) };
      // The creator of now answers for the project, even if another member was its creator when it was reported.
      await record(trx, { ...entry(act), memberId: user_id, kind: 'project:hidden', details });
      if (await queries.isErased(trx, user_id)) return ok({ added, dropped });
      await mailModerated(trx, publish, { user_id, act: 'hidden', reason, project_id }, at);
      return ok({ added: [...added, hiddenOrShown(project, reason, at)], dropped });
    },
    async suspend(act) {
      const { trx, publish, report, body, at } = act;
      const { reason, note, days = null, words = '' } = body;
      const terms = { days, reason, words };
      const { until, changes } = await suspendMember({ trx, publish, sessions, at }, report.member_id, terms);
      const ends = until === null ? {} : { until: until.toISOString() };
      const details = { report_id: report.id, reason, note, ...ends, ...wordsIn(body) };
      await record(trx, { ...entry(act), kind: 'member:suspended', details });
      return ok(changes);
    },
  };

  return async (member, id, body, origin) => {
    if (!(await isModerator(db, member.id))) return fail('FORBIDDEN');
    const report = await queries.findReport(db, id);
    const project = report?.kind === 'project' ? await queries.findProject(db, report.subject_id) : undefined;
    if (!report || isReported([report], project, member.id)) return fail('NOT_FOUND');
    const { decision, note } = body;
    if (!decisionsOn(report.kind).includes(decision)) return fail('INVALID');
    if (body.days !== undefined && decision !== 'suspend') return fail('INVALID');
    if ((body.words ?? '') !== '' && !takesWords(decision)) return fail('INVALID');
    if ((decision === 'remove') !== (body.parts !== undefined)) return fail('INVALID');
    if (isBlank(note)) return noteNeeded();
    const decided = await transact(db, bus, async (trx, publish) => {
      const refused = await refuseModerating(trx, member.id, decision === 'suspend' ? report.member_id : null);
      if (refused !== null) return refused;
      const waiting = await queries.lockWaiting(trx, report.kind, report.subject_id);
      if (!waiting.some((each) => each.id === id)) return fail('REPORT_DECIDED');
      // Or one about a trifle would have a report or messages that came meanwhile dismissed unread.
      if (body.version !== undefined && body.version !== (await queries.findVersion(trx, report)))
        return fail('REPORT_ADDED');
      const project = report.kind === 'project' ? await queries.findProject(trx, report.subject_id) : undefined;
      if (isReported(waiting, project, member.id)) return fail('NOT_FOUND');
      if (decision === 'hide' && project?.state === 'deleted') return fail('PROJECT_NOT_FOUND');
      const refusedReporter = refuseReporter(waiting, member.id, 'decide');
      if (refusedReporter !== null) return refusedReporter;
      if (isAgainstMember(decision) && (await queries.isErased(trx, report.member_id)))
        return fail('USER_NOT_FOUND', { message: 'This account no longer exists. Dismiss the report.' });
      const at = clock.now();
      const isCovered = ({ member_id }: { member_id: number }) =>
        !isAgainstMember(decision) || member_id === report.member_id;
      const covered = waiting.filter(isCovered);
      const left = waiting.filter((each) => !isCovered(each));
      const ids = covered.map((each) => each.id);
      await queries.setDecided(trx, ids, { decision, decided_at: at, decided_by: member.id, note });
      // As they know it before the decision, which they aren't notified of.
      const reporters = await queries.listReporters(trx, ids);
      const done = await acts[decision]({ trx, publish, at, moderatorId: member.id, report, covered, body, origin });
      if (!done.ok) return done;
      const added = [
        ...(done.value.added ?? []),
        ...reporters.map((reporter) => reviewed(reporter, report)),
        ...(await stillReceived(trx, report.kind, left, project)),
      ];
      const dropped = [...(done.value.dropped ?? []), ...(await listReceived(trx, ids))];
      await updateNotifications(trx, publish, { added, dropped }, at);
      return ok(null);
    });
    return decided.ok ? find(member, id) : decided;
  };
}

/** Lifts suspensions and shows hidden projects again. NOT_FOUND without one, FORBIDDEN for a project in whose team the moderator is. */
export interface Lift {
  liftSuspension(member: Member, userId: number, note: string, origin: SessionOrigin): Promise<Result<null>>;
  show(member: Member, projectId: number, note: string, origin: SessionOrigin): Promise<Result<null>>;
}

export function createLift({ db, bus, clock }: DecideDeps): Lift {
  const asModerator = async (
    member: Member,
    note: string,
    work: (trx: Trx, publish: Publish) => Promise<Result<null>>,
  ): Promise<Result<null>> => {
    if (!(await isModerator(db, member.id))) return fail('FORBIDDEN');
    if (isBlank(note)) return noteNeeded();
    return transact(
      db,
      bus,
      async (trx, publish) => (await refuseModerating(trx, member.id, null)) ?? work(trx, publish),
    );
  };

  return {
    liftSuspension: (member, userId, note, origin) =>
      asModerator(member, note, async (trx, publish) => {
        await lockUser(trx, userId);
        if (!(await findSuspension(trx, userId))) return fail('NOT_FOUND');
        await restoreMember(trx, publish, userId);
        const entry = { actorId: member.id, memberId: userId, origin };
        await record(trx, { ...entry, kind: 'member:restored', details: { note } });
        await mailModerated(trx, publish, { user_id: userId, act: 'restored', reason: null }, clock.now());
        return ok(null);
      }),

    show: (member, projectId, note, origin) =>
      asModerator(member, note, async (trx, publish) => {
        const project = await lockProject(trx, projectId);
        if (!project || project.hidden_at === null) return fail('NOT_FOUND');
        if (await hasSeat(trx, projectId, member.id))
          return fail('FORBIDDEN', { message: 'You’re in this project’s team. Another moderator has to decide.' });
        await setHidden(trx, projectId, { hidden_at: null, hidden_with_creator: false });
        const details = { project_id: project.id, title: project.title, note };
        const entry = { actorId: member.id, memberId: project.creator_id, origin };
        await record(trx, { ...entry, kind: 'project:shown', details });
        const at = clock.now();
        await updateNotifications(trx, publish, { added: [hiddenOrShown(project, null, at)] }, at);
        await publishUpdate(trx, publish, projectId);
        return ok(null);
      }),
  };
}
