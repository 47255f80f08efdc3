import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedProject } from '../../projects/projects.js';
import { publishEnd } from '../join-requests/ends.js';
import { reminderOf, toApplicant } from '../join-requests/notifications.js';
import * as queries from './line.queries.js';
import { planWaitlist, type WaitlistEntry } from './line-plan.js';
import { addSeatOfferEnds } from './offer-jobs.js';

/** An act on a locked project, at one time of the clock. */
export interface Act {
  trx: Trx;
  publish: Publish;
  project: LockedProject;
  at: Date;
}

/**
 * The project's line, for an act that may free or take a seat, or end a request in line: before the act changes anything.
 * `others`: members beside the line whose requests the act changes.
 */
export async function lockWaitlist(
  trx: Trx,
  project: LockedProject,
  others: readonly number[] = [],
): Promise<WaitlistEntry[]> {
  const line = await queries.listWaitlist(trx, project.id);
  if (line.length > 0)
    await queries.lockVersions(trx, [project.creator_id, ...others, ...line.map(({ requester_id }) => requester_id)]);
  return line;
}

/**
 * Brings the line up to the clock and to the seats, after the act: offers that lapsed end, seats that nobody has are offered to the
 * first in line and held for them, those behind move up. Answers what it changes in inboxes. `line`: without a request that the
 * act has ended; `untaken`: seats that nobody has taken, held or not.
 */
export async function settleWaitlist(
  { trx, publish, project, at }: Act,
  line: readonly WaitlistEntry[],
  untaken: number,
): Promise<NewNotification[]> {
  const { lapsed, offered, moved } = planWaitlist(line, untaken, at);
  const until = new Date(at.getTime() + requestServerLimits.seatOfferMs);
  if (lapsed.length > 0) await queries.endLapsed(trx, idsOf(lapsed), at);
  if (offered.length > 0) {
    await queries.holdSeats(trx, idsOf(offered), until);
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

/** Has both sides shown where requests stand in line now. */
export function publishWaitlist(
  publish: Publish,
  { id, title, creator_id }: LockedProject,
  moved: DomainEvents['join-request:line']['moved'],
): void {
  if (moved.length > 0) publish('join-request:line', { creator_id, project_id: id, project_title: title, moved });
}

const idsOf = (entries: readonly WaitlistEntry[]): number[] => entries.map(({ id }) => id);
