import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { ProjectChange } from '../../projects/projects.js';
import { addDeadlineChecks, deadlineFrom } from './deadline.js';
import { endQuietly } from './ends.js';
import { keyOf, toCreator } from './notifications.js';
import { presentJoinRequest } from './present.js';
import * as queries from './queries.js';
import { endSeatRequest } from './seats.js';

type NotificationChange = Required<Pick<NotificationUpdate, 'added' | 'dropped'>>;

/**
 * Passes a transferred project's pending requests to the new creator, with new deadlines. Returns these requests, and the changes to
 * notifications.
 */
export async function moveRequests(
  { trx, publish, project, at }: ProjectChange,
  formerId: number,
): Promise<{ requests: JoinRequest[]; update: NotificationChange }> {
  const deadline = deadlineFrom(project, at.getTime());
  await queries.restartDeadlines(trx, project.id, deadline);
  const requests = (await queries.listPending(trx, project.id)).map(presentJoinRequest);
  // Requests on the waitlist were answered.
  const unanswered = requests.filter(({ place, offered_until }) => (place ?? offered_until) === undefined);
  const unansweredIds = unanswered.map(({ id }) => id);
  await addDeadlineChecks(trx, publish, unansweredIds, deadline);
  return {
    requests,
    update: {
      added: unanswered.map((request) => toCreator('request:received', project.creator_id, request)),
      dropped: requests.map(({ id }) => ({ user_id: formerId, key: keyOf(id) })),
    },
  };
}

/**
 * Every member but the creator has a seat by a request: ends that of the new creator, and gives the former creator an accepted one,
 * which it returns.
 */
export async function swapSeatRequests(change: ProjectChange, formerId: number): Promise<JoinRequest> {
  const { trx, project, at } = change;
  await endSeatRequest(change, project.creator_id, { endedBy: 'took_over', word: null });
  const seat = { project_id: project.id, creator_id: project.creator_id, requester_id: formerId };
  const id = await queries.insertAccepted(trx, { ...seat, message: 'Created this project and handed it over.' }, at);
  return presentJoinRequest(await queries.findJoinRequest(trx, id));
}

/**
 * Ends requests whose applicant has blocked the new creator, or is blocked by them. Requires `lockApplicantsAgainstBlocks`. Returns the
 * changes to notifications.
 */
export async function endBlockedRequests(change: ProjectChange, formerId: number): Promise<NotificationChange> {
  const added: NewNotification[] = [];
  const dropped: NotificationChange['dropped'][number][] = [];
  for (const request of await queries.listPendingBlocked(change.trx, change.project.id)) {
    const end = await endQuietly(change, request);
    added.push(...end.added);
    dropped.push(...end.dropped, { user_id: formerId, key: keyOf(request.id) });
  }
  return { added, dropped };
}
