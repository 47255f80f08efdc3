import { requestActs } from '@sangam/shared/requests/transitions';
import type { ActDeps } from '../../platform/db/transaction.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationChanges } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { createEndPending, type ProjectChange, type ProjectEnd } from '../../projects/projects.js';
import type { End, KindOfRequest } from './kind.js';
import { keyOf, lapsed, toRequester, unavailable } from './notifications.js';
import * as queries from './queries.js';

const howOf: Record<ProjectEnd, End> = {
  project_finished: { act: 'end', endedBy: 'project_finished' },
  project_deleted: { act: 'end', endedBy: 'project_deleted' },
  unavailable: { act: 'vanish', endedBy: requestActs.vanish.ends },
};

/**
 * Ends all pending requests of the project, or `which`, and publishes that to both sides. `unavailable` hides the reason from the
 * applicant. `shownTo`: the creator who sees the end. Returns the changes to notifications.
 */
export async function endWithProject(
  kind: KindOfRequest,
  change: ProjectChange,
  reason: ProjectEnd,
  { which = 'all', shownTo = change.project.creator_id }: { which?: queries.Which; shownTo?: number } = {},
): Promise<NotificationChanges> {
  const { trx, project } = change;
  const how = howOf[reason];
  const { ended, others } = await kind.end(change, which, { ...how, shownTo });
  await recordActivities(
    trx,
    ended.map(({ requester_id }) =>
      activity(`${kind.name}:ended`, requester_id, { project_id: project.id, ended_by: how.endedBy }),
    ),
  );
  const notify = (asked: queries.Asked) =>
    reason === 'unavailable' ? unavailable(kind.name, project, asked) : toRequester(kind.name, 'ended', project, asked);
  return {
    added: [...ended.map(notify), ...others],
    dropped: ended.map(({ id }) => ({ user_id: shownTo, key: keyOf(kind.name, id) })),
  };
}

/**
 * Ends a pending request at its deadline, or all whose deadline has passed, and publishes that to both sides. Returns new notifications.
 */
export async function endUnanswered(
  kind: KindOfRequest,
  change: ProjectChange,
  which: queries.Asked | 'overdue',
): Promise<NewNotification[]> {
  const { trx, project } = change;
  const end = await kind.end(change, which, { act: 'run_out', endedBy: requestActs.run_out.ends });
  const about = { project_id: project.id };
  await recordActivities(trx, [
    ...end.ended.map(({ requester_id }) => activity(`${kind.name}:unanswered`, requester_id, about)),
    ...end.lapsed.map(({ requester_id }) =>
      activity(`${kind.name}:lapsed`, project.creator_id, { ...about, member_id: requester_id }),
    ),
  ]);
  return [
    ...end.ended.map((asked) => toRequester(kind.name, 'unanswered', project, asked)),
    ...end.lapsed.map((asked) => lapsed(kind.name, project, asked)),
    ...end.others,
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
  createEndPending<queries.Asked & { project_id: number }>(deps, {
    listBetween: (db, [a, b]) => queries.listPendingBetween(db, kind.table, a, b),
    listOf: (db, userId) => queries.listPendingOf(db, kind.table, userId),
    async end(change, asked, leavingId) {
      if (asked.requester_id === leavingId) return kind.withdraw(change, asked);
      return endWithProject(kind, change, 'unavailable', { which: asked });
    },
  });
