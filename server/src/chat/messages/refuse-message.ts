import type { ContactLimits } from '../../contact/contact.js';
import { findPermissions, isOpenProjectOf, isStranger, refusalToWrite } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail } from '../../platform/lib/result.js';

/** A message that may be refused. */
interface Written {
  sender_id: number;
  receiver_id: number;
  /** How many its sender has sent to the receiver before. */
  sentBefore: number;
}

/** Why a member may not write to another; after the lock of their contact limits. Else whether they are a stranger to them. */
type Check = { refusal: Fail } | { refusal: null; isStranger: boolean };

export async function checkMessage(trx: Trx, contactLimits: ContactLimits, written: Written): Promise<Check> {
  const { sender_id, receiver_id, sentBefore } = written;
  const standing = await findPermissions(trx, sender_id, receiver_id);
  if (standing === undefined) return { refusal: fail('USER_NOT_FOUND') };
  const stranger = isStranger(standing);
  const refusal =
    refusalToWrite(standing) ?? (stranger ? await contactLimits.refuseMessage(trx, sender_id, sentBefore) : null);
  return refusal === null ? { refusal, isStranger: stranger } : { refusal };
}

/** Whether a stranger's first message waits in a place of its own: not one from the page of an open project of its receiver. */
export const isHeldApart = async (
  trx: Trx,
  { receiver_id, project_id }: { receiver_id: number; project_id: number | null },
): Promise<boolean> => project_id === null || !(await isOpenProjectOf(trx, project_id, receiver_id));
