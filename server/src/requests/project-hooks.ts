import type { BlockHooks } from '../contact/contact.js';
import { acceptOfApplicants } from '../contact/contact.js';
import type { Db } from '../platform/db/database.js';
import type { DomainEvents } from '../platform/events.js';
import type { Bus } from '../platform/lib/bus.js';
import type { Clock } from '../platform/lib/clock.js';
import { updateNotifications } from '../platform/records/notifications.js';
import { freeSeat, listTeam, type ProjectHooks } from '../projects/projects.js';
import { createEndInterests, endBlockedInterests } from './interests/end-between.js';
import { endPendingInterests, moveInterests } from './interests/ends.js';
import { createEndRequests, endBlockedRequests } from './join-requests/end-between.js';
import { endPendingRequests, endSeatRequest } from './join-requests/ends.js';
import { moveRequests, swapSeatRequests } from './join-requests/moves.js';
import { removedFrom, toTeam } from './join-requests/notifications.js';
import { lockWaitlist, settleWaitlist } from './waitlist/line.js';
import { stageIn } from './waitlist/line-plan.js';

/** Join requests and interest follow their project, in the transaction that changes it. */
export const projectHooks: ProjectHooks = {
  async endPending({ trx, publish, project, at }, endedBy) {
    const requests = await endPendingRequests(trx, publish, project, { endedBy, at });
    const interests = await endPendingInterests(trx, publish, project, { endedBy, at });
    return { added: [...requests.added, ...interests.added], read: [...requests.read, ...interests.read] };
  },

  async freeSeat(change, { userId, word }) {
    const { trx, publish, project, at } = change;
    const line = await lockWaitlist(trx, project, [userId]);
    const taken = (await freeSeat(trx, project, userId)) ?? project.member_count;
    const requestId = await endSeatRequest(trx, publish, project, userId, { endedBy: 'removed', word, at });
    const team = (await listTeam(trx, project.id)).filter(({ id }) => id !== project.creator_id);
    const left = toTeam('seat:left', team, { project, requestId, userId });
    const offered = await settleWaitlist(change, line, project.max_members - taken);
    return { added: [removedFrom(project, userId, requestId), ...left, ...offered] };
  },

  async changeCreator(change, formerId) {
    const { trx, publish, project, at } = change;
    const from = { formerId, at };
    const seat = await swapSeatRequests(trx, publish, project, from);
    const blocked = await endBlockedRequests(change, formerId);
    const blockedInterests = await endBlockedInterests(trx, project, from);
    await acceptOfApplicants(trx, publish, project.id, project.creator_id);
    const moved = await moveRequests(trx, publish, project, from);
    const interests = await moveInterests(trx, publish, project, from);
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
    const line = await lockWaitlist(trx, project);
    return {
      held: line.filter(({ id }) => stageIn(line, id, at) === 'offered').length,
      async settle(maxMembers) {
        const added = await settleWaitlist(change, line, maxMembers - project.member_count);
        await updateNotifications(trx, publish, { added }, at);
      },
    };
  },
};

/** Ends pending join requests and interest between two members once one blocks the other. */
export function createRequestBlockHooks(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): BlockHooks {
  const ends = [createEndRequests(deps), createEndInterests(deps)];
  return {
    async afterBlock({ userId, otherId }) {
      for (const end of ends) await end.between(userId, otherId);
    },
  };
}
