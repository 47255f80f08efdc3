import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { type ActDeps, createEndPending, type ProjectChange, publishUpdate } from '../../projects/projects.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { recordAnswer } from './answer-record.queries.js';
import { keyOf, publishEnd, reminderOf, toApplicant } from './notifications.js';
import * as queries from './queries.js';

/** How the activities of applicants name the end of a project. */
const pastOf: Partial<Record<EndReason, string>> = {
  project_finished: 'the project was finished',
  // Deleted, or hidden by a moderator, which isn't disclosed.
  project_deleted: 'the project is no longer available',
};

/** Ends all pending requests of the project, and shows both sides. Returns the changes to notifications. */
export async function endPendingRequests(
  change: ProjectChange,
  endedBy: EndReason,
): Promise<Required<Pick<NotificationUpdate, 'added' | 'read'>>> {
  const { trx, publish, project, at } = change;
  await recordAnswer(change, 'end', 'all');
  const ended = await queries.withdrawPending(trx, project.id, { endedBy, at });
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

/** Ends a pending request at its deadline, and shows both sides. Returns the changes to notifications. */
export async function endUnanswered(change: ProjectChange, id: number): Promise<NotificationUpdate> {
  const { trx, publish, project, at } = change;
  await recordAnswer(change, 'run_out', id);
  await queries.endJoinRequest(trx, id, { status: 'withdrawn', at, endedBy: 'no_answer' });
  const { user_id: requester_id, user_name } = await queries.findJoinRequest(trx, id);
  const about = { project_id: project.id };
  await recordActivities(trx, [
    activity.notChosen(requester_id, `Your request to join "${project.title}" got no answer in time`, about),
    activity.people(project.creator_id, `${user_name} got no answer in time on joining "${project.title}"`, about),
  ]);
  publishEnd(publish, project, requester_id, { id, ended_by: 'no_answer' });
  const asked = { id, requester_id };
  return { added: [toApplicant('request:unanswered', project, asked), reminderOf('request:lapsed', project, asked)] };
}

/** Ends a pending request as if it was withdrawn, without notifying anybody about it. Returns the changes to notifications. */
export async function endQuietly(
  change: ProjectChange,
  { id, requester_id }: queries.PendingRequest,
): Promise<Required<Pick<NotificationUpdate, 'added' | 'dropped'>>> {
  const { trx, publish, project, at } = change;
  const waitlist = await lockWaitlist(trx, project, [requester_id]);
  await recordAnswer(change, 'withdraw', id);
  if (!(await queries.endJoinRequest(trx, id, { status: 'withdrawn', at }))) return { added: [], dropped: [] };
  const others = waitlist.filter((entry) => entry.id !== id);
  const added = await settleWaitlist(change, others, project.max_members - project.member_count);
  if (waitlist.length > 0) await publishUpdate(trx, publish, project.id);
  return { added, dropped: [project.creator_id, requester_id].map((user_id) => ({ user_id, key: keyOf(id) })) };
}

/** Ends pending requests quietly. There is no live update either: lists change with their next fetch. */
export const createEndRequests = (deps: ActDeps) =>
  createEndPending<queries.PendingRequest & { project_id: number }>(deps, {
    listBetween: queries.listPendingBetween,
    listOf: queries.listPendingOf,
    end: endQuietly,
  });
