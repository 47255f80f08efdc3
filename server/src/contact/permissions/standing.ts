import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import { findPermissions, lockAgainstBlocks, type Permissions } from './queries.js';

/** Whether the other is a stranger: nothing was said or asked between the two, and they share no team. */
export const isStranger = (to: Permissions): boolean =>
  !to.are_team_mates && !to.have_request && !to.has_written && to.request !== 'accepted';

/** Whether neither may reach the other: one has blocked the other, or the other is gone. */
const isOutOfReach = (to: Permissions): boolean => to.is_blocked || to.is_gone;

/**
 * Why a member may not write to another one now; null when they may. One answer for a block, for a member who is gone and
 * for one who wants nobody new, so that nothing tells them apart.
 */
export function refusalToWrite(to: Permissions): Fail | null {
  if (isOutOfReach(to)) return fail('CONTACT_REFUSED');
  if (to.has_written || to.request === 'accepted' || to.contact_from === 'anyone') return null;
  const isOfTeams = to.are_team_mates || to.have_request;
  return to.contact_from === 'teams' && isOfTeams ? null : fail('CONTACT_REFUSED');
}

/**
 * In the transaction that will ask the other for something, such as a seat: CONTACT_REFUSED where the member may not. Until it
 * ends, no block begins. Who wants nobody new wants no requests from strangers either: otherwise the answer would tell a block.
 */
export async function refuseToAsk(trx: Trx, userId: number, otherId: number): Promise<Fail | null> {
  await lockAgainstBlocks(trx, userId, otherId);
  const to = await findPermissions(trx, userId, otherId);
  if (!to) return fail('USER_NOT_FOUND');
  return isOutOfReach(to) || (to.contact_from === 'nobody' && isStranger(to)) ? fail('CONTACT_REFUSED') : null;
}
