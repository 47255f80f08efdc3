import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { ProjectChange } from '../../projects/projects.js';
import { keyOf } from '../kinds/notifications.js';
import { moveDeadlines, type NotificationChange } from '../kinds/transfer.js';
import { joinRequests } from './kind.js';
import { presentJoinRequest } from './present.js';
import * as queries from './queries.js';
import { endSeatRequest } from './seats.js';

/** Passes a transferred project's pending requests to the new creator. Returns them, and the changes to notifications. */
export async function moveRequests(
  change: ProjectChange,
  formerId: number,
): Promise<{ requests: JoinRequest[]; update: NotificationChange }> {
  const added = await moveDeadlines(joinRequests, change, formerId);
  const requests = (await queries.listPending(change.trx, change.project.id)).map(presentJoinRequest);
  const dropped = requests.map(({ id }) => ({ user_id: formerId, key: keyOf('request', id) }));
  return { requests, update: { added, dropped } };
}

/**
 * Every member but the creator has a seat by a request: ends that of the new creator, and gives the former creator an accepted one,
 * which it returns.
 */
export async function swapSeatRequests(change: ProjectChange, formerId: number): Promise<JoinRequest> {
  const { trx, project, at } = change;
  await endSeatRequest(change, project.creator_id, { endedBy: 'took_over', word: null });
  const seat = { project_id: project.id, creator_id: project.creator_id, requester_id: formerId };
  const id = await queries.insertAccepted(trx, { ...seat, message: 'Created this project and transferred it.' }, at);
  return presentJoinRequest(await queries.findJoinRequest(trx, id));
}
