import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { JoinRequestEnd } from '@sangam/shared/requests/join-requests';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { LockedProject } from '../../projects/projects.js';
import { keepAnswer } from './answers.js';
import { keyOf, reminderOf, toApplicant } from './notifications.js';
import { endJoinRequest, findJoinRequest, withdrawAccepted, withdrawPending } from './queries.js';

const pastOf: Partial<Record<EndReason, string>> = {
  project_finished: 'the project was finished',
  // Deleted, or hidden by a moderator, of which nothing is told.
  project_deleted: 'the project is no longer available',
};

/** All pending requests of the project end, which both sides are told. Answers what it changes in inboxes. */
export async function endPendingRequests(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  { endedBy, at }: { endedBy: EndReason; at: Date },
): Promise<Required<Pick<NotificationUpdate, 'added' | 'read'>>> {
  await keepAnswer({ trx, project, at }, 'end', 'all');
  const ended = await withdrawPending(trx, project.id, { endedBy, at });
  await recordActivities(
    trx,
    ended.map(({ requester_id }) =>
      activity.notChosen(requester_id, `Your request to join "${project.title}" ended: ${pastOf[endedBy]}`, {
        project_id: project.id,
      }),
    ),
  );
  for (const { id, requester_id } of ended) publishEnd(publish, project, requester_id, { id, ended_by: endedBy });
  return {
    added: ended.map((request) => toApplicant('request:ended', project, request)),
    read: ended.map(({ id }) => ({ user_id: project.creator_id, key: keyOf(id) })),
  };
}

/** A pending request ends without an answer, which both sides are told. Answers what it changes in inboxes. */
export async function endUnanswered(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  id: number,
  at: Date,
): Promise<NotificationUpdate> {
  await keepAnswer({ trx, project, at }, 'run_out', id);
  await endJoinRequest(trx, id, { status: 'withdrawn', at, endedBy: 'no_answer' });
  const { user_id: requester_id, user_name } = await findJoinRequest(trx, id);
  const about = { project_id: project.id };
  await recordActivities(trx, [
    activity.notChosen(requester_id, `Your request to join "${project.title}" got no answer in time`, about),
    activity.people(project.creator_id, `${user_name} got no answer in time on joining "${project.title}"`, about),
  ]);
  publishEnd(publish, project, requester_id, { id, ended_by: 'no_answer' });
  const asked = { id, requester_id };
  return { added: [toApplicant('request:unanswered', project, asked), reminderOf('request:lapsed', project, asked)] };
}

/** The accepted request that brought the member into the team ends: they left, or were removed. Answers its id. */
export async function endSeatRequest(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  userId: number,
  end: { endedBy: EndReason | null; word: string | null; at: Date },
): Promise<number | null> {
  const withdrawn = await withdrawAccepted(trx, project.id, userId, end);
  for (const { id } of withdrawn)
    publishEnd(publish, project, userId, {
      id,
      ...(end.endedBy === null ? {} : { ended_by: end.endedBy }),
      ...(end.word === null ? {} : { end_word: end.word }),
    });
  return withdrawn[0]?.id ?? null;
}

/** Tells both sides of the end of a request. */
export const publishEnd = (
  publish: Publish,
  project: LockedProject,
  requester_id: number,
  end: Omit<JoinRequestEnd, 'project_id' | 'project_title'>,
): void =>
  publish('join-request:withdrawn', {
    creator_id: project.creator_id,
    requester_id,
    end: { ...end, project_id: project.id, project_title: project.title },
  });
