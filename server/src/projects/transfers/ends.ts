import type { OfferChange } from '@sangam/shared/projects/transfers';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { declined, keyOf, offered } from './notifications.js';
import { presentTransfer, type TransferRow } from './present.js';
import { deleteTransfer, findTransfer } from './queries.js';

type End = Exclude<OfferChange['status'], 'pending'>;

/** An offer ends, which both sides are told. Answers what it changes in inboxes. */
export async function endTransfer(
  trx: Trx,
  publish: Publish,
  offer: TransferRow,
  status: End,
): Promise<NotificationUpdate> {
  await deleteTransfer(trx, offer.id);
  publish('offer:changed', { offer: presentTransfer(offer), status });
  if (status === 'taken_back') return { added: [offered('offer:taken_back', offer)] };
  // Nothing is left for its member to answer.
  const dropped = [{ user_id: offer.user_id, key: keyOf(offer.id) }];
  return { dropped, added: status === 'declined' ? [declined(offer)] : [] };
}

/** Before a member's seat is freed: the offer to them ends, if there is one. Answers what it changes in inboxes. */
export async function endTransferTo(
  trx: Trx,
  publish: Publish,
  { projectId, userId }: { projectId: number; userId: number },
): Promise<NotificationUpdate> {
  const offer = await findTransfer(trx, projectId);
  return offer?.user_id === userId ? endTransfer(trx, publish, offer, 'ended') : {};
}
