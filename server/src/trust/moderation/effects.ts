import type { DecisionBody } from '@sangam/shared/trust/moderation';
import { removeParts, type SessionOrigin, type Sessions, type UsersService } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { lockProject } from '../../projects/projects.js';
import { hideProject } from '../hiding/hide.js';
import { suspendMember } from '../suspension/suspend.js';
import type { ReportRow } from './case.queries.js';
import { isErased } from './deciding.queries.js';
import { emailModerated } from './emails.js';
import { hiddenOrShown, removed, warned } from './notifications.js';

/** A decision that is being made, and what its effects need. */
interface Act {
  trx: Trx;
  publish: Publish;
  sessions: Sessions;
  users: Pick<UsersService, 'publishOwn'>;
  at: Date;
  moderatorId: number;
  report: ReportRow;
  /** The reports that are decided together. */
  covered: readonly Pick<ReportRow, 'evidence'>[];
  body: DecisionBody;
  origin: SessionOrigin;
}

const CHANGED_SINCE = 'The member has changed these parts since they were reported. Choose another action.';

/** The moderator's message to the member, for an entry of the audit trail. */
const wordsIn = ({ words = '' }: DecisionBody) => (words === '' ? {} : { words });

const entry = ({ moderatorId, report, origin }: Act) => ({
  actorId: moderatorId,
  memberId: report.member_id,
  origin,
});

/** The effects of each decision, with its audit entry and email. Each returns its changes to notifications. */
export const effects: Record<DecisionBody['decision'], (act: Act) => Promise<Result<NotificationUpdate>>> = {
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
    await emailModerated(trx, publish, { user_id: report.member_id, act: 'warned', reason }, act.at);
    return ok({ added: [warned(report.member_id, report.id, { reason, entryId })] });
  },
  async remove(act) {
    const { trx, publish, users, report, covered, body, at } = act;
    const { reason, note } = body;
    const reported = covered.flatMap(({ evidence }) => evidence.member ?? []);
    const parts = await removeParts(trx, publish, report.member_id, { parts: body.parts ?? [], reported, at });
    if (parts.length === 0) return fail('INVALID', { message: CHANGED_SINCE });
    const details = { report_id: report.id, parts, reason, note, ...wordsIn(body) };
    const entryId = await record(trx, { ...entry(act), kind: 'page:removed', details });
    await users.publishOwn(trx, publish, report.member_id);
    await emailModerated(trx, publish, { user_id: report.member_id, act: 'removed', reason, parts }, at);
    return ok({ added: [removed(report.member_id, report.id, { parts, reason, entryId })] });
  },
  async hide(act) {
    const { trx, publish, report, body, at } = act;
    const project = await lockProject(trx, report.subject_id);
    // The project was deleted at the same moment.
    if (!project) return fail('PROJECT_NOT_FOUND');
    const { added, dropped } = await hideProject(trx, publish, project.id, { at, withCreator: false });
    const { id: project_id, title, creator_id: user_id } = project;
    const { reason, note } = body;
    const details = { report_id: report.id, project_id, title, reason, note, ...wordsIn(body) };
    // The current creator is responsible for the project, even if another member was its creator when it was reported.
    await record(trx, { ...entry(act), memberId: user_id, kind: 'project:hidden', details });
    if (await isErased(trx, user_id)) return ok({ added, dropped });
    await emailModerated(trx, publish, { user_id, act: 'hidden', reason, project_id }, at);
    return ok({ added: [...added, hiddenOrShown(project, reason, at)], dropped });
  },
  async suspend(act) {
    const { trx, publish, sessions, report, body, at } = act;
    const { reason, note, days = null, words = '' } = body;
    const terms = { days, reason, words };
    const { until, changes } = await suspendMember({ trx, publish, sessions, at }, report.member_id, terms);
    const ends = until === null ? {} : { until: until.toISOString() };
    const details = { report_id: report.id, reason, note, ...ends, ...wordsIn(body) };
    await record(trx, { ...entry(act), kind: 'member:suspended', details });
    return ok(changes);
  },
};
