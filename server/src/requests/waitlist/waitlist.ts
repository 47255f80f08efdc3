import { Id, Strict } from '@sangam/shared/core/schemas';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs, jobKind } from '../../platform/jobs/jobs.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedProject, ProjectChange } from '../../projects/projects.js';
import { publishEnd, reminderOf, toApplicant } from '../join-requests/notifications.js';
import { planWaitlist, type WaitlistEntry } from './plan.js';
import * as queries from './queries.js';

/** Ends an expired seat offer and offers the seat to the next request. */
export const seatOfferEnd = jobKind('request:offer-end', Strict({ request_id: Id }));

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
 * Locks the project's waitlist for an act that may free or take a seat or end a request on it, before the act changes anything.
 * `others`: other members whose requests the act changes.
 */
export async function lockWaitlist(
  trx: Trx,
  project: LockedProject,
  others: readonly number[] = [],
): Promise<WaitlistEntry[]> {
  const waitlist = await queries.listWaitlist(trx, project.id);
  const requesterIds = waitlist.map(({ requester_id }) => requester_id);
  if (waitlist.length > 0) await queries.lockVersions(trx, [project.creator_id, ...others, ...requesterIds]);
  return waitlist;
}

/**
 * Settles the waitlist after the act: ends expired seat offers, offers free seats to the first requests and moves the others up.
 * Returns the new notifications. `waitlist`: without a request that the act has ended; `untaken`: seats that nobody has taken,
 * reserved or not.
 */
export async function settleWaitlist(
  { trx, publish, project, at }: ProjectChange,
  waitlist: readonly WaitlistEntry[],
  untaken: number,
): Promise<NewNotification[]> {
  const { lapsed, offered, moved } = planWaitlist(waitlist, untaken, at);
  const until = new Date(at.getTime() + requestServerLimits.seatOfferMs);
  if (lapsed.length > 0) await queries.endLapsed(trx, idsOf(lapsed), at);
  if (offered.length > 0) {
    await queries.offerSeats(trx, idsOf(offered), until);
    await addSeatOfferEnds(trx, publish, idsOf(offered), until);
  }
  if (moved.length > 0) await queries.moveOnWaitlist(trx, moved);

  const about = { project_id: project.id };
  await recordActivities(trx, [
    ...lapsed.flatMap(({ requester_id, requester_name }) => [
      activity.notChosen(
        requester_id,
        `The seat in "${project.title}" was held for you, and you did not take it`,
        about,
      ),
      activity.people(project.creator_id, `${requester_name} did not take the seat in "${project.title}"`, about),
    ]),
    ...offered.map(({ requester_id }) =>
      activity.chosen(requester_id, `A seat in "${project.title}" is held for you`, about),
    ),
  ]);
  for (const { id, requester_id } of lapsed)
    publishEnd(publish, project, requester_id, { id, ended_by: 'offer_lapsed' });
  publishWaitlist(publish, project, [
    ...offered.map(({ id, requester_id }) => ({ id, requester_id, offered_until: until.toISOString() })),
    ...moved.map(({ id, requester_id, to }) => ({ id, requester_id, place: to })),
  ]);
  return [
    ...lapsed.map((entry) => toApplicant('seat:missed', project, entry)),
    ...lapsed.map((entry) => reminderOf('seat:lapsed', project, entry)),
    ...offered.map((entry) => toApplicant('seat:offered', project, entry)),
  ];
}

/** Shows both sides the requests' new places. */
export function publishWaitlist(
  publish: Publish,
  { id, title, creator_id }: LockedProject,
  moved: DomainEvents['join-request:line']['moved'],
): void {
  if (moved.length > 0) publish('join-request:line', { creator_id, project_id: id, project_title: title, moved });
}

const idsOf = (entries: readonly WaitlistEntry[]): number[] => entries.map(({ id }) => id);
