import type { CallAnswer, CallBody, CallQuery } from '@sangam/shared/app/calls';
import { coreLimits } from '@sangam/shared/core/limits';
import { isBlank } from '@sangam/shared/core/text';
import { refusalOfState } from '@sangam/shared/projects/lifecycle';
import { answersTo } from '@sangam/shared/projects/questions';
import { defaultJoinMessage } from '@sangam/shared/requests/default-join-message';
import type { JoinRequest, JoinRequestState } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { acceptAsked, type ContactLimits, refuseToAsk, transactAs } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Page, PageRange } from '../../platform/db/page.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import {
  type ActDeps,
  findRole,
  fullFor,
  hasSeat,
  isSeatFree,
  lockProject,
  presentRole,
  publishUpdate,
} from '../../projects/projects.js';
import { stageOf } from '../invitations/present.js';
import { findPendingOf, noteAsked } from '../invitations/queries.js';
import { findAskAgainAt } from '../kinds/cooling-off.queries.js';
import { deadlineFrom, nextCheckAt } from '../kinds/deadline.js';
import { endOverdueOf } from '../kinds/ends.js';
import { toCreatorOfNew } from '../kinds/notifications.js';
import { type AddToWaitlist, createAddToWaitlist } from '../waitlist/add-to-waitlist.js';
import { runningOf } from '../waitlist/plan.js';
import { type AnswerSeatOffer, createAnswerSeatOffer } from '../waitlist/seat-offer-answers.js';
import { createStay, type Stay } from '../waitlist/stay.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { createDecide, type Decide } from './decide.js';
import { joinRequests } from './kind.js';
import { type JoinRequestRow, presentCourse, presentDecided, presentJoinRequest } from './present.js';
import * as queries from './queries.js';
import { createReopen, type Reopen } from './reopen.js';
import { createLeave, type Leave } from './seats.js';
import { createWithdraw, createWithdrawSeveral, type Withdraw, type WithdrawSeveral } from './withdraw.js';

type IncomingQuery = CallQuery<'GET /api/project-requests/incoming'>;
type DecidedQuery = CallQuery<'GET /api/project-requests/decided'>;
type MyQuery = CallQuery<'GET /api/project-requests/mine'>;
type Requests = CallAnswer<'GET /api/project-requests/incoming'>['data'];

/** Requests to join a project (R5.3): pending, then accepted, rejected or withdrawn. */
export interface JoinRequestsService {
  /** Pending requests to the member's own projects, or to one of them: all, or only those on the waitlist or not on it. */
  incoming(userId: number, query: IncomingQuery): Promise<Requests>;
  /** Decided and ended requests to the member's own projects, or to one of them. */
  decided(userId: number, query: DecidedQuery): Promise<Requests>;
  /** The member's own requests, in every status or in one. */
  mine(userId: number, query: MyQuery): Promise<Requests>;
  /** The newest requests between a member and another, in every status. */
  between(userId: number, otherId: number): Promise<JoinRequest[]>;
  requestStatus(from: Db | Trx, projectId: number, userId: number): Promise<JoinRequestState>;
  /**
   * ALREADY_REQUESTED while one is pending, ALREADY_INVITED while an invitation is and a seat is free, ASK_AGAIN_LATER within 7 days of a rejection, denial, removal, leaving or second withdrawal, ALREADY_MEMBER, PROJECT_FULL unless it is for
   * the waitlist (LINE_FULL), PROJECT_CLOSED, PROJECT_FINISHED, ANSWER_AWAITED beyond 5 pending ones, WAITLIST_LIMIT beyond 5 waitlists, QUESTIONS_CHANGED for answers to other questions than the
   * project's, ROLES_CHANGED for a role that the project does not have. Stores a fixed greeting if there is no message.
   */
  ask(member: Member, body: CallBody<'POST /api/project-requests'>): Promise<Result<JoinRequest>>;
  decide: Decide;
  reopen: Reopen;
  withdraw: Withdraw;
  withdrawSeveral: WithdrawSeveral;
  addToWaitlist: AddToWaitlist;
  answerSeatOffer: AnswerSeatOffer;
  stay: Stay;
  leave: Leave;
}

const invited = 'You are invited to this project. Accept the invitation instead.';

export function createJoinRequestsService(deps: ActDeps & { contactLimits: ContactLimits }): JoinRequestsService {
  const { db, bus, clock, contactLimits } = deps;
  const now = () => new Date(clock.nowMs());

  const present = ({ rows, ...page }: Page<JoinRequestRow>): Requests => ({
    requests: rows.map(presentJoinRequest),
    ...page,
  });
  const rangeOf = ({ before, limit = coreLimits.listPage }: IncomingQuery | DecidedQuery | MyQuery): PageRange => ({
    before,
    limit,
  });

  return {
    leave: createLeave(deps),
    decide: createDecide(deps),
    reopen: createReopen(deps),
    addToWaitlist: createAddToWaitlist(deps),
    withdraw: createWithdraw(deps),
    withdrawSeveral: createWithdrawSeveral(deps),
    answerSeatOffer: createAnswerSeatOffer(deps),
    stay: createStay(deps),
    incoming: async (userId, query) =>
      present(
        await queries.listIncoming(
          db,
          userId,
          { projectId: query.project_id, waitlist: query.waitlist },
          rangeOf(query),
        ),
      ),
    async decided(userId, query) {
      const { rows, ...page } = await queries.listDecided(db, userId, query.project_id, rangeOf(query));
      return { requests: rows.map(presentDecided), ...page };
    },
    mine: async (userId, query) => present(await queries.listMine(db, userId, query.status, rangeOf(query))),

    between: async (userId, otherId) =>
      (await queries.listBetween(db, [userId, otherId], coreLimits.listPageMax)).map(presentJoinRequest),

    async requestStatus(from, projectId, userId) {
      const row = await queries.findRequestStatus(from, projectId, userId);
      return row
        ? {
            id: row.id,
            status: row.status,
            created_at: row.created_at.toISOString(),
            ...presentRole(row),
            ...presentCourse(row),
          }
        : null;
    },

    ask: (member, body) =>
      transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
        const project = await lockProject(trx, body.project_id);
        if (!project || project.hidden_at !== null) return fail('PROJECT_NOT_FOUND');
        if (project.creator_id === member.id) return fail('OWN_PROJECT');
        if (await hasSeat(trx, project.id, member.id)) return fail('ALREADY_MEMBER');
        const refusal = refusalOfState('ask', project.state);
        if (refusal !== null) return fail(refusal);
        const at = now();
        const invitation = await findPendingOf(trx, project.id, member.id);
        if (
          invitation &&
          stageOf(invitation, at) === 'pending' &&
          (await isSeatFree(trx, project.id, invitation.role_id))
        )
          return fail('ALREADY_INVITED', { message: invited });
        const until = await findAskAgainAt(trx, project.id, member.id);
        if (until !== null && !isOver(until, at)) return fail('ASK_AGAIN_LATER', { until });
        const refused = await refuseToAsk(trx, member.id, project.creator_id);
        if (refused !== null) return refused;
        const { message = '', answers = [] } = body;
        const blank = answers.findIndex(({ answer }) => isBlank(answer));
        if (blank !== -1)
          return invalid([{ field: `answers.${blank}.answer`, message: 'Please answer this question.' }]);
        // A client that doesn't know about questions sends no answers.
        if (body.answers !== undefined && !answersTo(project.questions, answers)) return fail('QUESTIONS_CHANGED');
        const role_id = body.role_id ?? null;
        const role = role_id === null ? undefined : await findRole(trx, project.id, role_id);
        if (role_id !== null && role === undefined) return fail('ROLES_CHANGED');
        const change = { trx, publish, project, at };
        const overdue = await endOverdueOf(joinRequests, change, member.id);
        const waitlist = await lockWaitlist(trx, project, [member.id]);
        const settled = await settleWaitlist(change, waitlist);
        const forWaitlist = !(await isSeatFree(trx, project.id, role_id));
        const deadline = deadlineFrom(project, at.getTime());
        const id = await queries.insertJoinRequest(trx, {
          project_id: project.id,
          creator_id: project.creator_id,
          requester_id: member.id,
          role_id,
          message: isBlank(message) ? defaultJoinMessage(project.title) : message,
          answers,
          for_waitlist: forWaitlist,
          ...deadline,
        });
        if (id === null) return fail('ALREADY_REQUESTED');
        await noteAsked(trx, project.id, member.id);
        if (forWaitlist && body.waitlist !== true) return fullFor(role?.name);
        if (forWaitlist && runningOf(waitlist, at).length >= requestServerLimits.waitlistMax) return fail('LINE_FULL');
        const refuse = forWaitlist ? contactLimits.refuseWaitlist : contactLimits.refuseRequest;
        const tooMany = await refuse(trx, member.id, project.creator_id);
        if (tooMany) return tooMany;
        await joinRequests.addDeadlineChecks(trx, publish, [{ id, due_at: nextCheckAt(deadline) }]);
        await recordActivities(trx, [
          activity('request:sent', member.id, { project_id: project.id }),
          activity('request:received', project.creator_id, { project_id: project.id, member_id: member.id }),
        ]);
        const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
        const received = await toCreatorOfNew(trx, joinRequests, project, { id, requester_id: member.id }, overdue);
        const update = { ...received, added: [...received.added, ...settled] };
        await updateNotifications(trx, publish, update, at);
        await acceptAsked(trx, publish, member.id, project.creator_id);
        publish('join-request:created', { creator_id: project.creator_id, request });
        if (settled.length > 0) await publishUpdate(trx, publish, project.id);
        return ok(request);
      }),
  };
}
