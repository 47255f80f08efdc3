import type { ActDeps } from '../platform/db/transaction.js';
import { updateNotifications } from '../platform/records/notifications.js';
import type { NewNotification } from '../platform/records/notifications.queries.js';
import {
  createEndTransfers,
  type EndPending,
  freeSeat,
  listTeam,
  type ProjectChange,
  type ProjectEnd,
  type ProjectHooks,
} from '../projects/projects.js';
import { joinRequests } from './acts/kind.js';
import { interests } from './interests/kind.js';
import { endInvitations, invitations } from './invitations/kind.js';
import { removedFrom, toTeam, withoutSeat } from './join-requests/notifications.js';
import { findRequestStatus } from './join-requests/queries.js';
import { endSeatRequest } from './join-requests/seats.js';
import { createEndRequests, endUnanswered, endWithProject } from './kinds/ends.js';
import type { KindOfRequest } from './kinds/kind.js';
import { listInvolved } from './kinds/queries.js';
import { changeCreator } from './transfer.js';
import { stageIn } from './waitlist/plan.js';
import { clearRoles, listApplicantsFor, lockVersions } from './waitlist/queries.js';
import { endLapsed, lockWaitlist, settleWaitlist } from './waitlist/waitlist.js';

const kinds: readonly KindOfRequest[] = [joinRequests, interests, invitations];

/** Ends everything pending in the project, and publishes that to both sides. Returns the changes to notifications. */
export async function endPending(change: ProjectChange, reason: ProjectEnd) {
  const lapsed = reason === 'unavailable' ? [] : await endOverdue(change);
  const ends = [];
  for (const kind of kinds) ends.push(await endWithProject(kind, change, reason));
  return { added: [...lapsed, ...ends.flatMap(({ added }) => added)], dropped: ends.flatMap(({ dropped }) => dropped) };
}

/** Ends requests that should have ended before but whose timers are late. Returns new notifications. */
async function endOverdue(change: ProjectChange): Promise<NewNotification[]> {
  const waitlist = await lockWaitlist(change.trx, change.project);
  const lapsed = waitlist.filter(({ id }) => stageIn(waitlist, id, change.at) === 'lapsed');
  return [
    ...(await endLapsed(change, lapsed)),
    ...(await endUnanswered(joinRequests, change, 'overdue')),
    ...(await endUnanswered(interests, change, 'overdue')),
    ...(await endUnanswered(invitations, change, 'overdue')),
  ];
}

/** Ends everything pending between two members, or of one member: requests of each kind, and transfers. */
export function createEndAllPending(deps: ActDeps): EndPending {
  const ends = [...kinds.map((kind) => createEndRequests(deps, kind)), createEndTransfers(deps)];
  return {
    async between(blockerId, blockedId) {
      for (const end of ends) await end.between(blockerId, blockedId);
    },
    async of(userId) {
      for (const end of ends) await end.of(userId);
    },
  };
}

/** Changes join requests, interest and invitations in the transaction that changes their project. */
export const projectHooks: ProjectHooks = {
  endPending,

  closeInvitations: async (change) => ({
    added: await endInvitations(change, 'project_closed', change.project.creator_id),
    dropped: [],
  }),

  async freeSeat(change, { userId, word }) {
    const { trx, project } = change;
    const waitlist = await lockWaitlist(trx, project, [userId]);
    await freeSeat(change, userId, 'removed');
    const requestId = await endSeatRequest(change, userId, { endedBy: 'removed', word });
    const team = (await listTeam(trx, project.id)).filter(({ id }) => id !== project.creator_id);
    const notifications = toTeam('seat:left', team, { project, requestId, userId });
    const offered = await settleWaitlist(change, waitlist);
    const dropped = await withoutSeat(trx, project, userId);
    return { added: [removedFrom(project, userId, requestId), ...notifications, ...offered], dropped };
  },

  async wasRemoved(db, projectId, { userId, word }) {
    const latest = await findRequestStatus(db, projectId, userId);
    return latest?.ended_by === 'removed' && latest.end_word === word;
  },

  async clearSeat(change, userId) {
    await freeSeat(change, userId, 'gone');
    await endSeatRequest(change, userId, { endedBy: null, word: null });
  },

  changeCreator,
  listInvolved,

  async openWaitlist(change, removedRoles) {
    const { trx, publish, project, at } = change;
    const applicants = await listApplicantsFor(trx, project.id, removedRoles);
    const waitlist = await lockWaitlist(trx, project, applicants);
    if (waitlist.length === 0 && applicants.length > 0) await lockVersions(trx, [project.creator_id, ...applicants]);
    const isRemoved = (roleId: number | null) => roleId !== null && removedRoles.includes(roleId);
    return {
      held: waitlist.filter(({ id }) => stageIn(waitlist, id, at) === 'offered').map(({ role_id }) => role_id),
      async settle() {
        if (applicants.length > 0) await clearRoles(trx, project.id, removedRoles);
        const entries = waitlist.map((entry) => (isRemoved(entry.role_id) ? { ...entry, role_id: null } : entry));
        const added = await settleWaitlist(change, entries);
        await updateNotifications(trx, publish, { added }, at);
      },
    };
  },
};
