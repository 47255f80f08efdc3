import { takeLocks } from '../../platform/db/advisory-locks.js';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import { actingLock } from './acting.queries.js';
import { findPageFor } from './member-page.queries.js';
import { blockLock, findPermissions, lockAgainstBlocks, type Permissions } from './queries.js';

/**
 * Whether the other has not yet opened up to this member: they share no team, and the other has neither written, nor accepted a message
 * request, nor asked to join or approved interest. This member's own actions don't count.
 */
export const isStranger = (to: Permissions): boolean => !to.has_opened && !to.has_written && to.request !== 'accepted';

/**
 * Whether this member's messages to the other are limited before an answer (R6.11). A request or interest between the two lifts the limits,
 * even while the other has not answered it.
 */
export const isLimited = (to: Permissions): boolean => isStranger(to) && !to.have_request;

const isOutOfReach = (to: Permissions): boolean => to.is_blocked || to.is_gone;

/**
 * Returns why a member may not write to another; null if they may. The answer is the same for a block, for a member who is gone and for one
 * who accepts nobody new, so that the sender can't tell them apart.
 */
export function refusalToWrite(to: Permissions): Fail | null {
  if (isOutOfReach(to)) return fail('CONTACT_REFUSED');
  if (to.has_written || to.request === 'accepted' || to.contact_from === 'anyone') return null;
  // Applicants may write; their message is a message request.
  const isOfTeams = to.has_opened || to.has_asked;
  return to.contact_from === 'teams' && isOfTeams ? null : fail('CONTACT_REFUSED');
}

/**
 * Call in the transaction that will send a request to the other: CONTACT_REFUSED if the member may not. Keeps a block from starting until
 * the transaction ends. A member who accepts nobody new gets no requests from strangers either; otherwise the answer would reveal a block.
 */
export async function refuseToAsk(trx: Trx, userId: number, otherId: number, at: Date): Promise<Fail | null> {
  await lockAgainstBlocks(trx, userId, otherId);
  const to = await findPermissions(trx, userId, otherId, at);
  if (!to) return fail('USER_NOT_FOUND');
  return isOutOfReach(to) || (to.contact_from === 'nobody' && isStranger(to)) ? fail('CONTACT_REFUSED') : null;
}

/**
 * Call in the transaction that will invite the other: CONTACT_REFUSED if this member may not see their page or write to them, with the same
 * answer for a block, a member who is gone and one who doesn't exist. Keeps a block, suspension or deletion from starting until the
 * transaction ends.
 */
export async function refuseToInvite(trx: Trx, userId: number, otherId: number, at: Date): Promise<Fail | null> {
  await takeLocks(trx, [actingLock(otherId), { ...blockLock(userId, otherId), mode: 'shared' }]);
  const to = await findPermissions(trx, userId, otherId, at);
  return to && refusalToWrite(to) === null && (await findPageFor(trx, userId, otherId, at))
    ? null
    : fail('CONTACT_REFUSED', { message: 'You can’t invite this member.' });
}

/**
 * Call in the transaction of an action that restores a contact: CONTACT_REFUSED for a block between the two, or if the other is gone. Keeps
 * a block from starting until the transaction ends.
 */
export async function refuseToReach(trx: Trx, userId: number, otherId: number, at: Date): Promise<Fail | null> {
  await lockAgainstBlocks(trx, userId, otherId);
  const to = await findPermissions(trx, userId, otherId, at);
  return !to || isOutOfReach(to) ? fail('CONTACT_REFUSED') : null;
}
