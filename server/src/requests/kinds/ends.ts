import { requestActs } from '@sangam/shared/requests/transitions';
import type { ActDeps } from '../../platform/db/transaction.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationChanges } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { createEndPending, type ProjectChange, type ProjectEnd } from '../../projects/projects.js';
import type { End, KindOfRequest } from './kind.js';
import { keyOf, toCreator, toRequester, unavailable } from './notifications.js';
import * as queries from './queries.js';

const endByReason: Record<ProjectEnd, End> = {
  project_finished: { act: 'end', endedBy: 'project_finished' },
  project_deleted: { act: 'end', endedBy: 'project_deleted' },
  unavailable: { act: 'vanish', endedBy: requestActs.vanish.ends },
};

/**
 * Ends all pending requests of the project, or `selection`, and publishes that to both sides. `unavailable` hides the reason from the
 * applicant. `shownTo`: the creator who sees the end. Returns the changes to notifications.
 */
export async function endWithProject(
  kind: KindOfRequest,
  change: ProjectChange,
  reason: ProjectEnd,
  {
    which: selection = 'all',
    shownTo = change.project.creator_id,
  }: { which?: queries.RequestSelection; shownTo?: number } = {},
): Promise<NotificationChanges> {
  const { trx, project } = change;
  const end = endByReason[reason];
  const { ended, otherNotifications } = await kind.end(change, selection, { ...end, shownTo });
  await recordActivities(
    trx,
    ended.map(({ requester_id }) =>
      activity(`${kind.name}:ended`, requester_id, { project_id: project.id, ended_by: end.endedBy }),
    ),
  );
  const notify = (request: queries.RequestRef) =>
    reason === 'unavailable'
      ? unavailable(kind.name, project, request)
      : toRequester(kind.name, `${kind.name}:ended`, project, request);
  return {
    added: [...ended.map(notify), ...otherNotifications],
    dropped: ended.map(({ id }) => ({ user_id: shownTo, key: keyOf(kind.name, id) })),
  };
}

/**
 * Ends a pending request at its deadline, or all whose deadline has passed, and publishes that to both sides. Returns new notifications.
 */
export async function endUnanswered(
  kind: KindOfRequest,
  change: ProjectChange,
  selection: queries.RequestRef | 'overdue',
): Promise<NewNotification[]> {
  const { trx, project } = change;
  const end = await kind.end(change, selection, { act: 'run_out', endedBy: requestActs.run_out.ends });
  const details = { project_id: project.id };
  await recordActivities(trx, [
    ...end.ended.map(({ requester_id }) => activity(`${kind.name}:unanswered`, requester_id, details)),
    ...end.lapsed.map(({ requester_id }) =>
      activity(`${kind.name}:lapsed`, project.creator_id, { ...details, member_id: requester_id }),
    ),
  ]);
  return [
    ...end.ended.map((request) => toRequester(kind.name, `${kind.name}:unanswered`, project, request)),
    ...end.lapsed.map((request) => toCreator(kind.name, `${kind.name}:lapsed`, project, request)),
    ...end.otherNotifications,
  ];
}

/**
 * Ends the member's pending request to the project if its deadline has passed, as its timer would have done, so that they may ask again.
 * Returns new notifications.
 */
export async function endOverdueOf(
  kind: KindOfRequest,
  change: ProjectChange,
  requester_id: number,
): Promise<NewNotification[]> {
  const { trx, project, at } = change;
  const overdue = await queries.findOverdueOf(trx, kind.table, { project_id: project.id, requester_id, at });
  return overdue === undefined ? [] : endUnanswered(kind, change, overdue);
}

/** Ends the pending requests between two members once one blocks the other, or those of a suspended member. */
export const createEndRequests = (deps: ActDeps, kind: KindOfRequest) =>
  createEndPending<queries.RequestRef & { project_id: number }>(deps, {
    listBetween: (db, [a, b]) => queries.listPendingBetween(db, kind.table, a, b),
    listOf: (db, userId) => queries.listPendingOf(db, kind.table, userId),
    async end(change, request, leavingId) {
      if (request.requester_id === leavingId) return kind.withdraw(change, request);
      return endWithProject(kind, change, 'unavailable', { which: request });
    },
  });
