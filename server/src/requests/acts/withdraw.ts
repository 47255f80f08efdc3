import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, mapResult, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { type NotificationUpdate, updateNotifications } from '../../platform/records/notifications.js';
import { type LockedProject, type ProjectChange, publishUpdate } from '../../projects/projects.js';
import { recordAnswer } from '../join-requests/answer-record.queries.js';
import { publishEnd } from '../join-requests/notifications.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import * as transitions from '../join-requests/transitions.queries.js';
import { findPendingNotifications, keyOf, toCreator } from '../kinds/notifications.js';
import { coolOffAfterWithdrawal } from '../kinds/repeated-withdrawals.queries.js';
import { stageIn, type WaitlistEntry } from '../waitlist/plan.js';
import { settleWaitlist } from '../waitlist/waitlist.js';
import { openAsRequester } from './open.js';

/**
 * Withdraws the member's own pending request, with its place on the waitlist or its seat offer. OFFER_LAPSED or WAITLIST_LAPSED once that
 * has expired, ALREADY_DECIDED after the deadline.
 */
export type Withdraw = (member: Member, id: number) => Promise<Result<JoinRequest>>;

export function createWithdraw({ db, bus, clock }: ActDeps): Withdraw {
  return (member, id) =>
    transact(db, bus, async (trx, publish) =>
      mapResult(await endOwn(trx, publish, { member, id, act: 'withdraw', clock }), ({ request }) => request),
    );
}

/** Ends the member's own request, by withdrawing it or declining a seat offer. */
export async function endOwn(
  trx: Trx,
  publish: Publish,
  { member, id, act, clock }: { member: Member; id: number; act: 'withdraw' | 'decline_offer'; clock: Clock },
): Promise<Result<{ request: JoinRequest; project: LockedProject }>> {
  const opened = await openAsRequester(trx, publish, { member, id, act, clock });
  if (!opened.ok) return opened;
  const { change, waitlist } = opened.value;
  const ended = await endAsRequester(change, waitlist, id);
  if (ended === null) return fail('ALREADY_DECIDED');
  await updateNotifications(trx, publish, ended.update, change.at);
  return ok({ request: ended.request, project: change.project });
}

/**
 * Withdraws a pending request, or declines its seat offer, and publishes that to both sides. Requires the locked waitlist. Returns the
 * changes to notifications; null if it isn't pending.
 */
export async function endAsRequester(
  change: ProjectChange,
  waitlist: readonly WaitlistEntry[],
  id: number,
): Promise<{ request: JoinRequest; update: NotificationUpdate } | null> {
  const { trx, publish, project, at } = change;
  const isOffered = stageIn(waitlist, id, at) === 'offered';
  await recordAnswer(change, isOffered ? 'decline_offer' : 'withdraw', id);
  if (!(await transitions.withdrawJoinRequest(trx, id, { at, declinesOffer: isOffered }))) return null;
  const { user_id: requester_id } = await queries.findJoinRequest(trx, id);
  const requestRef = { id, requester_id };
  if (!isOffered) await coolOffAfterWithdrawal(change, 'join_requests', requestRef);
  const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
  const activityKind = isOffered ? 'seat:declined' : 'request:withdrawn';
  await recordActivities(trx, [activity(activityKind, request.user_id, { project_id: project.id })]);
  const otherEntries = waitlist.filter((entry) => entry.id !== id);
  const settled = await settleWaitlist(change, otherEntries);
  const { ask_again_at } = request;
  publishEnd(publish, project, request.user_id, { id, ...(ask_again_at && { ask_again_at }) });
  if (waitlist.length > 0) await publishUpdate(trx, publish, project.id);
  const creatorNotification = isOffered
    ? toCreator('request', 'seat:declined', project, requestRef)
    : toCreator('request', 'request:withdrawn', project, requestRef);
  // The applicant has a notification about the place on the waitlist or the seat offer.
  const dropped =
    otherEntries.length < waitlist.length
      ? [{ user_id: requester_id, key: keyOf('request', id) }]
      : await findPendingNotifications(trx, 'request', project, requestRef);
  return { request, update: { added: [creatorNotification, ...settled], dropped } };
}
