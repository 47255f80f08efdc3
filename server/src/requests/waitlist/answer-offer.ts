import type { CallBody } from '@sangam/shared/app/calls';
import { refusalAtStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject, publishUpdate } from '../../projects/projects.js';
import { keyOf } from '../join-requests/notifications.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { admit, tellOfSeat } from '../join-requests/seating.js';
import { endOwn } from '../join-requests/withdraw.js';
import { type Act, lockWaitlist, settleWaitlist } from './line.js';
import { stageIn } from './line-plan.js';

/** Takes the seat that is offered to the member, or declines it. NOT_OFFERED, OFFER_LAPSED, ALREADY_DECIDED. */
export type AnswerSeatOffer = (
  member: Member,
  id: number,
  answer: CallBody<'PUT /api/project-requests/:id/offer'>,
) => Promise<Result<{ request: JoinRequest; current_members: number }>>;

export function createAnswerSeatOffer({
  db,
  bus,
  clock,
}: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
}): AnswerSeatOffer {
  return (member, id, { status }) =>
    transact(db, bus, async (trx, publish) => {
      if (status === 'declined') {
        const ended = await endOwn(trx, publish, { member, id, act: 'decline_offer', at: new Date(clock.nowMs()) });
        if (!ended.ok) return ended;
        return ok({ request: ended.value.request, current_members: ended.value.project.member_count });
      }
      const parties = await queries.findParties(trx, id);
      if (!parties) return fail('NOT_FOUND');
      if (parties.requester_id !== member.id) return fail('FORBIDDEN');
      const project = await lockProject(trx, parties.project_id);
      // What was offered has ended with it.
      if (!project) return fail('ALREADY_DECIDED');
      const act: Act = { trx, publish, project, at: new Date(clock.nowMs()) };
      const line = await lockWaitlist(trx, project, [member.id]);
      const stage = stageIn(line, id, act.at);
      if (stage === 'lapsed') return fail('OFFER_LAPSED');
      const end = { status: 'accepted', at: act.at } as const;
      if (!(await queries.endJoinRequest(trx, id, end))) return fail(await queries.endOf(trx, id));
      const refusal = refusalAtStage('take_offer', stage);
      if (refusal !== null) return fail(refusal);
      // A server of the version before knows of no seat that is held.
      if (project.member_count >= project.max_members) return fail('PROJECT_FULL');
      const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
      const current_members = await admit(act, request);
      const others = line.filter((entry) => entry.id !== id);
      const lined = await settleWaitlist(act, others, project.max_members - current_members);
      const added = [...(await tellOfSeat(act, request)), ...lined];
      await updateNotifications(trx, publish, { added, read: [{ user_id: member.id, key: keyOf(id) }] }, act.at);
      publish('join-request:decided', {
        creator_id: project.creator_id,
        requester_id: member.id,
        decision: {
          ...{ id, project_id: project.id, project_title: project.title, status },
          ...{ current_members, took_offer: true },
        },
      });
      await publishUpdate(trx, publish, project.id);
      return ok({ request, current_members });
    });
}
