import type { CallBody } from '@sangam/shared/app/calls';
import { isBlank } from '@sangam/shared/core/text';
import { refusalOfState } from '@sangam/shared/projects/lifecycle';
import { answersTo } from '@sangam/shared/projects/questions';
import { defaultJoinMessage } from '@sangam/shared/requests/default-join-message';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { acceptAsked, type ContactLimits, refuseToAsk, transactAs } from '../../contact/contact.js';
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
  publishUpdate,
} from '../../projects/projects.js';
import { meetInvitation } from '../invitations/crossing.js';
import { deliverOfProject } from '../invitations/deliver.js';
import { noteAsked } from '../invitations/queries.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { deadlineFrom, nextCheckAt } from '../kinds/deadline.js';
import { endOverdueOf } from '../kinds/ends.js';
import { toCreatorOfNew } from '../kinds/notifications.js';
import { findAskAgainAt } from '../kinds/queries.js';
import { runningOf } from '../waitlist/next-offers.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { joinRequests } from './kind.js';

/**
 * Asks to join. ALREADY_REQUESTED while a request is pending, ASK_AGAIN_LATER within 7 days of a rejection, denial, removal, leaving or
 * second withdrawal, ALREADY_MEMBER, PROJECT_FULL unless it is for the waitlist (LINE_FULL), PROJECT_CLOSED, PROJECT_FINISHED,
 * ANSWER_AWAITED beyond 5 pending ones, WAITLIST_LIMIT beyond 5 waitlists, QUESTIONS_CHANGED for answers to other questions than the
 * project's, ROLES_CHANGED for a role that the project does not have. Stores a fixed greeting if there is no message. An invited member
 * accepts their invitation by it; ALREADY_INVITED if that is to another role.
 */
export type Ask = (member: Member, body: CallBody<'POST /api/project-requests'>) => Promise<Result<JoinRequest>>;

export function createAsk(deps: ActDeps & { contactLimits: ContactLimits }): Ask {
  const ask = createAskOrMeet(deps);
  return async (member, body) => {
    const asked = await ask(member, body);
    if (!asked.ok && asked.error.code === 'ALREADY_INVITED') await deliverOfProject(deps, member.id, body.project_id);
    return asked;
  };
}

function createAskOrMeet({ db, bus, clock, contactLimits }: ActDeps & { contactLimits: ContactLimits }): Ask {
  return (member, body) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const project = await lockProject(trx, body.project_id);
      if (!project || project.hidden_at !== null) return fail('PROJECT_NOT_FOUND');
      if (project.creator_id === member.id) return fail('OWN_PROJECT');
      if (await hasSeat(trx, project.id, member.id)) return fail('ALREADY_MEMBER');
      const refusal = refusalOfState('ask', project.state);
      if (refusal !== null) return fail(refusal);
      const at = clock.now();
      const change = { trx, publish, project, at };
      const met = await meetInvitation(change, member.id, body.role_id ?? null);
      if (met !== null) return met;
      const until = await findAskAgainAt(trx, project.id, member.id);
      if (until !== null && !isOver(until, at)) return fail('ASK_AGAIN_LATER', { until });
      const refused = await refuseToAsk(trx, member.id, project.creator_id);
      if (refused !== null) return refused;
      const { message = '', answers = [] } = body;
      const blank = answers.findIndex(({ answer }) => isBlank(answer));
      if (blank !== -1) return invalid([{ field: `answers.${blank}.answer`, message: 'Answer this question.' }]);
      // A client that doesn't know about questions sends no answers.
      if (body.answers !== undefined && !answersTo(project.questions, answers)) return fail('QUESTIONS_CHANGED');
      const role_id = body.role_id ?? null;
      const role = role_id === null ? undefined : await findRole(trx, project.id, role_id);
      if (role_id !== null && role === undefined) return fail('ROLES_CHANGED');
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
      const received = await toCreatorOfNew(change, joinRequests, { id, requester_id: member.id }, overdue);
      const update = { ...received, added: [...received.added, ...settled] };
      await updateNotifications(trx, publish, update, at);
      await acceptAsked(trx, publish, { userId: member.id, creatorId: project.creator_id, at });
      publish('join-request:created', { creator_id: project.creator_id, request });
      if (settled.length > 0) await publishUpdate(trx, publish, project.id);
      return ok(request);
    });
}
