import { decisionsOn } from '@sangam/shared/core/reports';
import { isBlank } from '@sangam/shared/core/text';
import type { DecisionBody, ReportCase } from '@sangam/shared/trust/moderation';
import type { SessionOrigin, Sessions } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { type NotificationUpdate, updateNotifications } from '../../platform/records/notifications.js';
import { isModerator } from '../moderators/queries.js';
import { hideProject } from './hide.js';
import { mailModerated } from './moderated-mail.js';
import { hiddenOrShown, reviewed, warned } from './notifications.js';
import * as queries from './queries.js';
import { suspendMember } from './suspend.js';

export interface DecideDeps {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  sessions: Sessions;
}

/**
 * Decides on all that waits about the same. FORBIDDEN for who made one of the reports or is reported, NOT_FOUND, INVALID without a
 * note or for a decision that does not fit, REPORT_DECIDED once another moderator has.
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
  body: DecisionBody;
  origin: SessionOrigin;
}

export const noteNeeded = () => invalid([{ field: 'note', message: 'Please write a short note.' }]);

export function createDecide(
  deps: DecideDeps & { find: (member: Member, id: number) => Promise<Result<ReportCase>> },
): Decide {
  const { db, bus, clock, sessions, find } = deps;

  const entry = ({ moderatorId, report, origin }: Act) => ({
    ...{ actorId: moderatorId, memberId: report.member_id, origin },
  });

  /** What a decision does, written to the audit trail; answers what it changes in inboxes. */
  const acts: Record<DecisionBody['decision'], (act: Act) => Promise<NotificationUpdate>> = {
    async dismiss(act) {
      const details = { report_id: act.report.id, note: act.body.note };
      await record(act.trx, { ...entry(act), kind: 'report:dismissed', details });
      return {};
    },
    async warn(act) {
      const { trx, publish, report, body } = act;
      const details = { report_id: report.id, reason: body.reason, note: body.note };
      await record(trx, { ...entry(act), kind: 'member:warned', details });
      await mailModerated(trx, publish, { user_id: report.member_id, act: 'warned', reason: body.reason }, act.at);
      return { added: [warned(report.member_id, report.id, body.reason)] };
    },
    async hide(act) {
      const { trx, publish, report, body, at } = act;
      const project = await queries.findProject(trx, report.subject_id);
      if (!project) return {};
      const { added, read } = await hideProject(trx, publish, project.id, { at, withCreator: false });
      const details = { report_id: report.id, project_id: project.id, title: project.title, ...body };
      const { decision: _, ...kept } = details;
      await record(trx, { ...entry(act), kind: 'project:hidden', details: kept });
      const told = hiddenOrShown('project:hidden', { ...project, creator_id: report.member_id }, at);
      return { added: [...added, told], read };
    },
    async suspend(act) {
      const { trx, publish, report, body, at } = act;
      const details = { report_id: report.id, reason: body.reason, note: body.note };
      await record(trx, { ...entry(act), kind: 'member:suspended', details });
      await mailModerated(trx, publish, { user_id: report.member_id, act: 'suspended', reason: body.reason }, at);
      return suspendMember({ trx, publish, sessions, at }, report.member_id);
    },
  };

  return async (member, id, body, origin) => {
    if (!(await isModerator(db, member.id))) return fail('FORBIDDEN');
    const decided = await transact(db, bus, async (trx, publish) => {
      const report = await queries.findReport(trx, id);
      if (!report) return fail('NOT_FOUND');
      if (!decisionsOn(report.kind).includes(body.decision)) return fail('INVALID');
      if (isBlank(body.note)) return noteNeeded();
      const waiting = await queries.lockWaiting(trx, report.kind, report.subject_id);
      if (!waiting.some((each) => each.id === id)) return fail('REPORT_DECIDED');
      if (waiting.some(({ reporter_id, member_id }) => [reporter_id, member_id].includes(member.id)))
        return fail('FORBIDDEN', { message: 'You are part of this report. Another moderator has to decide.' });
      const at = new Date(clock.nowMs());
      const { decision, note } = body;
      const ids = waiting.map((each) => each.id);
      await queries.setDecided(trx, ids, { decision, decided_at: at, decided_by: member.id, note });
      const update = await acts[decision]({ trx, publish, at, moderatorId: member.id, report, body, origin });
      const told = waiting.map((each) => reviewed(each.reporter_id, each.id));
      await updateNotifications(trx, publish, { ...update, added: [...(update.added ?? []), ...told] }, at);
      return ok(null);
    });
    return decided.ok ? find(member, id) : decided;
  };
}
