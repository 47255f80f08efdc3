import type { CallBody } from '@sangam/shared/app/calls';
import { isBlank } from '@sangam/shared/core/text';
import { refusalAtStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { confirmProject, publishUpdate } from '../../projects/projects.js';
import { type Act, settleWaitlist } from '../waitlist/line.js';
import { planWaitlist } from '../waitlist/line-plan.js';
import { keepAnswer } from './answers.js';
import { keyOf, toRequester } from './notifications.js';
import { openAsCreator } from './open-as-creator.js';
import { presentJoinRequest } from './present.js';
import * as queries from './queries.js';
import { admit, tellOfSeat } from './seating.js';

type Answer = CallBody<'PUT /api/project-requests/:id/status'>;

/**
 * Accepting gives the requester a seat that is neither taken nor held (PROJECT_FULL), unless they stand in line (IN_LINE); rejecting
 * may say why, and gives a seat that is held for them to the next in line.
 */
export type Decide = (
  member: Member,
  id: number,
  answer: Answer,
) => Promise<Result<{ request: JoinRequest; current_members: number }>>;

export function createDecide({ db, bus, clock }: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): Decide {
  return (member, id, { status, reason, word }) =>
    transact(db, bus, async (trx, publish) => {
      const why = { declineReason: reason, word: word === undefined || isBlank(word) ? undefined : word };
      const hasReason = why.declineReason !== undefined || why.word !== undefined;
      if (status === 'accepted' && hasReason)
        return invalid([{ field: 'reason', message: 'Only who rejects says why.' }]);
      const opened = await openAsCreator(trx, publish, { member, id, clock });
      if (!opened.ok) return opened;
      const { act, line, stage } = opened.value;
      const { project } = act;
      const decision = status === 'accepted' ? 'accept' : 'reject';
      const refusal = stage === 'lapsed' ? 'ALREADY_DECIDED' : refusalAtStage(decision, stage);
      if (refusal !== null) return fail(refusal);
      await keepAnswer(act, decision, id);
      if (!(await queries.endJoinRequest(trx, id, { status, at: act.at, ...why }))) return fail('ALREADY_DECIDED');
      const untaken = project.max_members - project.member_count;
      if (status === 'accepted' && planWaitlist(line, untaken, act.at).free < 1) return fail('PROJECT_FULL');
      const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
      const taken = status === 'accepted' ? await admit(act, request) : await reject(act, request);
      await confirmProject(trx, publish, project, act.at);
      const others = line.filter((entry) => entry.id !== id);
      const lined = await settleWaitlist(act, others, project.max_members - taken);
      // The creator's notification of the request is read by deciding.
      const joined = status === 'accepted' ? await tellOfSeat(act, request) : [];
      const added = [
        toRequester(`request:${status}`, member.id, request),
        ...joined.filter(({ user_id }) => user_id !== member.id),
        ...lined,
      ];
      await updateNotifications(trx, publish, { added, read: [{ user_id: member.id, key: keyOf(id) }] }, act.at);
      publish('join-request:decided', {
        creator_id: member.id,
        requester_id: request.user_id,
        decision: {
          id,
          project_id: project.id,
          project_title: project.title,
          status,
          current_members: taken,
          ...declinedOf(request),
        },
      });
      await publishUpdate(trx, publish, project.id);
      return ok({ request, current_members: taken });
    });
}

/** What a decision says beside the status. */
const declinedOf = ({ decline_reason, end_word, ask_again_at }: JoinRequest) => ({
  ...(decline_reason && { decline_reason }),
  ...(end_word && { end_word }),
  ...(ask_again_at && { ask_again_at }),
});

async function reject({ trx, project }: Act, request: JoinRequest): Promise<number> {
  await recordActivities(trx, [
    activity.notChosen(request.user_id, `Your request to join "${project.title}" was rejected`, {
      project_id: project.id,
    }),
  ]);
  return project.member_count;
}
