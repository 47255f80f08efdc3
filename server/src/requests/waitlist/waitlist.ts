import { Id, Strict } from '@sangam/shared/core/schemas';
import { seatOfferUntil, waitRemindersAt } from '@sangam/shared/requests/deadline';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs, jobKind } from '../../platform/jobs/jobs.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import {
  findUntakenSeats,
  type LockedProject,
  type ProjectChange,
  type UntakenSeats,
} from '../../projects/projects.js';
import { publishEnd } from '../join-requests/notifications.js';
import { presentWaitlistPlace } from '../join-requests/present.js';
import { toCreator, toRequester } from '../kinds/notifications.js';
import { planWaitlist, type WaitlistEntry } from './plan.js';
import * as queries from './queries.js';

/** Ends an expired seat offer and offers the seat to the next request. */
export const seatOfferEnd = jobKind('request:offer-end', Strict({ request_id: Id }));

/** Reminds a member that their time on the waitlist ends, or ends it. */
export const waitCheck = jobKind('request:wait', Strict({ request_id: Id }));

/** Schedules the next reminder of these requests, or their end. */
export const addWaitChecks = (trx: Trx, publish: Publish, requestIds: readonly number[], due_at: Date): Promise<void> =>
  addJobs(
    trx,
    publish,
    waitCheck,
    requestIds.map((request_id) => ({ payload: { request_id }, key: String(request_id), due_at })),
  );

/** Schedules the end of these requests' seat offers. */
export const addSeatOfferEnds = (
  trx: Trx,
  publish: Publish,
  requestIds: readonly number[],
  due_at: Date,
): Promise<void> =>
  addJobs(
    trx,
    publish,
    seatOfferEnd,
    requestIds.map((request_id) => ({ payload: { request_id }, key: String(request_id), due_at })),
  );

/**
 * Locks the project's waitlist for an action that may free or take a seat or end a request on it, before the action changes anything.
 * `otherMembers`: other members whose requests the action changes.
 */
export async function lockWaitlist(
  trx: Trx,
  project: LockedProject,
  otherMembers: readonly number[] = [],
): Promise<WaitlistEntry[]> {
  const waitlist = await queries.listWaitlist(trx, project.id);
  const requesterIds = waitlist.map(({ requester_id }) => requester_id);
  if (waitlist.length > 0) await queries.lockVersions(trx, [project.creator_id, ...otherMembers, ...requesterIds]);
  return waitlist;
}

/**
 * Settles the waitlist after an action, with the seats as the action left them: ends expired seat offers and waits, offers free seats to
 * the first requests for them and numbers the others in the order of asking. `waitlist`: without a request that the action has ended.
 * Returns the new notifications.
 */
export const settleWaitlist = async (
  change: ProjectChange,
  waitlist: readonly WaitlistEntry[],
): Promise<NewNotification[]> =>
  waitlist.length === 0 ? [] : settle(change, waitlist, await findUntakenSeats(change.trx, change.project.id));

/** Ends these requests, whose seat offers or time on the waitlist have expired. Returns the new notifications. */
export const endLapsed = (change: ProjectChange, lapsed: readonly WaitlistEntry[]): Promise<NewNotification[]> =>
  settle(change, lapsed, new Map());

async function settle(
  { trx, publish, project, at }: ProjectChange,
  waitlist: readonly WaitlistEntry[],
  untakenSeats: UntakenSeats,
): Promise<NewNotification[]> {
  const { lapsed, offered, moved } = planWaitlist(waitlist, untakenSeats, at);
  const offeredUntil = new Date(seatOfferUntil(at.getTime()));
  const missed = lapsed.filter(({ endedBy }) => endedBy === 'offer_lapsed');
  const waitedOut = lapsed.filter(({ endedBy }) => endedBy === 'waitlist_lapsed');
  if (missed.length > 0) await queries.endLapsed(trx, idsOf(missed), { endedBy: 'offer_lapsed', at });
  if (waitedOut.length > 0) await queries.endLapsed(trx, idsOf(waitedOut), { endedBy: 'waitlist_lapsed', at });
  const updatedRows: queries.WaitlistRow[] = [];
  if (offered.length > 0) {
    updatedRows.push(...(await queries.offerSeats(trx, idsOf(offered), offeredUntil)));
    await addSeatOfferEnds(trx, publish, idsOf(offered), offeredUntil);
  }
  if (moved.length > 0) {
    const waitsUntil = untilAfter(at, requestServerLimits.waitMs);
    updatedRows.push(...(await queries.moveOnWaitlist(trx, moved, waitsUntil)));
    const newlyWaiting = idsOf(moved.filter(({ waits_until }) => waits_until === null));
    const [first] = waitRemindersAt(waitsUntil.getTime());
    if (newlyWaiting.length > 0) await addWaitChecks(trx, publish, newlyWaiting, new Date(first));
  }

  const details = { project_id: project.id };
  await recordActivities(trx, [
    ...missed.flatMap(({ requester_id }) => [
      activity('seat:missed', requester_id, details),
      activity('seat:untaken', project.creator_id, { ...details, member_id: requester_id }),
    ]),
    ...waitedOut.map(({ requester_id }) => activity('waitlist:over', requester_id, details)),
    ...offered.map(({ requester_id }) => activity('seat:offered', requester_id, details)),
  ]);
  for (const { id, requester_id, endedBy } of lapsed)
    publishEnd(publish, project, requester_id, { id, ended_by: endedBy });
  publishWaitlist(publish, project, { waitlist, updatedRows });
  return [
    ...missed.map((entry) => toRequester('request', 'seat:missed', project, entry)),
    ...missed.map((entry) => toCreator('request', 'seat:lapsed', project, entry)),
    ...waitedOut.map((entry) => ({ ...toRequester('request', 'waitlist:lapsed', project, entry), actor_id: null })),
    ...offered.map((entry) => toRequester('request', 'seat:offered', project, entry)),
  ];
}

/** Publishes the new places of requests on this waitlist to both sides. */
export function publishWaitlist(
  publish: Publish,
  { id, title, creator_id }: LockedProject,
  { waitlist, updatedRows }: { waitlist: readonly WaitlistEntry[]; updatedRows: readonly queries.WaitlistRow[] },
): void {
  const rows = new Map(updatedRows.map((row) => [row.id, row]));
  const order = waitlist.toSorted((a, b) => a.id - b.id);
  const moved = order.flatMap(({ id: requestId, requester_id }): DomainEvents['join-request:line']['moved'] => {
    const row = rows.get(requestId);
    return row === undefined ? [] : [{ id: requestId, requester_id, ...presentWaitlistPlace(row) }];
  });
  if (moved.length > 0) publish('join-request:line', { creator_id, project_id: id, project_title: title, moved });
}

const idsOf = (entries: readonly WaitlistEntry[]): number[] => entries.map(({ id }) => id);
