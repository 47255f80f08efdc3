import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { LockedProject } from '../../projects/projects.js';
import { addLooks, deadlineFrom } from './deadline.js';
import { endSeatRequest } from './ends.js';
import { keyOf, toCreator } from './notifications.js';
import { presentJoinRequest } from './present.js';
import * as queries from './queries.js';

/**
 * A project has another creator. What waits is theirs to answer, from now on and within the project's days. Answers these
 * requests, and what it changes in inboxes.
 */
export async function moveRequests(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  { formerId, at }: { formerId: number; at: Date },
): Promise<{ requests: JoinRequest[]; update: Required<Pick<NotificationUpdate, 'added' | 'dropped'>> }> {
  const clock = deadlineFrom(project, at.getTime());
  await queries.restartClocks(trx, project.id, clock);
  const requests = (await queries.listPending(trx, project.id)).map(presentJoinRequest);
  const ids = requests.map(({ id }) => id);
  // Who stands in line was answered.
  const unanswered = requests.filter(({ place, offered_until }) => (place ?? offered_until) === undefined);
  await addLooks(
    trx,
    publish,
    unanswered.map(({ id }) => id),
    clock,
  );
  return {
    requests,
    update: {
      added: unanswered.map((request) => toCreator('request:received', project.creator_id, request)),
      dropped: ids.map((id) => ({ user_id: formerId, key: keyOf(id) })),
    },
  };
}

/**
 * A creator has a seat without a request, every other member by one: that of the new creator ends, and the former one gets
 * one, which is answered.
 */
export async function swapSeatRequests(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  { formerId, at }: { formerId: number; at: Date },
): Promise<JoinRequest> {
  await endSeatRequest(trx, publish, project, project.creator_id, { endedBy: 'took_over', word: null, at });
  const seat = { project_id: project.id, creator_id: project.creator_id, requester_id: formerId };
  const id = await queries.insertAccepted(trx, { ...seat, message: 'Created this project and handed it over.' }, at);
  return presentJoinRequest(await queries.findJoinRequest(trx, id));
}
