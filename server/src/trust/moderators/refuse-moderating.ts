import { lockAgainstActing, refuseActing } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import { holdRole } from './queries.js';

/**
 * Call first in a moderator's action, so that it either commits before their own suspension or the end of their role, or is refused.
 * `suspends`: the member whom the action suspends. If two moderators suspend each other, one is first, since both take the locks in the
 * same order.
 */
export async function refuseModerating(trx: Trx, moderatorId: number, suspends: number | null): Promise<Fail | null> {
  if (suspends !== null && suspends < moderatorId) await lockAgainstActing(trx, suspends);
  const accountRefusal = await refuseActing(trx, moderatorId);
  if (accountRefusal !== null) return accountRefusal;
  return (await holdRole(trx, moderatorId)) ? null : fail('FORBIDDEN');
}
