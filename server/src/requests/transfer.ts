import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { NotificationChanges } from '../platform/records/notifications.js';
import type { NewNotification } from '../platform/records/notifications.queries.js';
import type { ProjectChange, ProjectHooks } from '../projects/projects.js';
import { joinRequests } from './acts/kind.js';
import { interests } from './interests/kind.js';
import { presentMyInterest } from './interests/present.js';
import { listPending as listPendingInterests } from './interests/queries.js';
import { endInvitations } from './invitations/kind.js';
import { presentJoinRequest } from './join-requests/present.js';
import { findJoinRequest, listPending as listPendingRequests } from './join-requests/queries.js';
import { endSeatRequest } from './join-requests/seats.js';
import { insertAccepted } from './join-requests/transitions.queries.js';
import { nextCheckAt } from './kinds/deadline.js';
import { endWithProject } from './kinds/ends.js';
import type { KindOfRequest, ToCreator } from './kinds/kind.js';
import { keyOf, toCreator, toRequester } from './kinds/notifications.js';
import * as queries from './kinds/queries.js';

/** Passes everything pending in a transferred project to its new creator. */
export const changeCreator: ProjectHooks['changeCreator'] = async (change, formerId) => {
  const seat = await swapSeatRequests(change, formerId);
  const blocked = [await endBlocked(joinRequests, change, formerId), await endBlocked(interests, change, formerId)];
  const moved = await moveRequests(change, formerId);
  const ended = { added: await endInvitations(change, 'took_over', formerId), dropped: [] };
  const updates = [...blocked, moved.update, await moveInterests(change, formerId), ended];
  return {
    requests: [seat, ...moved.requests],
    update: {
      added: updates.flatMap(({ added }) => added),
      dropped: updates.flatMap(({ dropped }) => dropped),
    },
  };
};

/**
 * Every seat but the creator's belongs to an accepted request: ends the new creator's, and stores one for the former creator, which it
 * returns.
 */
async function swapSeatRequests(change: ProjectChange, formerId: number): Promise<JoinRequest> {
  const { trx, project, at } = change;
  await endSeatRequest(change, project.creator_id, { endedBy: 'took_over', word: null });
  const seat = { project_id: project.id, creator_id: project.creator_id, requester_id: formerId };
  const id = await insertAccepted(trx, { ...seat, message: 'Created this project and transferred it.' }, at);
  return presentJoinRequest(await findJoinRequest(trx, id));
}

/**
 * Ends requests whose applicant has blocked the new creator, or is blocked by them, and publishes that to the former creator. Requires
 * `lockApplicantsAgainstBlocks`. Returns the changes to notifications.
 */
async function endBlocked(kind: KindOfRequest, change: ProjectChange, formerId: number): Promise<NotificationChanges> {
  const added: NewNotification[] = [];
  const dropped: NotificationChanges['dropped'][number][] = [];
  for (const request of await queries.listPendingBlocked(change.trx, kind.table, change.project)) {
    const end = await endWithProject(kind, change, 'unavailable', { which: request, shownTo: formerId });
    added.push(...end.added);
    dropped.push(...end.dropped);
  }
  return { added, dropped };
}

/** Passes pending join requests on. Returns them, and the changes to notifications. */
async function moveRequests(
  change: ProjectChange,
  formerId: number,
): Promise<{ requests: JoinRequest[]; update: NotificationChanges }> {
  const added = await moveDeadlines(joinRequests, change, formerId);
  const requests = (await listPendingRequests(change.trx, change.project.id)).map(presentJoinRequest);
  const dropped = requests.map(({ id }) => ({ user_id: formerId, key: keyOf('request', id) }));
  return { requests, update: { added, dropped } };
}

/** Passes pending interest on, and publishes that to the applicants. Returns the changes to notifications. */
async function moveInterests(change: ProjectChange, formerId: number): Promise<NotificationChanges> {
  const { trx, publish, project } = change;
  const added = await moveDeadlines(interests, change, formerId);
  const pending = await listPendingInterests(trx, project.id);
  for (const row of pending)
    publish('interest:moved', { requester_id: row.requester_id, interest: presentMyInterest(row) });
  return { added, dropped: pending.map(({ id }) => ({ user_id: formerId, key: keyOf('interest', id) })) };
}

/**
 * Passes unanswered requests on. Their deadlines stay, but each creator has at least a day the first time. Returns the new notifications.
 */
async function moveDeadlines(
  kind: ToCreator,
  { trx, publish, project, at }: ProjectChange,
  formerId: number,
): Promise<NewNotification[]> {
  const moved = await queries.moveDeadlines(trx, kind.table, project, { formerId, at });
  const checks = moved.map((each) => ({ id: each.id, due_at: nextCheckAt(each, each.reminders_sent) }));
  await kind.addDeadlineChecks(trx, publish, checks);
  return moved.flatMap((asked) => [
    toCreator(kind.name, `${kind.name}:received`, project, asked),
    toRequester(kind.name, `${kind.name}:moved`, project, asked),
  ]);
}
