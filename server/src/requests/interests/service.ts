import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { coreLimits } from '@sangam/shared/core/limits';
import { refusalOfState } from '@sangam/shared/projects/lifecycle';
import type { Interest, InterestState, MyInterest } from '@sangam/shared/requests/interests';
import { acceptApplicant, acceptAsked, type ContactLimits, refuseToAsk, transactAs } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { confirmProject, hasSeat, lockProject, publishUpdate, roleIn } from '../../projects/projects.js';
import { deadlineFrom, nextCheckAt } from '../kinds/deadline.js';
import { endOverdueOf } from '../kinds/ends.js';
import { keyOf, toCreatorOfNew, toRequester } from '../kinds/notifications.js';
import { findAnswerBy, findAskAgainAt, findParties, recordAsked } from '../kinds/queries.js';
import { interests } from './kind.js';
import { interestAt, presentCourse, presentInterest, presentMyInterest } from './present.js';
import * as queries from './queries.js';

type Mine = 'GET /api/projects/connections/mine';
type Incoming = 'GET /api/projects/connections/incoming';

/** Interest in a project (R5.1): pending, then approved or denied by the creator or withdrawn by the applicant, once. */
export interface InterestsService {
  /** Returns the latest 200 in a project, newest first. They may contain email addresses, so return them only to the project's creator. */
  ofProject(from: Db | Trx, projectId: number, creatorId: number): Promise<Interest[]>;
  /** Pending interests in the member's own projects, or in one of them, newest first. */
  incoming(userId: number, query: CallQuery<Incoming>): Promise<CallAnswer<Incoming>['data']>;
  /** The member's own interests, newest first. */
  mine(userId: number, query: CallQuery<Mine>): Promise<CallAnswer<Mine>['data']>;
  /** The newest interest between two members: in the first member's projects, and in the other's. */
  between(userId: number, otherId: number): Promise<{ connections: Interest[]; my_connections: MyInterest[] }>;
  requestStatus(from: Db | Trx, projectId: number, userId: number): Promise<InterestState>;
  /**
   * Shows interest. ALREADY_MEMBER in the project's team, ALREADY_CONNECTED while pending or approved, ASK_AGAIN_LATER within 7 days of a
   * denial or another end that starts this wait.
   */
  show(member: Member, projectId: number): Promise<Result<MyInterest>>;
  /** Withdraws the member's own pending interest. ALREADY_DECIDED after the deadline. */
  withdraw(member: Member, id: number): Promise<Result<MyInterest>>;
  /** Approves or denies an interest. ALREADY_DECIDED after the deadline. */
  decide(member: Member, id: number, status: 'approved' | 'denied'): Promise<Result<Interest>>;
}

export function createInterestsService(deps: ActDeps & { contactLimits: ContactLimits }): InterestsService {
  const { db, bus, clock, contactLimits } = deps;
  return {
    async ofProject(from, projectId, creatorId) {
      const at = clock.now();
      const rows = await queries.listInterests(from, { projectId, creatorId, limit: coreLimits.listPageMax, at });
      return rows.map((row) => presentInterest(interestAt(row, at)));
    },

    async mine(userId, { before, limit = coreLimits.listPage }) {
      const { rows, ...page } = await queries.listMine(db, userId, { before, limit });
      const at = clock.now();
      return { connections: rows.map((row) => presentMyInterest(interestAt(row, at))), ...page };
    },

    async incoming(userId, { project_id, before, limit = coreLimits.listPage }) {
      const filter = { projectId: project_id, at: clock.now() };
      const { rows, ...page } = await queries.listIncoming(db, userId, filter, { before, limit });
      return { connections: rows.map(presentInterest), ...page };
    },

    async between(userId, otherId) {
      const at = clock.now();
      const found = await queries.listBetween(db, [userId, otherId], { limit: coreLimits.listPageMax, at });
      const rows = found.map((row) => interestAt(row, at));
      return {
        connections: rows.filter((row) => row.creator_id === userId).map(presentInterest),
        my_connections: rows.filter((row) => row.creator_id === otherId).map(presentMyInterest),
      };
    },

    async requestStatus(from, projectId, userId) {
      const found = await queries.findRequestStatus(from, projectId, userId);
      const row = found && interestAt(found, clock.now());
      return row
        ? { id: row.id, status: row.status, created_at: row.created_at.toISOString(), ...presentCourse(row) }
        : null;
    },

    show: (member, projectId) =>
      transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
        const project = await lockProject(trx, projectId);
        if (!project || project.hidden_at !== null) return fail('PROJECT_NOT_FOUND');
        if (roleIn(project, member.id) === 'creator') return fail('OWN_PROJECT');
        if (await hasSeat(trx, projectId, member.id)) return fail('ALREADY_MEMBER');
        const refusal = refusalOfState('show_interest', project.state);
        if (refusal !== null) return fail(refusal);
        const at = clock.now();
        const askAgainAt = await findAskAgainAt(trx, projectId, member.id);
        if (askAgainAt !== null && !isOver(askAgainAt, at)) return fail('ASK_AGAIN_LATER', { until: askAgainAt });
        const refused = await refuseToAsk(trx, member.id, project.creator_id, at);
        if (refused !== null) return refused;
        const overdue = await endOverdueOf(interests, { trx, publish, project, at }, member.id);
        const deadline = deadlineFrom(project, at.getTime());
        const id = await queries.insertInterest(trx, { project_id: projectId, requester_id: member.id, ...deadline });
        if (id === null) return fail('ALREADY_CONNECTED');
        await recordAsked(trx, projectId, member.id);
        const tooMany = await contactLimits.refuseRequest(trx, member.id, project.creator_id);
        if (tooMany) return tooMany;
        await interests.addDeadlineChecks(trx, publish, [{ id, due_at: nextCheckAt(deadline) }]);
        await recordActivities(trx, [
          activity('interest:shown', member.id, { project_id: projectId }),
          activity('interest:received', project.creator_id, { project_id: projectId, member_id: member.id }),
        ]);
        const row = await queries.findInterest(trx, id);
        const mine = presentMyInterest(row);
        await updateNotifications(trx, publish, await toCreatorOfNew({ trx, project }, interests, row, overdue), at);
        await acceptAsked(trx, publish, { userId: member.id, creatorId: project.creator_id, at });
        publish('interest:created', { creator_id: project.creator_id, interest: presentInterest(row), mine });
        return ok(mine);
      }),

    withdraw: (member, id) =>
      transact(db, bus, async (trx, publish) => {
        const parties = await findParties(trx, 'interests', id);
        if (!parties) return fail('NOT_FOUND');
        if (parties.requester_id !== member.id) return fail('FORBIDDEN');
        const project = await lockProject(trx, parties.project_id);
        const at = clock.now();
        // Deleting a project ends its interest.
        if (!project || !(await isPending(trx, id, at))) return fail('ALREADY_DECIDED');
        const update = await interests.withdraw({ trx, publish, project, at }, { id, requester_id: member.id });
        await updateNotifications(trx, publish, update, at);
        return ok(presentMyInterest(await queries.findInterest(trx, id)));
      }),

    decide: (member, id, status) =>
      transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
        const parties = await findParties(trx, 'interests', id);
        if (!parties) return fail('NOT_FOUND');
        const project = await lockProject(trx, parties.project_id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        if (roleIn(project, member.id) !== 'creator') return fail('FORBIDDEN');
        const at = clock.now();
        if (!(await isPending(trx, id, at))) return fail('ALREADY_DECIDED');
        if (!(await queries.decideInterest(trx, id, status, at))) return fail('ALREADY_DECIDED');
        await confirmProject(trx, publish, project, at);
        const row = await queries.findInterest(trx, id);
        if (status === 'approved')
          await acceptApplicant(trx, publish, { creatorId: member.id, applicantId: row.requester_id, at });
        await recordActivities(trx, [activity(`interest:${status}`, row.requester_id, { project_id: row.project_id })]);
        const decided = toRequester('interest', `interest:${status}`, project, row);
        const dropped = [{ user_id: member.id, key: keyOf('interest', id) }];
        await updateNotifications(trx, publish, { added: [decided], dropped }, at);
        const decision = { ...presentMyInterest(row), requester_id: row.requester_id };
        publish('interest:decided', { creator_id: member.id, decision });
        await publishUpdate(trx, publish, project.id);
        return ok(presentInterest(row));
      }),
  };
}

/** Whether an interest may still be answered or withdrawn. Its deadline applies whether or not the timer has run. */
async function isPending(trx: Trx, id: number, at: Date): Promise<boolean> {
  const pending = await findAnswerBy(trx, 'interests', id);
  return pending !== undefined && !isOver(pending.answer_by, at);
}
