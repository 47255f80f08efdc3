import { acceptOfApplicants, type BlockHooks } from '../contact/contact.js';
import { updateNotifications } from '../platform/records/notifications.js';
import { type ActDeps, freeSeat, listTeam, type ProjectHooks } from '../projects/projects.js';
import { createEndInterests, endBlockedInterests, endPendingInterests, moveInterests } from './interests/ends.js';
import { createEndRequests, endPendingRequests } from './join-requests/ends.js';
import { removedFrom, toTeam } from './join-requests/notifications.js';
import { endSeatRequest } from './join-requests/seats.js';
import { endBlockedRequests, moveRequests, swapSeatRequests } from './join-requests/transfer.js';
import { stageIn } from './waitlist/plan.js';
import { lockWaitlist, settleWaitlist } from './waitlist/waitlist.js';

/** Changes join requests and interest in the transaction that changes their project. */
export const projectHooks: ProjectHooks = {
  async endPending(change, endedBy) {
    const requests = await endPendingRequests(change, endedBy);
    const interests = await endPendingInterests(change, endedBy);
    return { added: [...requests.added, ...interests.added], read: [...requests.read, ...interests.read] };
  },

  async freeSeat(change, { userId, word }) {
    const { trx, project } = change;
    const waitlist = await lockWaitlist(trx, project, [userId]);
    const taken = (await freeSeat(trx, project, userId)) ?? project.member_count;
    const requestId = await endSeatRequest(change, userId, { endedBy: 'removed', word });
    const team = (await listTeam(trx, project.id)).filter(({ id }) => id !== project.creator_id);
    const left = toTeam('seat:left', team, { project, requestId, userId });
    const offered = await settleWaitlist(change, waitlist, project.max_members - taken);
    return { added: [removedFrom(project, userId, requestId), ...left, ...offered] };
  },

  async clearSeat(change, userId) {
    await freeSeat(change.trx, change.project, userId);
    await endSeatRequest(change, userId, { endedBy: null, word: null });
  },

  async changeCreator(change, formerId) {
    const { trx, publish, project } = change;
    const seat = await swapSeatRequests(change, formerId);
    const blocked = await endBlockedRequests(change, formerId);
    const blockedInterests = await endBlockedInterests(change, formerId);
    await acceptOfApplicants(trx, publish, project.id, project.creator_id);
    const moved = await moveRequests(change, formerId);
    const interests = await moveInterests(change, formerId);
    return {
      requests: [seat, ...moved.requests],
      update: {
        added: [...blocked.added, ...moved.update.added, ...interests.added],
        dropped: [...blocked.dropped, ...blockedInterests, ...moved.update.dropped, ...interests.dropped],
      },
    };
  },

  async openWaitlist(change) {
    const { trx, publish, project, at } = change;
    const waitlist = await lockWaitlist(trx, project);
    return {
      held: waitlist.filter(({ id }) => stageIn(waitlist, id, at) === 'offered').length,
      async settle(maxMembers) {
        const added = await settleWaitlist(change, waitlist, maxMembers - project.member_count);
        await updateNotifications(trx, publish, { added }, at);
      },
    };
  },
};

/** Ends pending join requests and interest between two members once one blocks the other. */
export function createRequestBlockHooks(deps: ActDeps): BlockHooks {
  const ends = [createEndRequests(deps), createEndInterests(deps)];
  return {
    async afterBlock({ userId, otherId }) {
      for (const end of ends) await end.between(userId, otherId);
    },
  };
}
