import type { CallBody } from '@sangam/shared/app/calls';
import { isBlank } from '@sangam/shared/core/text';
import { refusalOfState } from '@sangam/shared/projects/lifecycle';
import { answersTo } from '@sangam/shared/projects/questions';
import { defaultJoinMessage } from '@sangam/shared/requests/default-join-message';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { acceptAsked, type ContactLimits, refuseToAsk, transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import {
  findRole,
  fullFor,
  hasSeat,
  isSeatFree,
  lockProject,
  type ProjectChange,
  publishUpdate,
  roleIn,
} from '../../projects/projects.js';
import { meetInvitation } from '../invitations/crossing.js';
import { deliverOfProject } from '../invitations/deliver.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import * as transitions from '../join-requests/transitions.queries.js';
import { deadlineFrom, nextCheckAt } from '../kinds/deadline.js';
import { endOverdueOf } from '../kinds/ends.js';
import { toCreatorOfNew } from '../kinds/notifications.js';
import { findAskAgainAt, recordAsked } from '../kinds/queries.js';
import { runningOf } from '../waitlist/plan.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { joinRequests } from './kind.js';

/**
 * Asks to join. Stores a fixed greeting if there is no message. For an invited member, accepts the invitation; ALREADY_INVITED if that is
 * for another role. ALREADY_REQUESTED while a request is pending, ASK_AGAIN_LATER within 7 days of a rejection, denial, removal, leaving or
 * second withdrawal, ALREADY_MEMBER, PROJECT_FULL unless it is for the waitlist (LINE_FULL), PROJECT_CLOSED, PROJECT_FINISHED,
 * ANSWER_AWAITED with 5 pending requests, WAITLIST_LIMIT with 5 waitlists, QUESTIONS_CHANGED for answers to other questions than the
 * project's, ROLES_CHANGED for a role that the project does not have.
 */
export type Ask = (member: Member, body: Body) => Promise<Result<JoinRequest>>;

type Body = CallBody<'POST /api/project-requests'>;

export function createAsk(deps: ActDeps & { contactLimits: ContactLimits }): Ask {
  const ask = createAskOrMeet(deps);
  return async (member, body) => {
    const result = await ask(member, body);
    if (!result.ok && result.error.code === 'ALREADY_INVITED') await deliverOfProject(deps, member.id, body.project_id);
    return result;
  };
}

function createAskOrMeet({ db, bus, clock, contactLimits }: ActDeps & { contactLimits: ContactLimits }): Ask {
  return (member, body) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const { message = '', answers = [], role_id = null } = body;
      const project = await lockProject(trx, body.project_id);
      if (!project || project.hidden_at !== null) return fail('PROJECT_NOT_FOUND');
      const change = { trx, publish, project, at: clock.now() };
      const projectRefusal = await refuseUnfit(change, member.id);
      if (projectRefusal !== null) return projectRefusal;
      const invitationResult = await meetInvitation(change, member.id, role_id);
      if (invitationResult !== null) return invitationResult;
      const repeatRefusal = await refuseAgain(change, member.id);
      if (repeatRefusal !== null) return repeatRefusal;
      const role = await readAnswers(change, body);
      if (!role.ok) return role;

      const overdue = await endOverdueOf(joinRequests, change, member.id);
      const waitlist = await lockWaitlist(trx, project, [member.id]);
      const settled = await settleWaitlist(change, waitlist);
      const forWaitlist = !(await isSeatFree(trx, project.id, role_id));
      const deadline = deadlineFrom(project, change.at.getTime());
      const id = await transitions.insertJoinRequest(trx, {
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
      await recordAsked(trx, project.id, member.id);
      if (forWaitlist && body.waitlist !== true) return fullFor(role.value?.name);
      if (forWaitlist && runningOf(waitlist, change.at).length >= requestServerLimits.waitlistMax)
        return fail('LINE_FULL');
      const refuseMore = forWaitlist ? contactLimits.refuseWaitlist : contactLimits.refuseRequest;
      const tooMany = await refuseMore(trx, member.id, project.creator_id);
      if (tooMany) return tooMany;
      await joinRequests.addDeadlineChecks(trx, publish, [{ id, due_at: nextCheckAt(deadline) }]);
      return ok(await showNew(change, id, { overdue, settled }));
    });
}

/** Refuses members of the team, and everybody while the project's state allows no requests. */
async function refuseUnfit({ trx, project }: ProjectChange, memberId: number): Promise<Fail | null> {
  if (roleIn(project, memberId) === 'creator') return fail('OWN_PROJECT');
  if (await hasSeat(trx, project.id, memberId)) return fail('ALREADY_MEMBER');
  const refusal = refusalOfState('ask', project.state);
  return refusal === null ? null : fail(refusal);
}

async function refuseAgain({ trx, project, at }: ProjectChange, memberId: number): Promise<Fail | null> {
  const askAgainAt = await findAskAgainAt(trx, project.id, memberId);
  if (askAgainAt !== null && !isOver(askAgainAt, at)) return fail('ASK_AGAIN_LATER', { until: askAgainAt });
  return refuseToAsk(trx, memberId, project.creator_id, at);
}

/** Checks the answers to the project's questions, and returns the role that the member asks for. */
async function readAnswers({ trx, project }: ProjectChange, body: Body): Promise<Result<{ name: string } | null>> {
  const { answers = [], role_id = null } = body;
  const blank = answers.findIndex(({ answer }) => isBlank(answer));
  if (blank !== -1) return invalid([{ field: `answers.${blank}.answer`, message: 'Answer this question.' }]);
  // A client that doesn't know about questions sends no answers.
  if (body.answers !== undefined && !answersTo(project.questions, answers)) return fail('QUESTIONS_CHANGED');
  if (role_id === null) return ok(null);
  const role = await findRole(trx, project.id, role_id);
  return role ? ok(role) : fail('ROLES_CHANGED');
}

/** Publishes the new request to both sides. `overdue`, `settled`: the notifications about requests that ended in this transaction. */
async function showNew(
  change: ProjectChange,
  id: number,
  { overdue, settled }: Record<'overdue' | 'settled', readonly NewNotification[]>,
): Promise<JoinRequest> {
  const { trx, publish, project, at } = change;
  const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
  const [creatorId, requesterId] = [project.creator_id, request.user_id];
  await recordActivities(trx, [
    activity('request:sent', requesterId, { project_id: project.id }),
    activity('request:received', creatorId, { project_id: project.id, member_id: requesterId }),
  ]);
  const received = await toCreatorOfNew(change, joinRequests, { id, requester_id: requesterId }, overdue);
  await updateNotifications(trx, publish, { ...received, added: [...received.added, ...settled] }, at);
  await acceptAsked(trx, publish, { userId: requesterId, creatorId, at });
  publish('join-request:created', { creator_id: creatorId, request });
  if (settled.length > 0) await publishUpdate(trx, publish, project.id);
  return request;
}
