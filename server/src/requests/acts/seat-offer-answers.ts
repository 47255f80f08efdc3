import type { CallBody } from '@sangam/shared/app/calls';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { publishUpdate } from '../../projects/projects.js';
import { endCrossing } from '../invitations/crossing.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { takeSeat, toTeamOf } from '../join-requests/seats.js';
import * as transitions from '../join-requests/transitions.queries.js';
import { keyOf } from '../kinds/notifications.js';
import { settleWaitlist } from '../waitlist/waitlist.js';
import { openAsRequester } from './open.js';
import { endOwn } from './withdraw.js';

/** Accepts or declines a seat offer. NOT_OFFERED, OFFER_LAPSED, ALREADY_DECIDED. */
export type AnswerSeatOffer = (
  member: Member,
  id: number,
  answer: CallBody<'PUT /api/project-requests/:id/offer'>,
) => Promise<Result<{ request: JoinRequest; current_members: number }>>;

export function createAnswerSeatOffer({ db, bus, clock }: ActDeps): AnswerSeatOffer {
  return (member, id, { status }) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      if (status === 'declined') {
        const ended = await endOwn(trx, publish, { member, id, act: 'decline_offer', clock });
        if (!ended.ok) return ended;
        return ok({ request: ended.value.request, current_members: ended.value.project.member_count });
      }
      const opened = await openAsRequester(trx, publish, { member, id, act: 'take_offer', clock });
      if (!opened.ok) return opened;
      const { change, waitlist } = opened.value;
      const { project } = change;
      await transitions.endJoinRequest(trx, id, { status: 'accepted', at: change.at });
      // A server of the previous version doesn't know about reserved seats.
      if (project.member_count >= project.max_members) return fail('PROJECT_FULL');
      const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
      const { seatsTaken: current_members, ...ofInterest } = await takeSeat(change, request);
      const crossing = await endCrossing(change, { userId: member.id, requestId: id, status });
      const otherEntries = waitlist.filter((entry) => entry.id !== id);
      const settled = await settleWaitlist(change, otherEntries);
      const added = [...(await toTeamOf(change, request)), ...ofInterest.added, ...settled];
      const dropped = [{ user_id: member.id, key: keyOf('request', id) }, ...crossing, ...ofInterest.dropped];
      await updateNotifications(trx, publish, { added, dropped }, change.at);
      publish('join-request:decided', {
        creator_id: project.creator_id,
        requester_id: member.id,
        decision: {
          id,
          project_id: project.id,
          project_title: project.title,
          status,
          current_members,
          took_offer: true,
        },
      });
      await publishUpdate(trx, publish, project.id);
      return ok({ request, current_members });
    });
}
