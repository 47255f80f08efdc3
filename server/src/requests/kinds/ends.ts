import { requestActs } from '@sangam/shared/requests/transitions';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { type ActDeps, createEndPending, type ProjectChange, type ProjectEnd } from '../../projects/projects.js';
import type { End, KindOfRequest } from './kind.js';
import { keyOf, toCreator, toRequester, unavailable } from './notifications.js';
import * as queries from './queries.js';

type Ended = Required<Pick<NotificationUpdate, 'added' | 'read'>>;

const howOf: Record<ProjectEnd, End & { past: string }> = {
  project_finished: { act: 'end', endedBy: 'project_finished', past: 'the project was finished' },
  project_deleted: { act: 'end', endedBy: 'project_deleted', past: 'the project is no longer available' },
  unavailable: { act: 'vanish', endedBy: requestActs.vanish.ends, past: 'the project is no longer available' },
};

/**
 * Ends all pending requests of the project, or one of them, and shows both sides. `unavailable` doesn't tell the applicant why. `shownTo`:
 * the creator who is shown it. Returns the changes to notifications.
 */
export async function endWithProject(
  kind: KindOfRequest,
  change: ProjectChange,
  reason: ProjectEnd,
  which: queries.Asked | 'all' = 'all',
  shownTo: number = change.project.creator_id,
): Promise<Ended> {
  const { trx, project } = change;
  const { past, ...how } = howOf[reason];
  const { ended, others } = await kind.end(change, which, { ...how, shownTo });
  await recordActivities(
    trx,
    ended.map(({ requester_id }) =>
      activity.notChosen(requester_id, `Your ${kind.words.own} "${project.title}" ended: ${past}`, {
        project_id: project.id,
      }),
    ),
  );
  const notify = (asked: queries.Asked) =>
    reason === 'unavailable' ? unavailable(kind.name, project, asked) : toRequester(kind.name, 'ended', project, asked);
  return {
    added: [...ended.map(notify), ...others],
    read: ended.map(({ id }) => ({ user_id: shownTo, key: keyOf(kind.name, id) })),
  };
}

/** Ends a pending request at its deadline, and shows both sides. Returns the changes to notifications. */
export async function endUnanswered(
  kind: KindOfRequest,
  change: ProjectChange,
  pending: queries.PendingDeadline,
): Promise<NotificationUpdate> {
  const { trx, project } = change;
  const { ended, others } = await kind.end(change, pending, { act: 'run_out', endedBy: requestActs.run_out.ends });
  if (ended.length === 0) return {};
  const about = { project_id: project.id };
  await recordActivities(trx, [
    activity.notChosen(pending.requester_id, `Your ${kind.words.own} "${project.title}" got no answer in time`, about),
    activity.people(
      project.creator_id,
      `${pending.requester_name} got no answer in time ${kind.words.others} "${project.title}"`,
      about,
    ),
  ]);
  return {
    added: [
      toRequester(kind.name, 'unanswered', project, pending),
      toCreator(kind.name, 'lapsed', project, pending),
      ...others,
    ],
  };
}

/** Ends the pending requests between two members once one blocks the other, or those of a suspended member. */
export const createEndRequests = (deps: ActDeps, kind: KindOfRequest) =>
  createEndPending<queries.Asked & { project_id: number }>(deps, {
    listBetween: (db, [a, b]) => queries.listPendingBetween(db, kind.table, a, b),
    listOf: (db, userId) => queries.listPendingOf(db, kind.table, userId),
    async end(change, asked, leaverId) {
      if (asked.requester_id === leaverId) return kind.withdraw(change, asked);
      const { added, read: dropped } = await endWithProject(kind, change, 'unavailable', asked);
      return { added, dropped };
    },
  });
