import type { Trx } from '../../db/database.js';
import { type Fail, fail } from '../../lib/result.js';
import type { Knocks } from '../knocks/knocks.js';
import { findStanding, isStranger, refusalToWrite } from '../relations/relations.js';

/** Why a member may not write to another, after so many messages; null where they may. After the lock of their knocks. */
export async function refuseMessage(
  trx: Trx,
  knocks: Knocks,
  { sender_id, receiver_id, sentBefore }: { sender_id: number; receiver_id: number; sentBefore: number },
): Promise<Fail | null> {
  const standing = await findStanding(trx, sender_id, receiver_id);
  if (standing === undefined) return fail('USER_NOT_FOUND');
  const refusal = refusalToWrite(standing);
  if (refusal !== null) return refusal;
  return isStranger(standing) ? knocks.refuseMessage(trx, sender_id, sentBefore) : null;
}
