import type { CallBody } from '@sangam/shared/app/calls';
import { isBlank } from '@sangam/shared/core/text';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import {
  confirmProject,
  findUntakenSeats,
  fullFor,
  type ProjectChange,
  publishUpdate,
} from '../../projects/projects.js';
import { endCrossing } from '../invitations/crossing.js';
import { recordAnswer } from '../join-requests/answer-record.queries.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { takeSeat, toTeamOf } from '../join-requests/seats.js';
import * as transitions from '../join-requests/transitions.queries.js';
import { keyOf, toRequester } from '../kinds/notifications.js';
import { planWaitlist, type WaitlistEntry } from '../waitlist/plan.js';
import { settleWaitlist } from '../waitlist/waitlist.js';
import { openAsCreator, refusalToCreator } from './open.js';

type Answer = CallBody<'PUT /api/project-requests/:id/status'>;

/**
 * Accepts or rejects a pending request. Accepting gives the applicant a free seat (PROJECT_FULL) unless they are on the waitlist (IN_LINE).
 * Rejecting may give a reason, and offers a seat that was reserved for the applicant to the next on the waitlist. ALREADY_DECIDED after the
 * deadline.
 */
export type Decide = (
  member: Member,
  id: number,
  answer: Answer,
) => Promise<Result<{ request: JoinRequest; current_members: number }>>;

export function createDecide({ db, bus, clock }: ActDeps): Decide {
  return (member, id, answer) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const { status } = answer;
      const rejection = rejectionOf(answer);
      const hasReason = rejection.rejectReason !== undefined || rejection.word !== undefined;
      if (status === 'accepted' && hasReason)
        return invalid([{ field: 'reason', message: 'Only a rejection can have a reason.' }]);
      const opened = await openAsCreator(trx, publish, { member, id, clock });
      if (!opened.ok) return opened;
      const { change, waitlist, stage } = opened.value;
      const { project, at } = change;
      const decision = status === 'accepted' ? 'accept' : 'reject';
      const refusal = refusalToCreator(decision, stage);
      if (refusal !== null) return fail(refusal);
      await recordAnswer(change, decision, id);
      if (!(await transitions.endJoinRequest(trx, id, { status, at, ...rejection }))) return fail('ALREADY_DECIDED');
      const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
      const full = status === 'accepted' ? await refuseFull(change, waitlist, request) : null;
      if (full !== null) return full;
      const { seatsTaken, ...ofInterest } = await (status === 'accepted' ? takeSeat : reject)(change, request);
      const crossing = await endCrossing(change, { userId: request.user_id, requestId: id, status });
      const dropped = [{ user_id: member.id, key: keyOf('request', id) }, ...crossing, ...ofInterest.dropped];
      await confirmProject(trx, publish, project, at);
      const otherEntries = waitlist.filter((entry) => entry.id !== id);
      const settled = await settleWaitlist(change, otherEntries);
      const joined = status === 'accepted' ? await toTeamOf(change, request) : [];
      const added = [
        toRequester('request', `request:${status}`, project, { id, requester_id: request.user_id }),
        ...joined.filter(({ user_id }) => user_id !== member.id),
        ...ofInterest.added,
        ...settled,
      ];
      await updateNotifications(trx, publish, { added, dropped }, at);
      publish('join-request:decided', decided(project, request, { status, current_members: seatsTaken }));
      await publishUpdate(trx, publish, project.id);
      return ok({ request, current_members: seatsTaken });
    });
}

/** Returns the reason and the note of a rejection as stored. */
const rejectionOf = ({ reason, word }: Answer) => ({
  rejectReason: reason,
  word: word === undefined || isBlank(word) ? undefined : word,
});

/** PROJECT_FULL unless a seat is free and not reserved for the waitlist. */
async function refuseFull(
  { trx, project, at }: ProjectChange,
  waitlist: readonly WaitlistEntry[],
  request: JoinRequest,
): Promise<Fail | null> {
  const { free } = planWaitlist(waitlist, await findUntakenSeats(trx, project.id), at);
  return (free.get(request.role_id ?? null) ?? 0) < 1 ? fullFor(request.role_name) : null;
}

const decided = (
  project: ProjectChange['project'],
  request: JoinRequest,
  decision: { status: Answer['status']; current_members: number },
) => ({
  creator_id: project.creator_id,
  requester_id: request.user_id,
  decision: {
    id: request.id,
    project_id: project.id,
    project_title: project.title,
    ...decision,
    ...rejectedFields(request),
  },
});

/** Returns the fields of a decision besides its status. */
const rejectedFields = ({ decline_reason, end_word, ask_again_at, reopen_until }: JoinRequest) => ({
  ...(decline_reason && { decline_reason }),
  ...(end_word && { end_word }),
  ...(ask_again_at && { ask_again_at }),
  ...(reopen_until && { reopen_until }),
});

async function reject({ trx, project }: ProjectChange, request: JoinRequest): ReturnType<typeof takeSeat> {
  await recordActivities(trx, [activity('request:rejected', request.user_id, { project_id: project.id })]);
  return { seatsTaken: project.member_count, added: [], dropped: [] };
}
