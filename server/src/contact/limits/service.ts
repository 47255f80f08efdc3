import type { ContactLeft } from '@sangam/shared/contact/calls';
import { contactLimits, contactServerLimits } from '@sangam/shared/contact/limits';
import { dayMs } from '@sangam/shared/core/limits';
import { type AdvisoryLock, takeLocks } from '../../platform/db/advisory-locks.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import { findPermissions } from '../permissions/queries.js';
import { isLimited } from '../permissions/refusals.js';
import * as queries from './queries.js';

/** Limits how many requests and first messages a member may have unanswered at a time (R5.15, R6.11). */
export interface ContactLimits {
  /** False if nothing is counted and no address has to be verified. */
  readonly areChecked: boolean;
  /** Call in the transaction that has just stored a request: EMAIL_NOT_VERIFIED, or ANSWER_AWAITED beyond the limit. */
  refuseRequest(trx: Trx, userId: number, creatorId: number): Promise<Fail | null>;
  /** Like `refuseRequest`, for a waitlist, which has its own limit: WAITLIST_LIMIT. */
  refuseWaitlist(trx: Trx, userId: number, creatorId: number): Promise<Fail | null>;
  /** Call in the transaction that will store an invitation: the same as for a request, since both share one limit. */
  refuseInvitation(trx: Trx, userId: number, invitedId: number): Promise<Fail | null>;
  /** Returns the locks that keep other transactions from counting this member's contact limits. */
  locks(userId: number): readonly AdvisoryLock[];
  /**
   * Call in the transaction that will store a message to a stranger, under `locks`: EMAIL_NOT_VERIFIED, or ANSWER_AWAITED beyond the limit.
   */
  refuseMessage(trx: Trx, userId: number, sentBefore: number): Promise<Fail | null>;
  /** Returns how many requests and messages the member may still send; `messages_left` and `requests_left` depend on the other member. */
  left(userId: number, otherId: number): Promise<ContactLeft>;
}

const firstMessageDays = contactServerLimits.firstMessagePlaceMs / dayMs;

const requestsFull = (max: number) =>
  `${max} of your requests are pending. You can ask again once one of them is answered or withdrawn, or expires.`;
const invitationsFull = (max: number) =>
  `${max} of your requests and invitations are pending. You can invite again once one of them is answered or withdrawn, or expires.`;
const waitlistsFull = (max: number) =>
  `You’re already on ${max} waitlists. You can join another once you leave one or your time on it ends.`;
const firstMessagesFull = (max: number) =>
  `${max} members haven’t answered your first message yet. You can write to another new member once one of them answers, or after ${firstMessageDays} days.`;
const messagesFull = (max: number) =>
  `You can send ${max} messages before the first answer. You can write more once you have one.`;

/**
 * `factor` multiplies the limits, like every rate limit (RATE_LIMIT); null turns them off. `policy`: whether members have to verify their
 * address before they contact strangers (R2.20).
 */
export function createContactLimits(deps: {
  db: Db;
  clock: Clock;
  factor: number | null;
  policy: { requireVerifiedEmail: boolean };
}): ContactLimits {
  const { db, clock, factor, policy } = deps;
  const areLimited = factor !== null;
  const multiplier = factor ?? 1;
  const pendingRequestsMax = contactLimits.pendingRequestsMax * multiplier;
  const waitlistsMax = contactLimits.waitlistsMax * multiplier;
  const pendingFirstMessagesMax = contactLimits.pendingFirstMessagesMax * multiplier;
  const unansweredMessagesMax = contactLimits.unansweredMessagesMax * multiplier;
  const span = () => ({
    since: new Date(clock.nowMs() - contactServerLimits.firstMessagePlaceMs),
    at: clock.now(),
  });
  const none: ContactLeft = {
    requests_left: null,
    waitlists_left: null,
    first_messages_left: null,
    messages_left: null,
  };

  const isUnverified = async (trx: Trx, userId: number) =>
    policy.requireVerifiedEmail && (await queries.isUnverified(trx, userId));

  /** Counts under a lock that no other transaction can take until this one ends; 0 if there is no limit, as between teammates. */
  const countFor = async (
    trx: Trx,
    userId: number,
    otherId: number,
    count: typeof queries.countWaitlists,
  ): Promise<number> => {
    if (!areLimited || (await queries.isTeammate(trx, userId, otherId))) return 0;
    await takeLocks(trx, [queries.limitsLock(userId)]);
    return count(trx, userId, clock.now());
  };

  return {
    areChecked: areLimited || policy.requireVerifiedEmail,

    async refuseRequest(trx, userId, creatorId) {
      if (await isUnverified(trx, userId)) return fail('EMAIL_NOT_VERIFIED');
      const count = await countFor(trx, userId, creatorId, queries.countPendingRequests);
      return count > pendingRequestsMax ? fail('ANSWER_AWAITED', { message: requestsFull(pendingRequestsMax) }) : null;
    },

    async refuseWaitlist(trx, userId, creatorId) {
      if (await isUnverified(trx, userId)) return fail('EMAIL_NOT_VERIFIED');
      const count = await countFor(trx, userId, creatorId, queries.countWaitlists);
      return count > waitlistsMax ? fail('WAITLIST_LIMIT', { message: waitlistsFull(waitlistsMax) }) : null;
    },

    async refuseInvitation(trx, userId, invitedId) {
      if (await isUnverified(trx, userId)) return fail('EMAIL_NOT_VERIFIED');
      const count = await countFor(trx, userId, invitedId, queries.countPendingRequests);
      return count < pendingRequestsMax
        ? null
        : fail('ANSWER_AWAITED', { message: invitationsFull(pendingRequestsMax) });
    },

    locks: (userId) => (areLimited ? [queries.limitsLock(userId)] : []),

    async refuseMessage(trx, userId, sentBefore) {
      if (await isUnverified(trx, userId)) return fail('EMAIL_NOT_VERIFIED');
      if (!areLimited) return null;
      if (sentBefore >= unansweredMessagesMax)
        return fail('ANSWER_AWAITED', { message: messagesFull(unansweredMessagesMax) });
      if (sentBefore > 0 || (await queries.countFirstMessages(trx, userId, span())) < pendingFirstMessagesMax)
        return null;
      return fail('ANSWER_AWAITED', { message: firstMessagesFull(pendingFirstMessagesMax) });
    },

    async left(userId, otherId) {
      if (!areLimited) return none;
      const [to, pending, waitlists, own, written] = await Promise.all([
        findPermissions(db, userId, otherId, clock.now()),
        queries.countPendingRequests(db, userId, clock.now()),
        queries.countWaitlists(db, userId, clock.now()),
        queries.countSent(db, userId, otherId),
        queries.countFirstMessages(db, userId, span()),
      ]);
      const isTeammate = to?.are_teammates === true;
      const isCounted = to === undefined || isLimited(to);
      const firstLeft = Math.max(0, pendingFirstMessagesMax - written);
      const messagesLeft = own === 0 && firstLeft === 0 ? 0 : Math.max(0, unansweredMessagesMax - own);
      return {
        requests_left: isTeammate ? null : Math.max(0, pendingRequestsMax - pending),
        waitlists_left: isTeammate ? null : Math.max(0, waitlistsMax - waitlists),
        first_messages_left: firstLeft,
        messages_left: isCounted ? messagesLeft : null,
      };
    },
  };
}
